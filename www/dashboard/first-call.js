// The first call of a new owner: a line to paste into a terminal. It works at once, before any payment.

import { el } from "../dom.js";
import { copyable, snippet } from "./copy.js";

/** Double quotes are understood by every shell, also by that of Windows. */
const line = (token) => `curl -H "Authorization: Bearer ${token}" "${location.origin}/api/v1/posts/search?keyword=heron&limit=3"`;

const link = (href, text) => el("a", { href }, text);

/** A card with the line, and with the test token that is in it. */
export function firstCall(token) {
  const parts = el(
    "div",
    {},
    el("p", {}, "Copy this line and paste it into a terminal: it prints posts. It costs nothing and works before any payment."),
    snippet(el("code", {}, line(token)), { name: "Terminal", label: "first call" }),
    el("p", {}, "The line has your ", el("b", {}, "test token"), ", which is answered from 300 invented posts:"),
    copyable(el("code", {}, token), "test token"),
    el("p", { class: "note" }, "Next: ", link("/dashboard/quick-start", "complete programs"), " in curl, JavaScript and Python, or ", link("/explore/", "the explorer"), "."),
  );
  return el("section", { class: "card", "aria-labelledby": "first-call-title" }, el("h2", { id: "first-call-title" }, "Your first call"), parts);
}
