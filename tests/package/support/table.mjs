// The table in npm/README.md of where the package runs: made from the environments, and so from what is tried.

import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { Fault } from "../../../scripts/lib/say.mjs";
import { ENTRY_NAMES } from "./exercise.mjs";
import { versionOf } from "./stage.mjs";

const README = inRoot("npm", "README.md");
const [BEGIN, END] = ["<!-- where it runs -->", "<!-- end -->"];

const row = (cells) => `| ${cells.join(" | ")} |`;

/** The version that an environment is tried with. Browsers are those that are installed. */
const version = ({ of, tools }) => (of ? versionOf(of, tools).replace(/^npm:.*@/, "") : "Debian's");

/** The rows of an environment: those in which everything is alike are one. */
function lines(environment) {
  const alike = new Map();
  for (const [how, remedies] of Object.entries(environment.rows)) {
    const cells = ENTRY_NAMES.map((entry) => remedies[entry].cell);
    alike.set(String(cells), { cells, ways: [...(alike.get(String(cells))?.ways ?? []), how] });
  }
  return [...alike.values()].map(({ cells, ways }) => row([`${environment.name}: ${ways.join("; ")}`, version(environment), ...cells]));
}

/** The table, as Markdown. */
export function table(environments) {
  return [row(["where", "version", ...ENTRY_NAMES.map((entry) => `\`${entry}\``)]), row(["---", "---", ...ENTRY_NAMES.map(() => "---")]), ...environments.flatMap(lines)].join("\n");
}

/** Where the table stands in the README: before it, it, and after it. */
function parts() {
  const text = readFileSync(README, "utf8");
  const at = text.indexOf(`${BEGIN}\n`);
  const end = text.indexOf(`\n${END}`, at);
  if (at < 0 || end < 0) throw new Fault("npm/README.md has no place for the table of where it runs.", { expected: `${BEGIN} and, after it, ${END}` });
  const from = at + BEGIN.length + 1;
  return [text.slice(0, from), text.slice(from, end), text.slice(end)];
}

/** The table that the README has. */
export const tableOfReadme = () => parts()[1];

/** Puts the table into the README. */
export function writeTable(environments) {
  const [before, , after] = parts();
  writeFileSync(README, `${before}${table(environments)}${after}`);
}
