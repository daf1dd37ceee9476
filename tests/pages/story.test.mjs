// An owner's whole way, as one would go it: from signing up to deleting the account.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { askToSignIn, buy, followLink, linkOf, mails, open, showToken, signIn, signUp, takeMail, tried } from "./support/owner.mjs";

const TOKEN = /^postern_live_[0-9A-Za-z]{49}$/;
const EMAIL = "ada@example.com";
const NEW_EMAIL = "ada.reef@example.com";
const DEAD = [401, "INVALID_API_TOKEN"];
const GOOD = [200, null];

describe("an owner", () => {
  let shop;
  let owner;
  let page;
  let token;
  before(async () => {
    shop = await open();
    await load(shop.server, ["1", "2", "3"].map((id) => post(id, { content: "coral" })));
    owner = await shop.visit();
    page = owner.page;
  });
  after(() => shop?.close());

  /** What the overview says of the account: the figures by their names. */
  const figures = async () => {
    await owner.go("/dashboard/");
    const pairs = await page.locator("dl.figures > div").evaluateAll((all) => all.map((one) => [one.querySelector("dt").textContent, one.querySelector("dd span").textContent]));
    return Object.fromEntries(pairs);
  };
  const answerDialog = async (name, action) => {
    await page.getByRole("button", { name, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: action, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };

  test("signs up by the link of a mail, which the outbox shows", async () => {
    const reader = await shop.visit();
    await signUp(owner, { name: "Ada Reef", email: EMAIL, company: "Reef Ltd" });
    assert.equal((await figures()).Status, "Pending");
    assert.match(await page.locator("#notices").innerText(), /not active yet/i);
    const test = (await owner.api("account")).body.data.test_token;
    assert.ok((await page.locator("#first-call pre").innerText()).includes(`Bearer ${test}"`));
    assert.deepEqual(await tried(shop.server, test), GOOD);
    await reader.go("/dashboard/outbox");
    assert.ok((await reader.page.locator("main").innerText()).includes(EMAIL));
    await owner.go("/dashboard/token");
    assert.match(await page.locator("#token").innerText(), /made when your first payment arrives/);
    shop.content();
  });

  test("buys a pack at Checkout, and is told that it is booked", async () => {
    await buy(owner, "Starter");
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.match(await page.locator("#progress").innerText(), /1,000 credits were added\. Your balance is 1,000\. Your API token is ready\./);
    assert.match(await page.locator("#payments").innerText(), /\$9\.00[\s\S]*1,000[\s\S]*Paid/);
    const [call] = shop.stripe.calls;
    assert.equal(call.fields.customer_email, EMAIL);
    assert.ok(call.headers["stripe-version"], "the version of Stripe's API is pinned");
    const paid = await takeMail(shop.server, EMAIL, /payment arrived/);
    assert.match(paid.text, /1,?000 credits/);
    assert.ok(!(await takeMail(shop.server, EMAIL, /token is ready/)).text.includes("postern_live_"));
    const current = await figures();
    assert.deepEqual([current.Status, current.Balance], ["Active", "1,000"]);
    shop.content();
  });

  test("opens the receipt at Stripe", async () => {
    await owner.go("/dashboard/buy");
    const [receipt] = await Promise.all([owner.context.waitForEvent("page"), page.getByRole("link", { name: /^Receipt/ }).click()]);
    await receipt.waitForURL(`${shop.stripe.url}/invoice/**`);
    await receipt.close();
    shop.content();
  });

  test("sees the token once", async () => {
    token = await showToken(owner);
    assert.match(token, TOKEN);
    await page.getByRole("button", { name: "I have saved it" }).click();
    assert.ok(!(await page.content()).includes(token));
    await owner.go("/dashboard/token");
    assert.ok(!(await page.content()).includes(token));
    assert.equal(await page.getByRole("button", { name: "Show token" }).count(), 0);
    assert.match(await page.locator("#token").innerText(), new RegExp(`…${token.slice(-4)}`));
    const again = await owner.api("token", { method: "POST", body: { action: "show" } });
    assert.deepEqual([again.status, again.body.error.code], [409, "NOTHING_TO_SHOW"]);
    shop.content();
  });

  test("calls the API with it, and sees the call in the chart, its table and the file", async () => {
    assert.deepEqual(await tried(shop.server, token), GOOD);
    await owner.go("/dashboard/");
    const chart = page.locator("#chart svg");
    assert.match(await chart.getAttribute("aria-label"), /^Bar chart: 1 call and 1 credit from /);
    await page.getByText("Show as a table").click();
    const row = page.locator("#chart tbody tr").first();
    assert.deepEqual((await row.locator("td, th").allInnerTexts()).slice(1), ["1", "1"]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download CSV" }).click()]);
    const lines = (await (await download.createReadStream()).toArray()).join("").trim().split(/\r?\n/);
    assert.equal(lines.length, 31);
    assert.match(lines.at(-1), /^\d{4}-\d\d-\d\d,1,1$/);
    assert.deepEqual((await figures()).Balance, "999");
    await owner.go("/dashboard/ledger");
    assert.match(await page.locator("main").innerText(), /Pages served[\s\S]*999[\s\S]*Credits bought[\s\S]*1,000/);
    shop.content();
  });

  test("regenerates it: the old one is dead at the very next call", async () => {
    await owner.go("/dashboard/token");
    await answerDialog("Regenerate", "Regenerate");
    const old = token;
    token = await page.locator("#secret-token").innerText();
    assert.match(token, TOKEN);
    assert.deepEqual(await tried(shop.server, old), DEAD);
    assert.deepEqual(await tried(shop.server, token), GOOD);
    await takeMail(shop.server, EMAIL, /token/i);
    shop.content();
  });

  test("revokes it, and creates another one", async () => {
    await owner.go("/dashboard/token");
    await answerDialog("Revoke", "Revoke");
    assert.deepEqual(await tried(shop.server, token), DEAD);
    assert.match(await page.locator("#token").innerText(), /There is none at the moment/);
    await takeMail(shop.server, EMAIL, /revoked/i);
    await answerDialog("Create token", "Create token");
    token = await page.locator("#secret-token").innerText();
    assert.deepEqual(await tried(shop.server, token), GOOD);
    shop.content();
  });

  test("buys by a test payment, in development", async () => {
    await owner.go("/dashboard/buy");
    await page.getByRole("button", { name: "Test payment Standard" }).click();
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.equal((await figures()).Balance, "10,997");
    shop.content();
  });

  test("leaves Checkout, and nothing is charged; pays later, and waits for the bank", async () => {
    await buy(owner, "Starter", "Cancel");
    await page.getByText("Nothing was charged").waitFor();
    await buy(owner, "Starter", "Pay later");
    await page.getByRole("heading", { name: "Waiting for the bank" }).waitFor();
    assert.equal((await figures()).Balance, "10,997");
    await shop.stripe.settle([...shop.stripe.sessions.values()].at(-1), true);
    assert.equal((await figures()).Balance, "11,997");
    shop.content();
  });

  test("changes name, company and the cap of browser tokens", async () => {
    await owner.go("/dashboard/settings");
    await page.getByLabel("Name").fill("Ada B. Reef");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.locator("#profile-said", { hasText: "Saved." }).waitFor();
    await page.getByLabel("Daily cap").fill("250");
    await page.getByRole("button", { name: "Save cap" }).click();
    await page.locator("#cap-said", { hasText: "Saved." }).waitFor();
    const { body } = await owner.api("account");
    assert.deepEqual([body.data.account.name, body.data.settings.browser_cap], ["Ada B. Reef", 250]);
    shop.content();
  });

  test("signs out here, and everywhere", async () => {
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.goto("/dashboard/ledger");
    await page.waitForURL(/\/dashboard\/sign-in\?then=/);
    await signIn(owner, EMAIL);
    const phone = await shop.visit({ viewport: { width: 390, height: 800 } });
    await signIn(phone, EMAIL);
    await owner.go("/dashboard/settings");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("You are signed out.").waitFor();
    await phone.page.goto("/dashboard/");
    await phone.page.waitForURL(/\/dashboard\/sign-in/);
    assert.equal((await phone.api("account")).status, 401);
    assert.deepEqual(await tried(shop.server, token), GOOD, "a token is no session");
    shop.content();
  });

  test("changes the e-mail address by the link that the new one gets", async () => {
    await signIn(owner, EMAIL);
    await owner.go("/dashboard/settings");
    await page.getByLabel("New e-mail address").fill(NEW_EMAIL);
    await page.getByRole("button", { name: "Send confirmation link" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
    assert.equal((await owner.api("account")).body.data.account.email, EMAIL);
    await followLink(owner, await takeMail(shop.server, NEW_EMAIL));
    await page.getByRole("heading", { name: "E-mail address changed" }).waitFor();
    assert.equal((await owner.api("account")).body.data.account.email, NEW_EMAIL);
    assert.match((await takeMail(shop.server, EMAIL, /address/i)).text, new RegExp(NEW_EMAIL));
    shop.content();
  });

  test("deletes the account with its data", async () => {
    await owner.go("/dashboard/settings");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("someone@example.com");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByText(`Type ${NEW_EMAIL} to continue.`).waitFor();
    assert.deepEqual(await tried(shop.server, token), GOOD);
    await dialog.getByRole("textbox").fill(NEW_EMAIL);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.getByText("Your account and its data are deleted.").waitFor();
    assert.deepEqual(await tried(shop.server, token), DEAD);
    assert.equal((await owner.api("account")).status, 401);
    const seen = (await mails(shop.server)).length;
    await askToSignIn(owner, NEW_EMAIL);
    const [newest, ...others] = await mails(shop.server);
    assert.equal(others.length, seen, JSON.stringify(others.map(({ subject }) => subject)));
    assert.doesNotMatch(newest.text, /Ada/);
    assert.throws(() => linkOf(shop.server, newest), `a link for an account that is gone: ${newest.text}`);
    shop.content();
  });
});
