// The formats that can be read, as the reader itself lists them.

import { el } from "../dom.js";
import { inFields } from "./words.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

async function load() {
  const { formats } = await import("/package/worker/index.js");
  return [...(await formats()).map(({ title }) => el("li", {}, sentence(inFields(title)))), mapped()];
}

/** What this page has no form for. */
const mapped = () => el("li", {}, "Any other table or list, if you map its columns: not here, but with the command line (", el("code", {}, "--map"), ") and the npm package (", el("code", {}, "map"), ")");

/** Fills the list when it is first unfolded. */
export function listFormats(place) {
  const list = place.querySelector("ul");
  place.addEventListener("toggle", async () => {
    if (!place.open || list.childElementCount > 0) return;
    list.append(el("li", { class: "soft" }, "Loading …"));
    const items = await load().catch(() => [el("li", { class: "wrong" }, "The list could not be loaded. Close it, then open it again.")]);
    list.replaceChildren(...items);
  });
}
