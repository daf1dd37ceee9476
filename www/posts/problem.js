// An error, as it is shown in the place of an answer.

import { el } from "../dom.js";
import { advice, rootOf } from "./advice.js";
import { inApiNames } from "./endpoints.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

const fault = ({ parameter, message }) => el("li", {}, el("code", {}, parameter), ": ", inApiNames(message));

/** A box with what happened, the code, the service's own words, and what to do. */
export function problem(error) {
  const root = rootOf(error);
  const { title, todo, link } = advice(root);
  const said = root.details?.length > 0 ? root.details.map(fault) : [el("li", {}, sentence(root.message))];
  const id = root.requestId && el("p", { class: "note" }, "Request id: ", el("code", {}, root.requestId));
  return el(
    "section",
    { class: "notice bad problem", role: "alert", "aria-label": title },
    el("div", {}, el("h3", {}, title, " ", el("code", { class: "badge bad" }, root.status ? `${root.status} ${root.code}` : root.code)), el("ul", {}, said), el("p", {}, todo), id),
    link && el("a", { class: "button", href: link[0] }, link[1]),
  );
}
