// What OPERATIONS.md says, to be held against what is so.

import { readFileSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.mjs";

export const OPERATIONS = readFileSync(inRoot("OPERATIONS.md"), "utf8");

/** The text below a heading, up to the next one. */
export function section(heading) {
  const parts = OPERATIONS.split(/^#{2,3} /m);
  const found = parts.find((part) => part.startsWith(`${heading}\n`));
  if (!found) throw new Error(`OPERATIONS.md has no section "${heading}"`);
  return found.slice(heading.length);
}

/** The fields of a table "field of ..." of the log, in their order. */
export function fieldsOf(what) {
  const [, rows] = OPERATIONS.split(`| field of ${what} | type | what it says |\n| --- | --- | --- |\n`);
  return rows.split("\n\n")[0].split("\n").map((row) => /^\| `(\w+)` /.exec(row)[1]);
}
