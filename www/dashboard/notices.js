// What the state of an account means for its owner, and what to do about it.

import { el } from "../dom.js";
import { count } from "./format.js";

const BUY = ["/dashboard/buy", "Buy credits"];

const STATUSES = {
  pending: {
    kind: "alert",
    title: "Your account is not active yet",
    text: "Your first payment activates it and makes your API token. Until then only your test token works.",
    action: BUY,
  },
  suspended: {
    kind: "bad",
    title: "Your account is suspended",
    text: "Calls are refused with ACCOUNT_INACTIVE. This happens when a payment is disputed, or when whoever runs this service decides so. Get in touch with them to sort it out.",
    action: ["/dashboard/ledger", "See the ledger"],
  },
};

const NEGATIVE = {
  kind: "bad",
  title: "Your balance is below zero",
  text: "A refund or a dispute took back credits that you had already used. Calls are refused until the balance is above zero.",
  action: BUY,
};
const EMPTY = {
  kind: "bad",
  title: "You have no credits left",
  text: "Calls are refused with INSUFFICIENT_CREDITS until you buy more.",
  action: BUY,
};
const low = (balance) => ({
  kind: "alert",
  title: "Your credits are running low",
  text: `${count(balance, "credit")} left. At zero, calls are refused.`,
  action: BUY,
});
const WAITING = {
  kind: "good",
  title: "Your API token is ready",
  text: "You can see it only once. Have a safe place for it ready.",
  action: ["/dashboard/token", "Show token"],
};
const NO_TOKEN = {
  kind: "alert",
  title: "You have no API token",
  text: "You can’t read the stored posts without one. Create one to continue.",
  action: ["/dashboard/token", "Create token"],
};

function ofBalance(current, threshold) {
  if (current < 0) return NEGATIVE;
  if (current === 0) return EMPTY;
  return current <= threshold ? low(current) : undefined;
}

/** What is to be told, the gravest first. An account that never paid hears about paying once. */
export function noticesOf({ account, balance, token }, { low_balance: threshold }) {
  const { status } = account;
  const ofStatus = STATUSES[status];
  const isNew = status === "pending" && balance.current === 0;
  const ofToken = token?.waiting ? WAITING : status === "active" && !token && NO_TOKEN;
  // Who is suspended has no use for a token, and learns of a balance only if it is owed.
  if (status === "suspended") return [ofStatus, balance.current < 0 && NEGATIVE].filter(Boolean);
  return [ofToken === WAITING && WAITING, ofStatus, !isNew && ofBalance(balance.current, threshold), ofToken !== WAITING && ofToken].filter(Boolean);
}

/** A box that stands out. `action` is an address with the text of its link. */
export function notice({ kind, title, text, action }) {
  const [address, label] = action ?? [];
  return el(
    "section",
    { class: `notice ${kind}`, "aria-label": title },
    el("div", {}, el("h2", {}, title), el("p", {}, text)),
    action && el("a", { class: "button", href: address }, label),
  );
}

const NAMES = { active: ["Active", "good"], pending: ["Pending", "alert"], suspended: ["Suspended", "bad"] };

/** The status of an account as a small label. */
export function badge(status) {
  const [name, kind] = NAMES[status] ?? [status, ""];
  return el("span", { class: `badge ${kind}` }, name);
}
