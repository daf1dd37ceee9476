// The posts as files to take along.

import { el } from "../dom.js";

const KEPT_MS = 60_000;

/** Hands a file to the browser, as if a link to it was followed. */
function hand(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

/** Buttons that save all posts; `failed` hears why one could not. */
export function savingButtons(reader, failed) {
  const button = (format, name, label) => {
    const made = el("button", { type: "button" }, label);
    made.addEventListener("click", () => reader.save(format).then((blob) => hand(blob, name), failed));
    return made;
  };
  return [button("ndjson", "posts.ndjson", "Save as NDJSON"), button("csv", "posts.csv", "Save as CSV")];
}
