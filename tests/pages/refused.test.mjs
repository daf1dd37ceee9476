// What is refused, and what the pages say then.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { withDatabase } from "../api/support/databases.mjs";
import { load, post } from "../api/support/posts.mjs";
import { operator } from "../api/support/api.mjs";
import { askToSignIn, askToSignUp, codeOf, followLink, open, showToken, signUp, takeMail, tried } from "./support/owner.mjs";

let shop;
before(async () => {
  shop = await open();
  await load(shop.server, [post("1", { content: "coral" })]);
});
after(() => shop?.close());

/** The heading that a page shows, once it is there. */
const heading = ({ page }, name) => page.getByRole("heading", { name, exact: true }).waitFor();
const isSignedIn = async (visitor) => (await visitor.api("account")).status === 200;

let count = 0;
/** A browser in which somebody has just signed up, with an address of their own. */
async function signedUp() {
  const visitor = await shop.visit();
  const email = `owner${(count += 1)}@example.com`;
  await signUp(visitor, { email });
  return { visitor, email };
}

/** The same with a payment and its token. */
async function paying(pack = "Starter") {
  const { visitor, email } = await signedUp();
  await visitor.go("/dashboard/buy");
  await visitor.page.getByRole("button", { name: `Buy ${pack}` }).click();
  await visitor.page.getByRole("button", { name: "Pay", exact: true }).click();
  await heading(visitor, "Payment received");
  const session = [...shop.stripe.sessions.values()].at(-1);
  return { visitor, email, session, token: await showToken(visitor) };
}

const balance = async (visitor) => (await visitor.api("account")).body.data.balance.current;

describe("a link", () => {
  test("that has expired no longer works, nor does its code", async () => {
    const visitor = await shop.visit();
    await askToSignUp(visitor, { email: "late@example.com" });
    const mail = await takeMail(shop.server, "late@example.com");
    withDatabase(shop.server.state, "ACCOUNTS", (database) => database.prepare("UPDATE links SET expires_at = ? WHERE email_key = 'late@example.com'").run(Date.now() - 1));
    await visitor.page.getByLabel("Code from the mail").fill(codeOf(mail));
    await visitor.page.getByRole("button", { name: "Continue" }).click();
    await visitor.page.getByText("This code is not valid").waitFor();
    await followLink(visitor, mail);
    await heading(visitor, "This link no longer works");
    assert.equal(await isSignedIn(visitor), false);
    visitor.content();
  });

  test("works once", async () => {
    const visitor = await shop.visit();
    await askToSignUp(visitor, { email: "once@example.com" });
    const mail = await takeMail(shop.server, "once@example.com");
    await followLink(visitor, mail);
    await visitor.page.waitForURL(/\/dashboard\/$/);
    await followLink(visitor, mail);
    await heading(visitor, "This link no longer works");
    assert.equal(await isSignedIn(visitor), true, "who is in stays in");
    visitor.content();
  });

  test("is not used up by a browser that did not ask for it, and works in the one that did", async () => {
    const [asking, other] = [await shop.visit(), await shop.visit()];
    await askToSignUp(asking, { email: "two@example.com" });
    const mail = await takeMail(shop.server, "two@example.com");
    await followLink(other, mail);
    await heading(other, "Requested in another browser");
    assert.equal(await isSignedIn(other), false);
    await followLink(asking, mail);
    await asking.page.waitForURL(/\/dashboard\/$/);
    assert.equal(await isSignedIn(asking), true);
    shop.content();
  });

  test("can be replaced by the code, typed into the browser that asked and into no other", async () => {
    const [asking, other] = [await shop.visit(), await shop.visit()];
    await askToSignUp(asking, { email: "code@example.com" });
    const code = codeOf(await takeMail(shop.server, "code@example.com"));
    await other.go("/dashboard/confirm");
    await other.page.getByLabel("Code from the mail").fill(code);
    await other.page.getByRole("button", { name: "Continue" }).last().click();
    await other.page.getByText("This code is not valid").waitFor();
    await asking.page.getByLabel("Code from the mail").fill(`${code.slice(0, 4)} ${code.slice(4)}`);
    await asking.page.getByRole("button", { name: "Continue" }).click();
    await asking.page.waitForURL(/\/dashboard\/$/);
    shop.content();
  });

  test("is asked for in the same words, whether there is an account or not", async () => {
    const said = [];
    const { email } = await signedUp();
    for (const address of [email, "nobody@example.com"]) {
      const visitor = await shop.visit();
      const answer = visitor.page.waitForResponse((response) => response.url().endsWith("/dashboard/api/sign-in"));
      await askToSignIn(visitor, address);
      await visitor.page.getByRole("link", { name: "outbox" }).waitFor(); // drawn last
      said.push([(await answer).status(), await (await answer).json(), (await visitor.page.locator("#mailed").innerText()).replace(address, "ADDRESS")]);
      visitor.content();
    }
    assert.deepEqual(said[0], said[1]);
  });
});

test("a page of another origin changes nothing, though the cookie comes along", async () => {
  const { visitor } = await signedUp();
  const elsewhere = shop.stripe.url.replace("127.0.0.1", "localhost"); // another origin, and the same site
  const evil = await visitor.context.newPage();
  await visitor.expecting(/localhost|127\.0\.0\.1/, async () => {
    await evil.goto(`${elsewhere}/invoice/evil`);
    const refused = evil.waitForResponse((response) => response.url().endsWith("/sign-out"));
    const send = (url) => fetch(url, { method: "POST", mode: "no-cors", credentials: "include", body: '{"everywhere":true}' }).catch(() => {});
    await evil.evaluate(send, `${shop.server.url}/dashboard/api/sign-out`);
    assert.equal((await refused).status(), 403);
    // With JSON the browser asks first, and is told nothing.
    const asked = (url) => fetch(url, { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: "{}" }).then(() => "answered", () => "refused");
    assert.equal(await evil.evaluate(asked, `${shop.server.url}/dashboard/api/sign-out`), "refused");
  });
  await evil.close();
  assert.equal(await isSignedIn(visitor), true);
  visitor.content();
});

describe("an event of Stripe's", () => {
  test("that is forged, stale, early, changed, unsigned or for another mode changes nothing", async () => {
    const { visitor, session } = await paying();
    const { stripe } = shop;
    const now = Math.floor(Date.now() / 1000);
    const more = stripe.strangeSession({ ...session, id: undefined });
    const fresh = () => stripe.event("checkout.session.completed", { ...more, id: `cs_test_${"f".repeat(20)}`, payment_status: "paid", status: "complete", payment_intent: "pi_forged" });
    for (const [what, options] of [
      ["by another secret", { secret: `whsec_${"0".repeat(48)}` }],
      ["stale", { timestamp: now - 301 }],
      ["from the future", { timestamp: now + 330 }],
      ["unsigned", { signature: null }],
      ["signed by nothing", { signature: `t=${now},v1=` }],
      ["of an old scheme only", { signature: stripe.signature("{}").replace("v1=", "v0=") }],
    ]) {
      const answer = await stripe.send(fresh(), options);
      assert.equal(answer.status, 400, what);
    }
    const event = fresh();
    const changed = await stripe.send(event, { signature: stripe.signature(JSON.stringify(event)), payload: JSON.stringify({ ...event, id: "evt_other" }) });
    assert.equal(changed.status, 400);
    assert.equal((await stripe.send({ ...fresh(), livemode: true })).status, 400);
    assert.equal(await balance(visitor), 1_000);
    visitor.content();
  });

  test("that is replayed is taken once", async () => {
    const { visitor, session } = await paying();
    const { stripe } = shop;
    const event = stripe.events.findLast(({ data }) => data.object.id === session.id);
    const payload = JSON.stringify(event);
    const signature = stripe.signature(payload);
    for (let n = 0; n < 3; n += 1) assert.equal((await stripe.send(event, { payload, signature })).status, 200);
    const again = stripe.event("checkout.session.async_payment_succeeded", session);
    assert.equal((await stripe.send(again)).status, 200);
    assert.equal(await balance(visitor), 1_000);
    visitor.content();
  });

  test("that fits no account is kept, and the operator gives it to one", async () => {
    const { visitor, email } = await signedUp();
    const stranger = shop.stripe.strangeSession({ amount_total: 1_234, currency: "eur" });
    await shop.stripe.pay(stranger);
    assert.equal(await balance(visitor), 0);
    const manager = await shop.visit();
    await manager.go("/operator/");
    await manager.page.getByLabel("Operator secret").fill(shop.server.operatorSecret);
    await manager.page.getByRole("button", { name: "Open" }).click();
    const row = manager.page.locator("#unmatched tr", { hasText: stranger.id });
    assert.match(await row.innerText(), /stranger@example\.com[\s\S]*€12\.34/);
    await row.getByRole("button", { name: /^Assign/ }).click();
    const dialog = manager.page.getByRole("dialog");
    await dialog.getByLabel("Account’s e-mail address").fill(email);
    await dialog.getByLabel("Credits").fill("1200");
    await dialog.getByRole("button", { name: "Assign payment" }).click();
    await manager.page.getByText(`${email} has 1,200 credits now.`).waitFor();
    const account = await visitor.api("account");
    assert.deepEqual([account.body.data.account.status, account.body.data.balance.current], ["active", 1_200]);
    shop.content();
  });
});

test("without credits calls are a 402, and the dashboard says why", async () => {
  const { visitor, email, token } = await paying();
  const taken = await operator(shop.server)(`/accounts/${encodeURIComponent(email)}/credits`, { credits: -1_000, reference: "all" });
  assert.equal(taken.status, 200);
  assert.deepEqual(await tried(shop.server, token), [402, "INSUFFICIENT_CREDITS"]);
  await visitor.go("/dashboard/");
  await heading(visitor, "You have no credits left");
  assert.match(await visitor.page.locator("#notices").innerText(), /INSUFFICIENT_CREDITS/);
  visitor.content();
});

test("a refund takes back its share, and the dashboard says what is missing", async () => {
  const { visitor, session, token } = await paying();
  await shop.stripe.refund(session, 301);
  assert.equal(await balance(visitor), 1_000 - Math.ceil((1_000 * 301) / 900));
  await visitor.go("/dashboard/buy");
  assert.match(await visitor.page.locator("#payments").innerText(), /Partly refunded\s+\$3\.01 back/);
  assert.deepEqual(await tried(shop.server, token), [200, null]);
  await shop.stripe.refund(session);
  assert.deepEqual(await tried(shop.server, token), [402, "INSUFFICIENT_CREDITS"]);
  await visitor.go("/dashboard/");
  await heading(visitor, "Your balance is below zero");
  visitor.content();
});

test("a dispute suspends, and one that is won undoes it", async () => {
  const { visitor, session, token } = await paying();
  assert.deepEqual(await tried(shop.server, token), [200, null]);
  const dispute = await shop.stripe.dispute(session);
  assert.deepEqual(await tried(shop.server, token), [403, "ACCOUNT_INACTIVE"]);
  await visitor.go("/dashboard/");
  await heading(visitor, "Your account is suspended");
  assert.match(await visitor.page.locator("dl.figures").innerText(), /Suspended/);
  await visitor.go("/dashboard/ledger");
  assert.match(await visitor.page.locator("main").innerText(), /Payment disputed/);
  await shop.stripe.closeDispute(dispute, "won");
  assert.equal(await balance(visitor), 999);
  assert.deepEqual(await tried(shop.server, token), [200, null]);
  visitor.content();
});

test("Stripe out of order is said, and nothing is charged", async () => {
  const { visitor } = await signedUp();
  await visitor.go("/dashboard/buy");
  shop.stripe.broken = 500;
  try {
    await visitor.expecting(/503/, async () => {
      await visitor.page.getByRole("button", { name: "Buy Starter" }).click();
      await visitor.page.getByText("Nothing was charged").waitFor();
    });
  } finally {
    shop.stripe.broken = null;
  }
  visitor.content();
});
