// The formats that can be read, as the reader itself lists them.

import { el } from "../dom.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

async function load() {
  const { formats } = await import("/package/import/index.js");
  return (await formats()).map(({ title }) => el("li", {}, sentence(title)));
}

/** Fills the list when it is first unfolded. */
export function listFormats(place) {
  const list = place.querySelector("ul");
  place.addEventListener("toggle", async () => {
    if (!place.open || list.childElementCount > 0) return;
    list.append(el("li", { class: "soft" }, "Loading …"));
    const items = await load().catch(() => [el("li", { class: "wrong" }, "The list could not be loaded. Fold it, and try again.")]);
    list.replaceChildren(...items);
  });
}
