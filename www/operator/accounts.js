// Accounts with what they have; credits are granted, and accounts suspended and let in again.

import { el } from "../dom.js";
import { confirmed, textField } from "../dashboard/dialog.js";
import { onPress } from "../dashboard/form.js";
import { count, day, number } from "../dashboard/format.js";
import { badge } from "../dashboard/notices.js";
import { table } from "../dashboard/table.js";
import { get, post } from "./service.js";

const at = (email, what) => `accounts/${encodeURIComponent(email)}/${what}`;

const creditsField = () => textField({ name: "credits", label: "Credits", inputmode: "numeric", pattern: "-?[1-9][0-9]{0,14}", autocomplete: "off", note: "A whole number; a negative number takes credits back.", "data-fault": "Type a whole number other than 0." });

async function grant(email, changed) {
  const fields = [
    creditsField(),
    textField({ name: "reference", label: "Reference", maxlength: 255, autocomplete: "off", note: "Each reference counts once, so a repeated grant is booked once." }),
    textField({ name: "reason", label: "Reason", maxlength: 1000, autocomplete: "off", required: false, note: "The account’s owner sees it in the ledger." }),
  ];
  let answer;
  const act = async ({ credits, reference, reason }) => {
    answer = await post(at(email, "credits"), { credits: Number(credits), reference, reason });
  };
  const text = `The credits go to ${email} at once.`;
  if (await confirmed({ title: "Grant credits", text, action: "Grant credits", danger: false, fields, act })) await changed(`${email} has ${count(answer.balance.current, "credit")} now.`);
}

const SUSPEND = {
  title: "Suspend this account?",
  text: (email) => `From now on, calls of ${email} are refused with ACCOUNT_INACTIVE. Balance and token are kept.`,
  action: "Suspend",
  danger: true,
};
const ACTIVATE = {
  title: "Activate this account?",
  text: (email) => `From now on, calls of ${email} are answered. No token is made.`,
  action: "Activate",
  danger: false,
};

async function setStatus(email, status, changed) {
  const question = status === "suspended" ? SUSPEND : ACTIVATE;
  const act = () => post(at(email, "status"), { status });
  if (await confirmed({ ...question, text: question.text(email), act })) await changed(`${email} is ${status} now.`);
}

const button = (label, email, act, kind) =>
  el("button", { type: "button", class: kind, click: act }, label, el("span", { class: "unseen" }, ` ${email}`));

function row({ reference, name, email, company, status, created_at: created, balance, token }, changed) {
  const isActive = status === "active";
  return [
    [el("b", { class: "whole" }, email), el("small", {}, [name, company, reference].filter(Boolean).join(", "))],
    badge(status),
    [el("span", { class: balance.current < 0 ? "negative" : undefined }, number(balance.current)), el("small", {}, `${number(balance.total_used)} used`)],
    [token ? el("code", { class: "last" }, `…${token.last_four}`) : "No token", el("small", { class: "last" }, "since ", el("time", { datetime: created }, day(created)))],
    el(
      "span",
      { class: "buttons" },
      button("Grant credits", email, () => grant(email, changed)),
      isActive ? button("Suspend", email, () => setStatus(email, "suspended", changed), "danger-text") : button("Activate", email, () => setStatus(email, "active", changed)),
    ),
  ];
}

/** Lists accounts, more of them at the press of a button. */
export async function drawAccounts(place, changed) {
  const list = table("Accounts", ["Account", "Status", "Balance#", "Token", "Actions"]);
  const more = el("button", { type: "button" }, "Load more accounts");
  const wrong = el("p", { class: "wrong", role: "alert" });
  let next;
  const load = async () => {
    const { accounts, page } = await get(next ? `accounts?limit=50&cursor=${encodeURIComponent(next)}` : "accounts?limit=50");
    next = page.next_cursor;
    list.add(accounts.map((one) => row(one, changed)));
    more.hidden = !next;
    return accounts.length;
  };
  onPress(more, load, wrong);
  const isEmpty = (await load()) === 0;
  place.replaceChildren(isEmpty ? el("p", { class: "empty" }, "No accounts yet. People sign up, or you create accounts with POST /operator/v1/accounts.") : list, more, wrong);
}
