// What the service holds, and whether its books agree.

import { el } from "../dom.js";
import { bytes, count, day, number } from "../dashboard/format.js";
import { notice } from "../dashboard/notices.js";
import { table } from "../dashboard/table.js";

const mismatch = ({ accounts, mismatched }) => ({
  kind: "bad",
  title: "Balances do not equal their ledgers",
  text: `${count(mismatched, "account")} of ${number(accounts)}: an error in the service itself. Nothing that an owner or operator does should cause it; investigate it before anything else.`,
});

const waiting = (unmatched) => ({
  kind: "alert",
  title: "Payments are waiting for an account",
  text: `${count(unmatched, "payment")} could not be matched. The money arrived, but the credits have not been added.`,
});

const checked = ({ mismatched, partial }) => (mismatched ? `${number(mismatched)} wrong` : partial ? "Agrees so far" : "Agrees");

const figure = (name, value, small) => el("div", {}, el("dt", {}, name), el("dd", {}, value, small && el("small", {}, small)));

/** What needs attention, and the figures of the service as a whole. */
export function drawHealth({ posts, ledger, payments, mail }, notices, figures) {
  const told = [ledger.mismatched > 0 && mismatch(ledger), payments?.unmatched > 0 && waiting(payments.unmatched)].filter(Boolean);
  notices.replaceChildren(...told.map(notice));
  for (const one of notices.children) one.setAttribute("role", "alert");
  figures.replaceChildren(
    figure("Posts", number(posts.total)),
    figure("Accounts", number(ledger.accounts), ledger.partial && " or more"),
    figure("Ledger check", checked(ledger), ledger.partial && " not all accounts"),
    figure("Unmatched payments", payments ? number(payments.unmatched) : "unknown"),
    figure("Mail waiting", mail ? number(mail.waiting) : "unknown"),
  );
}

const NAMES = { tiktok: "TikTok", instagram: "Instagram", x: "X", twitter: "X", snapchat: "Snapchat", linkedin: "LinkedIn" };

const dated = (text) => (text ? el("time", { datetime: text }, day(text)) : "None");

/** Posts of each network, and the sizes of the databases. */
export function drawDataSet({ posts, storage }, place) {
  const rows = posts.platforms.map(({ platform, posts: total, oldest, newest }) => [NAMES[platform] ?? platform, number(total), dated(oldest), dated(newest)]);
  const sizes = `The databases take ${bytes(storage.posts_bytes)} for posts and ${bytes(storage.accounts_bytes)} for accounts.`;
  place.replaceChildren(table("Posts by network", ["Network", "Posts#", "Oldest", "Newest"], rows), el("p", { class: "note" }, sizes));
}
