// The figures: what was measured, against its bar, with its spread.

import { bold, dim, green, red, say, yellow } from "../../scripts/lib/say.mjs";

const VERDICTS = { met: green, missed: red, "not measured": yellow };

/** A number as people read it: three digits or so. */
export function shown(value, unit = "") {
  if (value === null) return "-";
  const digits = Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit ? `${number} ${unit}` : number;
}

/** What lies between two numbers. */
export const between = ([low, high]) => `${shown(low)} to ${shown(high)}`;

function barOf({ most, least, unit }) {
  return most === undefined ? `at least ${shown(least, unit)}` : `at most ${shown(most, unit)}`;
}

function verdictOf({ value, bar: { most = Infinity, least = -Infinity } }) {
  if (value === null) return "not measured";
  return value <= most && value >= least ? "met" : "missed";
}

/** All figures of a run, in the order in which they came. */
export class Figures {
  list = [];
  /** The parts that failed half way. */
  broken = [];

  /**
   * Adds a figure, and says it.
   *
   * @param {string} part the heading that it stands under
   * @param {object} figure
   * @param {string} figure.name what is measured
   * @param {{ most?: number, least?: number, unit?: string }} figure.bar
   * @param {number | null} figure.value null: not measured
   * @param {string} [figure.spread] how far repeated runs lie apart
   * @param {string} [figure.note] what else is to be known; for one that was not measured, why
   */
  add(part, { name, bar, value, spread = "", note = "" }) {
    const figure = { part, name, bar: barOf(bar), value: shown(value, value === null ? "" : bar.unit), spread, note };
    figure.verdict = verdictOf({ value, bar });
    if (this.list.length === 0) say(`\n${heading()}`);
    if (this.list.at(-1)?.part !== part) say(`\n${bold(part)}`);
    this.list.push(figure);
    say(line(figure));
  }

  /** Adds figures that could not be measured, for one reason. */
  unmeasured(part, note, figures) {
    for (const [name, bar] of figures) this.add(part, { name, bar, value: null, note });
  }

  count(verdict) {
    return this.list.filter((figure) => figure.verdict === verdict).length;
  }
}

const COLUMNS = [58, 22, 16, 20];

function line(figure) {
  const { name, bar, value, spread, verdict, note } = figure;
  const cells = [name, bar, value, spread].map((text, index) => text.padEnd(COLUMNS[index]));
  const paint = VERDICTS[verdict];
  return `  ${cells.join(" ")} ${paint(verdict)}${note ? `\n      ${dim(note)}` : ""}`;
}

/** The table's head. */
const heading = () => dim(`  ${["figure", "bar", "measured", "spread"].map((text, index) => text.padEnd(COLUMNS[index])).join(" ")} verdict`);

/** The figures as Markdown, a table for each part. */
export function markdown({ list }) {
  const parts = [...new Set(list.map(({ part }) => part))];
  const cell = (text) => text.replaceAll("|", "\\|");
  const row = ({ name, bar, value, spread, verdict, note }) => {
    const cells = [name, bar, value, spread, verdict === "met" ? "met" : `**${verdict}**`, note];
    return `| ${cells.map(cell).join(" | ")} |`;
  };
  const table = (part) => [
    `## ${part}`,
    "",
    "| figure | bar | measured | spread | verdict | note |",
    "| --- | --- | --- | --- | --- | --- |",
    ...list.filter((figure) => figure.part === part).map(row),
    "",
  ];
  return parts.flatMap(table).join("\n");
}
