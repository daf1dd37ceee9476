// Payments that fit no account: kept, and given to one by hand.

import { el } from "../dom.js";
import { confirmed, textField } from "../dashboard/dialog.js";
import { count, money, time } from "../dashboard/format.js";
import { table } from "../dashboard/table.js";
import { get, post } from "./service.js";

async function assign({ session, email, credits }, changed) {
  const fields = [
    textField({ name: "email", label: "Account’s e-mail address", type: "email", value: email ?? "", autocomplete: "off", "data-fault": "An e-mail address looks like reef@example.com." }),
    textField({ name: "credits", label: "Credits", inputmode: "numeric", pattern: "[1-9][0-9]{0,14}", value: credits || "", autocomplete: "off", "data-fault": "Type a whole number above 0." }),
  ];
  let answer;
  let to;
  const act = async (values) => {
    to = values.email;
    answer = await post(`payments/${encodeURIComponent(session)}`, { email: to, credits: Number(values.credits) });
  };
  const text = "The payment is assigned to this account, and its credits are added as if the account had bought them. It can’t be assigned to another account afterwards.";
  if (await confirmed({ title: "Assign the payment?", text, action: "Assign payment", danger: false, fields, act })) await changed(`${to} has ${count(answer.balance.current, "credit")} now.`);
}

function row(payment, changed) {
  const { session, at, email, amount, currency, reference, reason } = payment;
  const button = el("button", { type: "button", click: () => assign(payment, changed) }, "Assign", el("span", { class: "unseen" }, ` the payment of ${email ?? session}`));
  return [
    [el("b", { class: "whole" }, email ?? "Unknown"), el("small", {}, el("time", { datetime: at }, time(at)), reference && `, reference ${reference}`)],
    [money(amount, currency), el("small", {}, payment.credits ? count(payment.credits, "credit") : "credits unknown")],
    [reason, el("small", {}, el("code", { class: "reference" }, session))],
    button,
  ];
}

/** Lists them, the first hundred. */
export async function drawUnmatched(place, changed) {
  const { payments, page } = await get("payments?state=unmatched&limit=100");
  const head = ["Paid by", "Amount#", "Why it matches none", "Action"];
  const empty = el("p", { class: "empty" }, "None: every payment is matched to an account.");
  const more = page?.next_cursor && el("p", { class: "note" }, "There are more; assign some of these to see them.");
  place.replaceChildren(...[payments.length ? table("Unmatched payments", head, payments.map((one) => row(one, changed))) : empty, more].filter(Boolean));
}
