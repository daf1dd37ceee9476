// Buying: packs, what became of a payment just made, and all payments with their receipts.

import { byId, el } from "../dom.js";
import { explain, get, post } from "./api.js";
import { onPress } from "./form.js";
import { count, money, number, perThousand, time } from "./format.js";
import { follow } from "./payment.js";
import { start } from "./shell.js";
import { table } from "./table.js";

async function checkOut(pack) {
  const { url } = await post("checkouts", { pack });
  location.assign(url);
}

/** In development: as if the pack had been paid at Stripe. */
async function pretend(pack) {
  const { session } = await post("test-payments", { pack });
  history.replaceState(null, "", `/dashboard/buy?paid=${encodeURIComponent(session)}`);
  await watch(session);
}

function packButton(label, of, act, kind) {
  const button = el("button", { type: "button", class: kind }, label, el("span", { class: "unseen" }, ` ${of}`));
  onPress(button, act, byId("wrong"));
  return button;
}

function packCard({ name, credits, price, currency }, { checkout, development }) {
  return el(
    "li",
    { class: "card pack" },
    el("h3", {}, name),
    el("p", { class: "credits" }, el("b", {}, number(credits)), " credits"),
    el("p", { class: "price" }, money(price, currency)),
    el("p", { class: "note" }, `${perThousand(price, credits, currency)} per 1,000`),
    checkout && packButton("Buy", name, () => checkOut(name), "primary"),
    development && packButton("Test payment", name, () => pretend(name), checkout ? undefined : "primary"),
  );
}

function terms({ checkout, development, packs }) {
  if (!packs.length) return "No packs are on sale at the moment. Ask whoever runs this service for credits.";
  if (checkout) return "You pay at Stripe, and come back here. We never see your card.";
  if (development) return "Stripe is not connected here. A test payment moves no money, but goes through the same webhook as a real one.";
  return "Payments are not set up on this service yet. Ask whoever runs it for credits.";
}

const STATES = {
  paid: ["Paid", "good"],
  waiting: ["Waiting for the bank", "alert"],
  failed: ["Failed", "bad"],
  partly_refunded: ["Partly refunded", "alert"],
  refunded: ["Refunded", ""],
  disputed: ["Disputed", "bad"],
};

function paymentRow({ session, at, amount, currency, credits, refunded, state, receipt }) {
  const [name, kind] = STATES[state] ?? [state, ""];
  const address = `/dashboard/api/payments/${encodeURIComponent(session)}/receipt`;
  const back = refunded > 0 && el("small", {}, ` ${money(refunded, currency)} back`);
  const link = receipt && el("a", { href: address, target: "_blank", rel: "noopener" }, "Receipt", el("span", { class: "unseen" }, ` of ${time(at)}, opens at Stripe`));
  return [el("time", { datetime: at }, time(at)), money(amount, currency), number(credits), [el("span", { class: `badge ${kind}` }, name), back], link || "None"];
}

async function drawPayments() {
  const { payments } = await get("payments");
  const head = ["Date", "Amount#", "Credits#", "State", "Receipt"];
  const empty = el("p", { class: "empty" }, "No payments yet. They appear here as soon as Stripe tells us about them.");
  byId("payments").replaceChildren(payments.length ? table("Payments", head, payments.map(paymentRow)) : empty);
}

/** Shows what becomes of a payment, then the list with it. */
async function watch(session) {
  await follow(session, byId("progress"));
  await drawPayments().catch((error) => (byId("wrong").textContent = explain(error)));
}

function cancelled() {
  byId("progress").replaceChildren(el("div", { class: "notice" }, el("p", {}, "You left before you paid. Nothing was charged.")));
}

start(async (_, service) => {
  const asked = new URLSearchParams(location.search);
  byId("price").textContent = count(service.credits_per_page, "credit");
  byId("packs").replaceChildren(...service.packs.map((pack) => packCard(pack, service)));
  byId("terms").textContent = terms(service);
  await drawPayments();
  if (asked.has("cancelled")) cancelled();
  if (asked.get("paid")) watch(asked.get("paid"));
});
