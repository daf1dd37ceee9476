// A stand-in for Stripe on this machine: its API as far as Postern calls it, a page in place of Checkout, and events
// that are signed by Stripe's own library. What it takes is checked as Stripe does: an unknown field is a 400.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import Stripe from "stripe";
import { call } from "../../scripts/lib/client.mjs";

/** What a checkout session may be made with. Stripe has more; a field that is misspelt is none of these. */
const FIELDS = [
  /^mode$/, /^success_url$/, /^cancel_url$/, /^client_reference_id$/, /^customer_email$/, /^customer_creation$/, /^locale$/, /^expires_at$/,
  /^metadata\[\w+\]$/, /^payment_intent_data\[(metadata\]\[\w+|description)\]$/, /^payment_method_types\[\d+\]$/, /^automatic_tax\[enabled\]$/,
  /^invoice_creation\[enabled\]$/, /^invoice_creation\[invoice_data\]\[(description|footer|metadata\]\[\w+)\]$/, /^submit_type$/,
  /^line_items\[0\]\[(quantity|price)\]$/, /^line_items\[0\]\[price_data\]\[(currency|unit_amount|tax_behavior)\]$/,
  /^line_items\[0\]\[price_data\]\[product_data\]\[(name|description|metadata\]\[\w+)\]$/,
];
const NEEDED = ["mode", "success_url", "line_items[0][quantity]", "line_items[0][price_data][currency]", "line_items[0][price_data][unit_amount]", "line_items[0][price_data][product_data][name]"];

const id = (prefix) => `${prefix}_${randomBytes(12).toString("hex")}`;
const seconds = () => Math.floor(Date.now() / 1000);

/** New secrets for a server and its stand-in. */
export const stripeSecrets = () => ({
  STRIPE_SECRET_KEY: `sk_test_${randomBytes(16).toString("hex")}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString("hex")}`,
});

/**
 * Starts the stand-in. `sendTo(server)` says where its events go.
 *
 * @param {{ STRIPE_SECRET_KEY: string, STRIPE_WEBHOOK_SECRET: string }} secrets those of the server
 * @returns {Promise<Stand>}
 */
export async function startStripe(secrets) {
  const stand = new Stand(secrets);
  await stand.listen();
  return stand;
}

class Refusal extends Error {
  constructor(status, type, message, param) {
    super(message);
    Object.assign(this, { status, error: { type, message, ...(param && { param }) } });
  }
}

class Stand {
  /** Checkout sessions by their id. */
  sessions = new Map();
  /** Calls of the API, in order: method, path, headers, fields. */
  calls = [];
  /** Every event that was made, in order. */
  events = [];
  /** Events that wait to be sent by hand, while `isHolding`. */
  held = [];
  isHolding = false;
  /** What every call of the API is answered with instead, if it is set: a status. */
  broken = null;
  #answers = new Map();
  #charged = new Map();
  #webhook = null;
  #server = createServer((request, response) => this.#answer(request, response));
  #stripe;

  constructor(secrets) {
    this.secrets = secrets;
    this.#stripe = new Stripe(secrets.STRIPE_SECRET_KEY);
  }

  async listen() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** The settings of a server that uses this stand-in: for `startServer`. */
  get settings() {
    return { vars: { STRIPE_API_BASE: this.url }, secrets: this.secrets };
  }

  sendTo(server) {
    this.#webhook = `${server.url}/payments/stripe/webhook`;
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  // ---- events

  /** An event of a type, about an object. */
  event(type, object, over = {}) {
    const event = { id: id("evt"), object: "event", api_version: "2026-10-28.preview", created: seconds(), livemode: false, pending_webhooks: 1, request: { id: null, idempotency_key: null }, type, data: { object: structuredClone(object) }, ...over };
    this.events.push(event);
    return event;
  }

  /** The value of `Stripe-Signature`, as Stripe's library makes it. */
  signature(payload, { secret = this.secrets.STRIPE_WEBHOOK_SECRET, timestamp = seconds() } = {}) {
    return this.#stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  }

  /** Sends an event, and again if asked: what the webhook answered. Everything about it can be forged. */
  send(event, { payload = JSON.stringify(event), signature, headers = {}, ...signing } = {}) {
    const signed = signature === undefined ? this.signature(payload, signing) : signature;
    const sent = { "content-type": "application/json; charset=utf-8", ...(signed === null ? {} : { "stripe-signature": signed }), ...headers };
    return call(this.#webhook, { method: "POST", headers: sent, body: payload });
  }

  /** Makes an event and sends it, or holds it back. Throws where the webhook does not take it. */
  async tell(type, object) {
    const event = this.event(type, object);
    if (this.isHolding) {
      this.held.push(event);
      return event;
    }
    const answer = await this.send(event);
    if (answer.status !== 200) throw new Error(`${type}: the webhook answered ${answer.status} ${answer.text}, expected 200`);
    return event;
  }

  // ---- what customers and their banks do

  /** A session that nobody asked this API for. */
  strangeSession(over = {}) {
    return this.#keep({ amount_total: 1_000, currency: "eur", client_reference_id: null, metadata: {}, customer_details: { email: "stranger@example.com" }, ...over });
  }

  /** Pays a session. */
  async pay(session) {
    this.#complete(session, "paid");
    return this.tell("checkout.session.completed", session);
  }

  /** Chooses a way to pay that takes days; `settle` says how it ended. */
  async payLater(session) {
    this.#complete(session, "unpaid");
    return this.tell("checkout.session.completed", session);
  }

  async settle(session, isPaid) {
    if (isPaid) session.payment_status = "paid";
    return this.tell(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, session);
  }

  /** Pays some of it back, or all. */
  async refund(session, amount) {
    const charge = this.charge(session);
    charge.amount_refunded = Math.min(charge.amount, charge.amount_refunded + (amount ?? charge.amount));
    charge.refunded = charge.amount_refunded === charge.amount;
    return this.tell("charge.refunded", charge);
  }

  /** Objects to a payment; returns the dispute. */
  async dispute(session, amount = session.amount_total) {
    const charge = this.charge(session);
    const dispute = { id: id("dp"), object: "dispute", amount, charge: charge.id, payment_intent: charge.payment_intent, currency: session.currency, reason: "fraudulent", status: "needs_response", livemode: false, created: seconds(), metadata: {} };
    await this.tell("charge.dispute.created", dispute);
    return dispute;
  }

  async closeDispute(dispute, status) {
    return this.tell("charge.dispute.closed", Object.assign(dispute, { status }));
  }

  /** The charge of a session that was paid. */
  charge(session) {
    const fresh = () => ({ id: id("ch"), object: "charge", amount: session.amount_total, amount_captured: session.amount_total, amount_refunded: 0, currency: session.currency, payment_intent: session.payment_intent, paid: true, refunded: false, status: "succeeded", livemode: false, metadata: {} });
    if (!this.#charged.has(session.id)) this.#charged.set(session.id, fresh());
    return this.#charged.get(session.id);
  }

  #complete(session, payment_status) {
    Object.assign(session, { status: "complete", payment_status, payment_intent: session.payment_intent ?? id("pi"), invoice: session.invoice ?? id("in"), customer_details: session.customer_details ?? { email: session.customer_email ?? "payer@example.com" } });
  }

  #keep(fields) {
    const session = { id: `cs_test_${randomBytes(24).toString("hex")}`, object: "checkout.session", created: seconds(), livemode: false, mode: "payment", status: "open", payment_status: "unpaid", payment_intent: null, invoice: null, customer: null, customer_details: null, customer_email: null, ...fields };
    session.url = `${this.url}/pay/${session.id}`;
    this.sessions.set(session.id, session);
    return session;
  }

  // ---- HTTP

  async #answer(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString("utf8");
    try {
      const [status, headers, text] = await this.#route(request, body);
      response.writeHead(status, headers).end(text);
    } catch (error) {
      const status = error.status ?? 500;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: error.error ?? { type: "api_error", message: error.stack } }));
    }
  }

  async #route(request, body) {
    const [path] = request.url.split("?");
    const [, place, of] = /^\/(pay|invoice)\/(\w+)$/.exec(path) ?? [];
    const session = place === "pay" ? this.sessions.get(of) : undefined;
    if (session && request.method === "GET") return html(checkoutPage(session));
    if (session && request.method === "POST") return this.#choose(session, new URLSearchParams(body).get("choice"));
    if (place === "invoice") return html(`<h1>Receipt</h1><p>${of}</p>`);
    if (path === "/favicon.ico") return [204, {}, ""];
    return [200, { "content-type": "application/json" }, JSON.stringify(this.#api(request, path, body))];
  }

  async #choose(session, choice) {
    if (choice === "cancel") return redirect(session.cancel_url);
    await (choice === "pay" ? this.pay(session) : this.payLater(session));
    return redirect(session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id));
  }

  #api(request, path, body) {
    const { authorization, "idempotency-key": key } = request.headers;
    const fields = Object.fromEntries(new URLSearchParams(body));
    this.calls.push({ method: request.method, path, headers: request.headers, fields });
    if (this.broken) throw new Refusal(this.broken, "api_error", "the stand-in is broken");
    if (authorization !== `Bearer ${this.secrets.STRIPE_SECRET_KEY}`) throw new Refusal(401, "invalid_request_error", "Invalid API Key provided");
    const invoice = /^\/v1\/invoices\/(\w+)$/.exec(path)?.[1];
    if (request.method === "GET" && invoice) return this.#invoice(invoice);
    if (request.method !== "POST" || path !== "/v1/checkout/sessions") throw new Refusal(404, "invalid_request_error", `Unrecognized request URL (${request.method}: ${path})`);
    if (!/^application\/x-www-form-urlencoded\b/.test(request.headers["content-type"])) throw new Refusal(400, "invalid_request_error", "expected a form");
    if (!key) throw new Refusal(400, "invalid_request_error", "expected an Idempotency-Key");
    const before = this.#answers.get(key);
    if (before && before.body !== body) throw new Refusal(400, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters they were first used with.");
    if (!before) this.#answers.set(key, { body, session: this.#create(fields) });
    return this.#answers.get(key).session;
  }

  #create(fields) {
    const unknown = Object.keys(fields).find((name) => !FIELDS.some((field) => field.test(name)));
    if (unknown) throw new Refusal(400, "invalid_request_error", `Received unknown parameter: ${unknown}`, unknown);
    const missing = NEEDED.find((name) => !fields[name]);
    if (missing) throw new Refusal(400, "invalid_request_error", `Missing required param: ${missing}.`, missing);
    if (fields.client_reference_id && !/^[A-Za-z0-9_-]{1,200}$/.test(fields.client_reference_id)) throw new Refusal(400, "invalid_request_error", "Invalid client_reference_id", "client_reference_id");
    const amount = Number(fields["line_items[0][price_data][unit_amount]"]) * Number(fields["line_items[0][quantity]"]);
    if (!Number.isSafeInteger(amount) || amount < 50) throw new Refusal(400, "invalid_request_error", "Invalid amount", "line_items");
    const metadata = Object.entries(fields).filter(([name]) => name.startsWith("metadata[")).map(([name, value]) => [name.slice(9, -1), value]);
    return this.#keep({
      amount_total: amount,
      amount_subtotal: amount,
      currency: fields["line_items[0][price_data][currency]"].toLowerCase(),
      client_reference_id: fields.client_reference_id ?? null,
      customer_email: fields.customer_email ?? null,
      metadata: Object.fromEntries(metadata),
      success_url: fields.success_url,
      cancel_url: fields.cancel_url ?? null,
      description: fields["line_items[0][price_data][product_data][name]"],
    });
  }

  #invoice(of) {
    const session = [...this.sessions.values()].find(({ invoice }) => invoice === of);
    if (!session) throw new Refusal(404, "invalid_request_error", `No such invoice: '${of}'`, "id");
    return { id: of, object: "invoice", status: "paid", hosted_invoice_url: `${this.url}/invoice/${of}`, livemode: false };
  }
}

const html = (body) => [200, { "content-type": "text/html; charset=utf-8" }, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title><body>${body}`];
const redirect = (location) => [303, { location }, ""];

function checkoutPage({ description, amount_total, currency }) {
  const button = (choice, text) => `<button name="choice" value="${choice}">${text}</button>`;
  return `<h1>Checkout</h1><p>${description}: ${amount_total} ${currency}</p><form method="post">${button("pay", "Pay")}${button("later", "Pay later")}${button("cancel", "Cancel")}</form>`;
}
