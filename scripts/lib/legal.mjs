// Terms, privacy and imprint: which of them are still as they were delivered.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/** What a page has in it for as long as nobody has written it. */
const MARK = "PLACEHOLDER:";

/** The names of the pages in a folder that are placeholders. */
export function placeholders(folder = inRoot("www", "legal")) {
  const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
  return pages.filter((name) => readFileSync(join(folder, name), "utf8").includes(MARK)).sort();
}

/** What to say about them, or undefined. */
export function aboutPlaceholders(names) {
  if (names.length === 0) return undefined;
  const pages = names.map((name) => `www/legal/${name}`).join(", ");
  return `${pages}: still as delivered, and no terms, privacy notice or imprint of yours. Write your own and take out the line with ${MARK}`;
}
