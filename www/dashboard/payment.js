// Waits until a payment just made is booked: coming back from Stripe is no proof, the webhook is.

import { el } from "../dom.js";
import { ApiError, explain, get } from "./api.js";
import { number } from "./format.js";

const EVERY = 1500; // ms
const TRIES = 40; // a minute

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY));

const box = (kind, title, text, ...more) => el("div", { class: `notice ${kind}` }, el("div", {}, el("h2", {}, title), el("p", {}, text)), ...more);

async function booked({ credits }) {
  const { balance, token } = await get("account");
  const text = `${number(credits)} credits were added. Your balance is ${number(balance.current)}.`;
  const next = token?.waiting && el("a", { class: "button primary", href: "/dashboard/token" }, "Show token");
  return box("good", "Payment received", next ? `${text} Your API token is ready.` : text, next || "");
}

const ENDS = {
  failed: () => box("bad", "The payment failed", "Nothing was charged and no credits were added. You can try again with another payment method."),
  waiting: () => box("alert", "Waiting for the bank", "This payment method takes a few days. The credits are added as soon as the money arrives; we send you a mail then."),
};
const SLOW = () => box("alert", "Not booked yet", "Stripe has not reported the payment to us yet. Nothing is lost: the credits are added as soon as it does, and we send you a mail.");
const LOOKING = () => box("", "Booking your payment …", "This takes a few seconds. You can leave this page; nothing is lost.");

const find = async (session) => (await get("payments")).payments.find((one) => one.session === session);

/** Asks until the payment of this Checkout session has ended one way or the other; a network that is down is asked again. */
async function settle(session) {
  for (let tries = 0; tries < TRIES; tries++) {
    const payment = await find(session).catch((error) => {
      if (!(error instanceof ApiError) || ![0, 429, 502, 503, 504].includes(error.status)) throw error;
    });
    if (payment) return (ENDS[payment.state] ?? booked)(payment);
    await pause();
  }
  return SLOW();
}

/** Shows in `place` what becomes of a payment. */
export async function follow(session, place) {
  place.replaceChildren(LOOKING());
  try {
    place.replaceChildren(await settle(session));
  } catch (error) {
    place.replaceChildren(box("bad", "The payment could not be looked up", explain(error)));
  }
}
