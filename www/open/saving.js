// The posts as files to take along.

import { el } from "../dom.js";
import { count } from "../dashboard/format.js";

const KEPT_MS = 60_000;

/** Hands a file to the browser, as if a link to it was followed. */
function hand(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

const FORMATS = [
  ["ndjson", "NDJSON"],
  ["csv", "CSV"],
];

/**
 * Buttons that save the posts that meet the conditions by which they are shown, on all pages. Answers what takes other
 * conditions; `failed` hears why something could not be done.
 */
export function savingButtons(place, reader, failed) {
  let conditions = {};
  const buttons = FORMATS.map(([format, name]) => {
    const made = el("button", { type: "button" });
    made.addEventListener("click", () => reader.save(format, conditions).then((blob) => hand(blob, `posts.${format}`), failed));
    return { made, name };
  });
  const label = (what, isSome) => {
    for (const { made, name } of buttons) {
      made.textContent = `Save ${what} as ${name}`;
      made.disabled = !isSome;
    }
  };
  place.replaceChildren(...buttons.map(({ made }) => made));
  return async (others) => {
    conditions = others;
    label("what is shown", true);
    const found = await reader.count(others).catch(failed);
    if (found !== undefined) label(count(found, "post"), found > 0);
  };
}
