// The posts as files to take along.

import { el } from "../dom.js";
import { count } from "../dashboard/format.js";
import { optionsOf } from "../posts/endpoints.js";

const KEPT_MS = 60_000;

/** Hands a file to the browser, as if a link to it was followed. */
function hand(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

const FORMATS = [
  { format: "ndjson", name: "NDJSON" },
  { format: "csv", name: "CSV", spreadsheet: true },
];

/** Makes what counts the posts of a set that meet conditions; undefined where the next such question came before the answer. */
function counter(set) {
  let counting = new AbortController();
  return async (conditions) => {
    counting.abort();
    const { signal } = (counting = new AbortController());
    if (Object.keys(conditions).length === 0) return set.size;
    try {
      const { total } = await set.counts({ ...optionsOf(conditions), signal }).all();
      return signal.aborted ? undefined : total.posts;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  };
}

/**
 * Buttons that save the posts that meet the conditions by which they are shown, on all pages. Answers what takes other
 * conditions; `failed` hears why something could not be done.
 */
export function savingButtons(place, set, failed) {
  let conditions = {};
  const countOf = counter(set);
  const buttons = FORMATS.map(({ name, ...file }) => {
    const made = el("button", { type: "button" });
    made.addEventListener("click", () => set.export({ ...optionsOf(conditions), ...file }).then(({ blob }) => hand(blob, `posts.${file.format}`), failed));
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
    const found = await countOf(others).catch(failed);
    if (found !== undefined) label(count(found, "post"), found > 0);
  };
}
