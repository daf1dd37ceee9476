// Stripe's webhook in the real runtime, with events that Stripe's own library signs: what they do to accounts, in any
// order and all at once, and what is refused.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import Stripe from "stripe";
import { eventually } from "../support/eventually.mjs";
import { startServer } from "../support/server.mjs";
import { API, caller, fault, operator } from "./support/api.mjs";

const WEBHOOK = "/payments/stripe/webhook";
const SECRET = "whsec_of_this_test_of_the_webhook";
const PREVIOUS = "whsec_of_before_this_test_began";
const stripe = new Stripe("sk_test_of_this_test");

let server;
let call;
let operate;
before(async () => {
  server = await startServer({ secrets: { STRIPE_WEBHOOK_SECRET: ` ${SECRET} `, STRIPE_WEBHOOK_SECRET_PREVIOUS: PREVIOUS } });
  call = caller(server);
  operate = operator(server);
});
after(async () => {
  try {
    assert.equal((await operate("/stats")).body.data.ledger.mismatched, 0, "every balance is the sum of its ledger");
  } finally {
    await server?.stop();
  }
});

const name = (prefix) => `${prefix}_${randomBytes(12).toString("hex")}`;
const seconds = (ahead = 0) => Math.floor(Date.now() / 1000) + ahead;
const signed = (payload, { secret = SECRET, timestamp = seconds() } = {}) => stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

/** Posts a payload under a signature; null: none. */
function post(payload, signature = signed(payload), headers = {}) {
  const sent = { "content-type": "application/json; charset=utf-8", ...headers, ...(signature === null ? {} : { "stripe-signature": signature }) };
  return server.call(WEBHOOK, { method: "POST", headers: sent, body: payload });
}

const event = (type, object, over = {}) => ({ id: name("evt"), object: "event", api_version: Stripe.API_VERSION, created: seconds(), livemode: false, type, data: { object }, ...over });

async function tell(...about) {
  const answer = await post(JSON.stringify(event(...about)));
  assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { received: true } }], answer.text);
  return answer;
}

/** A paid session, of an account that a Payment Link names. */
const paidSession = (reference, over = {}) => ({
  id: name("cs_test"), object: "checkout.session", mode: "payment", payment_status: "paid", amount_total: 900, currency: "usd",
  payment_intent: name("pi"), invoice: null, client_reference_id: reference, customer_details: { email: "payer@example.com" }, ...over,
});
const charge = (session, refunded) => ({ id: name("ch"), object: "charge", amount: session.amount_total, amount_refunded: refunded, currency: session.currency, payment_intent: session.payment_intent });
const dispute = (session, status, id) => ({ id, object: "dispute", amount: session.amount_total, currency: session.currency, payment_intent: session.payment_intent, status });

let made = 0;
/** A new account: its reference at Stripe, and a way to see its balance and status. */
async function newAccount() {
  // The first account is the server's own: references count from there.
  made += 1;
  const email = `payer${made}@example.com`;
  const answer = await operate("/accounts", { name: "P", email, company: "", credits: 5 });
  assert.equal(answer.status, 201, answer.text);
  const { token } = answer.body.data;
  const see = async () => {
    const listed = (await operate("/accounts?limit=100")).body.data.accounts.find((one) => one.email === email);
    return [listed.balance.current, listed.status];
  };
  return { reference: `account_${made + 1}`, email, token, see };
}

async function unmatched() {
  return (await operate("/payments?limit=100")).body.data.payments;
}

describe("a payment", () => {
  test("is booked once, however often and at once its events come", async () => {
    const account = await newAccount();
    const session = paidSession(account.reference);
    const events = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];
    await Promise.all(Array.from({ length: 20 }, (_, n) => tell(events[n % 2], session)));
    assert.deepEqual(await account.see(), [1005, "active"]);
  });

  test("is taken back by refunds and disputes, given back by a dispute that is won, and may leave less than nothing", async () => {
    const account = await newAccount();
    const session = paidSession(account.reference, { amount_total: 7900 });
    // A refund that comes before the payment.
    await tell("charge.refunded", charge(session, 79));
    assert.deepEqual(await account.see(), [5, "active"]);
    await tell("checkout.session.completed", session);
    assert.deepEqual(await account.see(), [9905, "active"]);
    const of = name("dp");
    await tell("charge.dispute.created", dispute(session, "warning_needs_response", of));
    assert.deepEqual(await account.see(), [9905, "active"]);
    await tell("charge.dispute.created", dispute(session, "needs_response", of));
    assert.deepEqual(await account.see(), [5, "suspended"]);
    fault(await call(`${API}/account`, { token: account.token }), 403, "ACCOUNT_INACTIVE");
    await tell("charge.dispute.closed", dispute(session, "won", of));
    await tell("charge.dispute.updated", dispute(session, "under_review", of));
    assert.deepEqual(await account.see(), [9905, "active"]);
    await operate(`/accounts/${account.email}/credits`, { credits: -9000, reference: "spent" });
    await tell("charge.refunded", charge(session, 7900));
    await tell("charge.refunded", charge(session, 100), { created: seconds(-60) });
    assert.deepEqual(await account.see(), [-8995, "active"]);
  });

  test("is given back by a refund that fails, and all of it taken by a dispute in another currency", async () => {
    const account = await newAccount();
    const session = paidSession(account.reference);
    const refund = { id: name("re"), object: "refund", amount: 450, currency: "usd", created: seconds(-60), payment_intent: session.payment_intent };
    await tell("checkout.session.completed", session);
    await tell("refund.created", { ...refund, status: "pending" }, { created: seconds(-60) });
    await tell("charge.refunded", charge(session, 450), { created: seconds(-60) });
    assert.deepEqual(await account.see(), [505, "active"]);
    // What is known of it outlives the runtime.
    await server.crash();
    await server.restart();
    await tell("refund.failed", { ...refund, status: "failed" });
    await tell("refund.updated", { ...refund, status: "succeeded" }, { created: seconds(-59) });
    assert.deepEqual(await account.see(), [1005, "active"]);
    await tell("charge.dispute.created", { ...dispute(session, "needs_response", name("dp")), amount: 68, currency: "eur" });
    assert.deepEqual(await account.see(), [5, "suspended"]);
  });

  test("by delayed money counts when that comes", async () => {
    const account = await newAccount();
    const session = paidSession(account.reference, { payment_status: "unpaid" });
    await tell("checkout.session.completed", session);
    await tell("checkout.session.async_payment_failed", session);
    assert.deepEqual(await account.see(), [5, "active"]);
    await tell("checkout.session.async_payment_succeeded", { ...session, payment_status: "paid" });
    await tell("checkout.session.async_payment_failed", session);
    assert.deepEqual(await account.see(), [1005, "active"]);
  });

  test("is taken under either secret, and under any of the signatures of a header", async () => {
    const account = await newAccount();
    const payload = JSON.stringify(event("checkout.session.completed", paidSession(account.reference)));
    const [time, current] = signed(payload).split(",");
    for (const header of [signed(payload, { secret: PREVIOUS }), `${time},v1=${"0".repeat(64)},${current},v0=1`]) {
      assert.equal((await post(payload, header, { "content-type": "text/plain" })).status, 200);
    }
    assert.deepEqual(await account.see(), [1005, "active"]);
  });
});

describe("what fits no account", () => {
  test("is kept, shown with its reason, and given to an account once", async () => {
    const account = await newAccount();
    const strange = [
      [paidSession(account.reference, { currency: "eur" }), "it is the price of no pack"],
      [paidSession(account.reference, { amount_total: 901 }), "it is the price of no pack"],
      [paidSession("account_999999"), "it names no account"],
      [paidSession("somebody-else"), "it names no account"],
      [paidSession(null), "it names no account"],
    ];
    for (const [session] of strange) await tell("checkout.session.completed", session);
    assert.deepEqual(await account.see(), [5, "active"]);
    const listed = await unmatched();
    for (const [session, reason] of strange) {
      const { at, ...found } = listed.find((one) => one.session === session.id);
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, at);
      assert.deepEqual(found, {
        session: session.id, amount: session.amount_total, currency: session.currency, credits: 0, refunded: 0, state: "unmatched",
        email: "payer@example.com", reference: session.client_reference_id, reason, account: null,
      });
    }
    const [[session]] = strange;
    const count = (await operate("/stats")).body.data.payments.unmatched;
    const given = { email: account.email.toUpperCase(), credits: 300 };
    for (let time = 0; time < 2; time += 1) {
      const answer = await operate(`/payments/${session.id}`, given);
      assert.deepEqual([answer.status, answer.body.data], [200, { balance: { current: 305, total_used: 0 } }], answer.text);
    }
    fault(await operate(`/payments/${session.id}`, { ...given, credits: 301 }), 409, "PAYMENT_ASSIGNED");
    fault(await operate("/payments/cs_test_none", given), 404, "NOT_FOUND");
    assert.equal((await operate("/stats")).body.data.payments.unmatched, count - 1);
    await tell("charge.refunded", charge(session, 450));
    assert.deepEqual(await account.see(), [155, "active"]);
  });
});

describe("what is refused", () => {
  test("is anything that is not signed now, by us, as it is; and a body of 1 MB", async () => {
    const account = await newAccount();
    const good = event("checkout.session.completed", paidSession(account.reference));
    const payload = JSON.stringify(good);
    const other = JSON.stringify({ ...good, id: "evt_other" });
    const before = await unmatched();
    for (const [told, signature] of [
      ["none", null],
      ["empty", ""],
      ["forged", `t=${seconds()},v1=${"a".repeat(64)}`],
      ["of another secret", signed(payload, { secret: "whsec_other_than_that_of_this_test" })],
      ["of another body", signed(other)],
      ["stale", signed(payload, { timestamp: seconds(-302) })],
      ["of the far future", signed(payload, { timestamp: seconds(310) })],
      ["of another scheme", signed(payload).replace("v1=", "v0=")],
    ]) {
      const { details } = fault(await post(payload, signature), 400, "INVALID_PARAMETER");
      assert.deepEqual([details.length, details[0].parameter], [1, "Stripe-Signature"], told);
    }
    for (const [over, parameter] of [
      [{ livemode: true }, "livemode"],
      [{ object: "v2.core.event" }, "object"],
    ]) {
      const text = JSON.stringify({ ...good, ...over });
      assert.equal(fault(await post(text), 400, "INVALID_PARAMETER").details[0].parameter, parameter);
    }
    const large = JSON.stringify({ ...good, padding: "x".repeat(1 << 20) });
    fault(await post(large), 413, "PAYLOAD_TOO_LARGE");
    const get = await server.call(WEBHOOK);
    assert.deepEqual([fault(get, 405, "METHOD_NOT_ALLOWED") !== null, get.headers.allow], [true, "POST"]);
    assert.deepEqual([await account.see(), (await unmatched()).length], [[5, "active"], before.length]);
  });

  test("is a replay after five minutes, and one before changes nothing", async () => {
    const account = await newAccount();
    const payload = JSON.stringify(event("checkout.session.completed", paidSession(account.reference)));
    const header = signed(payload, { timestamp: seconds(-290) });
    for (let time = 0; time < 3; time += 1) assert.equal((await post(payload, header)).status, 200);
    assert.deepEqual(await account.see(), [1005, "active"]);
    fault(await post(payload, signed(payload, { timestamp: seconds(-302) })), 400, "INVALID_PARAMETER");
  });

  test("is nothing that is only unknown", async () => {
    const before = await unmatched();
    await tell("customer.subscription.trial_will_end", { id: name("sub"), object: "subscription" });
    await tell("refund.created", { id: name("re"), object: "refund" });
    assert.equal((await unmatched()).length, before.length);
  });
});

test("outside development an event of test mode is for somebody else", async () => {
  const live = await startServer({ https: true, account: false, vars: { ENVIRONMENT: "production" }, secrets: { STRIPE_WEBHOOK_SECRET: SECRET } });
  try {
    const send = (livemode) => {
      const payload = JSON.stringify(event("customer.created", {}, { livemode }));
      return live.call(WEBHOOK, { method: "POST", headers: { "stripe-signature": signed(payload) }, body: payload });
    };
    assert.equal(fault(await send(false), 400, "INVALID_PARAMETER").details[0].parameter, "livemode");
    assert.equal((await send(true)).status, 200);
  } finally {
    await live.stop();
  }
});

for (const [wrong, vars, secrets] of [
  ["STRIPE_API_BASE", { ENVIRONMENT: "production", STRIPE_API_BASE: "http://127.0.0.1:1" }, {}],
  ["STRIPE_SECRET_KEY", {}, { STRIPE_SECRET_KEY: "pk_test_public" }],
  ["STRIPE_WEBHOOK_SECRET", {}, { STRIPE_WEBHOOK_SECRET: "whsec_not_yet" }],
  ["STRIPE_WEBHOOK_SECRET_PREVIOUS", {}, { STRIPE_WEBHOOK_SECRET_PREVIOUS: "none" }],
  ["CREDIT_PACKS", { CREDIT_PACKS: [{ name: "Free", credits: 10, price: 0, currency: "usd" }] }, {}],
]) {
  test(`a bad ${wrong} is a fault of ours, named in the log only`, async () => {
    const broken = await startServer({ account: false, vars, secrets });
    try {
      const answer = await broken.call("/dashboard/api/service");
      fault(answer, 500, "INTERNAL_ERROR");
      assert.ok(await eventually(() => broken.logs().includes(`setting ${wrong}: expected`)), broken.logs());
    } finally {
      await broken.stop();
    }
  });
}
