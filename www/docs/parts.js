// The parts that the page is made of. Text reaches the page as text, never as HTML.

import { copyButton } from "../dashboard/copy.js";
import { el } from "../dom.js";
import { tableName } from "./entries.js";
import { inline, parse } from "./markdown.js";

export const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
const spans = (parts) => parts.map(({ type, text }) => (type === "text" ? text : el(type, {}, text)));
export const text = (markdown) => spans(inline(markdown));

/**
 * A table whose rows are stacked on narrow screens. The roles are those it has anyhow: some browsers forget them when
 * the style is no longer a table's. A row is a list of cells, or `{ id, cells }`.
 */
export function table(label, head, rows, properties = {}) {
  const cell = (content) => el("td", { role: "cell" }, content);
  const header = el("tr", { role: "row" }, head.map((content) => el("th", { role: "columnheader", scope: "col" }, content)));
  const body = rows.map((row) => el("tr", { role: "row", id: row.id }, (row.cells ?? row).map(cell)));
  const groups = [el("thead", { role: "rowgroup" }, header), el("tbody", { role: "rowgroup" }, body)];
  return el("table", { role: "table", "aria-label": label, ...properties }, groups);
}

/** Something that few readers want at once, behind a line that says what it is. */
export const folded = (summary, ...children) => el("details", {}, el("summary", {}, summary), ...children);

/** A table of the text; of codes, each row has a place of its own. */
function tableOf(block, before) {
  const name = tableName(before);
  const isOfCodes = block.rows.every(([first]) => first.length === 1 && /^[A-Z0-9_]+$/.test(first[0].text));
  const rows = block.rows.map((row) => ({ id: isOfCodes && name ? `${name}-${row[0][0].text}` : undefined, cells: row.map(spans) }));
  return table(isOfCodes && name ? `Codes of ${name.replaceAll("-", " ")}` : "Table", block.head.map(spans), rows);
}

/** Blocks of Markdown as elements; headings start at `level`. */
export function prose(markdown, level = 2) {
  let before = [];
  return parse(markdown).map((block) => {
    if (block.type === "heading") return el(`h${Math.min(block.level + level - 2, 6)}`, { id: slug(block.text) }, block.text);
    if (block.type === "table") return tableOf(block, before);
    before = block.content;
    return el("p", {}, spans(block.content));
  });
}

/** Code with a button that copies it. */
export function sample(caption, content, of) {
  const code = el("code", {}, content);
  return el("figure", { class: "sample" }, el("figcaption", {}, el("span", {}, caption), copyButton(code, of)), scroller(code, of));
}

/** Code that scrolls sideways, also by the keys. */
export const scroller = (code, of) => el("pre", { tabindex: "0", role: "group", "aria-label": of }, code);

const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
/** An example that is shown when asked for. */
export const example = ([summary, value], of) => folded(summary, sample(typeof value === "string" ? "Lines" : "JSON", pretty(value), of));

/** A type in words, in which the names of objects lead to them. */
export function typeText(words, model) {
  const names = model.objects();
  return words.split(/\b/).map((word) => (names.includes(word) ? el("a", { href: `#object-${word}` }, word) : word));
}

/** The fields of a schema. Where `place` is given, each has an address of its own below it. */
export function fieldTable(label, schema, model, place) {
  const rows = model.fields(schema).map((field) => ({
    id: place && `${place}.${field.name}`,
    cells: [el("code", {}, field.name), [typeText(field.type, model), field.required ? "" : " (may be absent)"], text(field.description)],
  }));
  return rows.length ? table(label, ["Field", "Value", "Meaning"], rows, { class: "values" }) : undefined;
}
