// The ledger: every change of the balance, in pages.

import { byId, el } from "../dom.js";
import { get } from "./api.js";
import { onPress } from "./form.js";
import { change, count, day, number, time } from "./format.js";
import { start } from "./shell.js";
import { table } from "./table.js";

const LIMIT = 50;

const KINDS = {
  pages: "Pages served",
  opening: "Opening balance",
  purchase: "Credits bought",
  refund: "Refund",
  refund_failed: "Refund failed",
  dispute: "Payment disputed",
  dispute_won: "Dispute won",
};

function kindOf({ kind, credits }) {
  if (kind === "grant") return credits < 0 ? "Taken back by the operator" : "Granted by the operator";
  return KINDS[kind] ?? kind;
}

/** Pages are of a whole day; all else happened at a moment. */
const when = ({ at, kind }) => el("time", { datetime: at }, kind === "pages" ? day(at) : time(at));

function row(entry) {
  const { credits, balance, reference, reason } = entry;
  const amount = el("span", { class: credits > 0 ? "plus" : undefined }, change(credits));
  const what = [el("b", {}, kindOf(entry)), reason && el("small", {}, reason)];
  return [when(entry), what, amount, number(balance), reference && el("code", { class: "reference" }, reference)];
}

let entries;
let next;

function said() {
  const rows = entries.querySelectorAll("tbody tr").length;
  return next ? `${count(rows, "entry", "entries")} shown` : `All ${count(rows, "entry", "entries")} shown`;
}

async function load() {
  const query = new URLSearchParams({ limit: LIMIT, ...(next && { cursor: next }) });
  const answer = await get(`ledger?${query}`);
  next = answer.page.next_cursor;
  entries.add(answer.entries.map(row));
  byId("more").hidden = !next;
  byId("shown").textContent = answer.entries.length ? said() : "";
  return answer.entries.length;
}

start(async () => {
  entries = table("Ledger", ["Date", "What", "Credits#", "Balance#", "Reference"]);
  next = undefined;
  const empty = el("p", { class: "empty" }, "Nothing has changed your balance yet. ", el("a", { href: "/dashboard/buy" }, "Buy credits"), " to start.");
  byId("entries").replaceChildren((await load()) ? entries : empty);
});
onPress(byId("more"), load, byId("wrong"));
