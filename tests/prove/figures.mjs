// The figures of PROOF.md: each proof's stand between two marks, and are replaced when it ran again.

import { Fault } from "../../scripts/lib/say.mjs";

const begin = (name) => `<!-- figures of ${name} -->`;
const END = "<!-- end -->";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");

/** A table of figures, as Markdown. */
export function table(figures) {
  const rows = figures.map(([figure, value]) => `| ${cell(capital(figure))} | ${cell(value)} |`);
  return ["| Figure | Value |", "| --- | --- |", ...rows].join("\n");
}

/**
 * The text with a proof's figures in it, instead of those that were there.
 *
 * @param {string} text PROOF.md
 * @param {string} name of the proof
 * @param {[string, string][]} figures
 */
export function withFigures(text, name, figures) {
  const at = text.indexOf(begin(name));
  const end = text.indexOf(END, at);
  if (at < 0 || end < 0) throw new Fault(`PROOF.md has no place for the figures of ${name}.`, { expected: `${begin(name)} and, after it, ${END}` });
  return `${text.slice(0, at + begin(name).length)}\n${table(figures)}\n${text.slice(end)}`;
}
