// What people type about themselves, what operators and Stripe say of them, and what errors say: text on every page that
// shows it, the dashboard's and the operator's.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operator } from "../api/support/api.mjs";
import { followLink, open, takeMail } from "./support/owner.mjs";

const MARKUP = `"'><img data-hacked src=x onerror="globalThis.hacked=1"><script data-hacked>globalThis.hacked=1</script>`;
/** An address has neither brackets nor quotation marks: what is left would end an attribute in apostrophes, or is a template. */
const EMAIL = "'onload='hacked=1'{{7*7}}&lt&#60${hacked}@example.com";
const PAGES = ["/dashboard/", "/dashboard/token", "/dashboard/ledger", "/dashboard/buy", "/dashboard/settings", "/dashboard/quick-start", "/dashboard/outbox"];

let shop;
let owner;
before(async () => {
  shop = await open();
  owner = await shop.visit();
  await owner.go("/dashboard/sign-up");
  const body = { name: MARKUP, email: EMAIL, company: MARKUP };
  assert.equal((await owner.api("sign-up", { method: "POST", body })).status, 202);
  await followLink(owner, await takeMail(shop.server, EMAIL, /^Confirm your address/));
  await owner.page.waitForURL(`${shop.server.url}/dashboard/`);
  const { packs } = (await owner.api("service")).body.data;
  assert.equal((await owner.api("test-payments", { method: "POST", body: { pack: packs[0].name } })).status, 200);
  for (const reference of [MARKUP, "javascript:hacked=1"]) {
    const granted = await operator(shop.server)(`/accounts/${encodeURIComponent(EMAIL)}/credits`, { credits: 1, reference, reason: MARKUP });
    assert.equal(granted.status, 200, granted.text);
  }
});
after(() => shop?.close());

/** Fails if any of it became more than text. */
async function assertText({ page }, what) {
  const found = await page.evaluate(() => ({
    hacked: globalThis.hacked,
    marked: document.querySelectorAll("[data-hacked]").length,
    handlers: [...document.querySelectorAll("*")].flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith("on")),
    scripts: [...document.scripts].filter((script) => !script.src.startsWith(location.origin)).length,
    addresses: [...document.querySelectorAll("[href], [src], [action]")].map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? one.getAttribute("action")).filter((address) => /^\s*(javascript|data|vbscript):/i.test(address)),
  }));
  assert.deepEqual(found, { hacked: undefined, marked: 0, handlers: [], scripts: 0, addresses: [] }, what);
}

for (const path of PAGES) {
  test(`${path} shows them as text`, async () => {
    await owner.go(path);
    await assertText(owner, path);
    owner.content();
  });
}

test("they stand there as they are, not changed into something else", async () => {
  await owner.go("/dashboard/settings");
  assert.equal(await owner.page.getByLabel("Name").inputValue(), MARKUP);
  await owner.go("/dashboard/ledger");
  assert.ok((await owner.page.locator("main").textContent()).includes(MARKUP));
  await owner.go("/dashboard/outbox");
  assert.ok((await owner.page.locator("main").textContent()).includes(EMAIL));
});

test("on the operator's page, in its rows, its questions and its answers", async () => {
  const reference = `<b data-hacked>${EMAIL.slice(0, 20)}`;
  await shop.stripe.pay(shop.stripe.strangeSession({ customer_details: { email: EMAIL }, client_reference_id: reference }));
  const manager = await shop.visit();
  const { page } = manager;
  await manager.go("/operator/");
  await page.getByLabel("Operator secret").fill(shop.server.operatorSecret);
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator("#unmatched tr", { hasText: "@example.com" }).first().waitFor();
  await manager.settle();
  await assertText(manager, "operator's page");
  assert.ok((await page.locator("main").textContent()).includes(EMAIL));
  await page.getByRole("button", { name: `Grant credits ${EMAIL}` }).click();
  await page.getByRole("dialog").waitFor();
  await assertText(manager, "operator's question");
  shop.content();
});

test("in errors, whatever the service says and whatever stands in an address", async () => {
  const visitor = await shop.visit();
  const said = { status: 400, contentType: "application/json", body: JSON.stringify({ success: false, error: { code: MARKUP, message: MARKUP, request_id: MARKUP, details: [{ parameter: "email", code: MARKUP, message: MARKUP }, { parameter: MARKUP, code: MARKUP, message: MARKUP }] } }) };
  await visitor.page.route("**/dashboard/api/sign-in", (route) => route.fulfill(said));
  await visitor.go(`/dashboard/sign-in?then=${encodeURIComponent(MARKUP)}`);
  await visitor.page.getByLabel("E-mail address").fill("a@example.com");
  await visitor.page.getByRole("button", { name: "Send link" }).click();
  await visitor.page.getByText(MARKUP, { exact: false }).first().waitFor();
  await assertText(visitor, "sign-in");
  for (const path of [`/dashboard/confirm#${encodeURIComponent(MARKUP)}`, `/dashboard/confirm#${MARKUP.replaceAll(" ", "%20")}`, `/docs/#${encodeURIComponent(MARKUP)}`, `/?q=${encodeURIComponent(MARKUP)}`]) {
    await visitor.go(path);
    await assertText(visitor, path);
  }
  await owner.go(`/dashboard/buy?paid=${encodeURIComponent(MARKUP)}`);
  await assertText(owner, "buy");
  shop.content();
});
