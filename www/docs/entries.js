// What can be looked for in the document, and what a search finds. Pure, so that it is tested without a browser.

import { parse } from "./markdown.js";

const plain = (parts) => parts.map(({ text }) => text).join("");

/** The name of a table of codes, from the words before it: `error.code` is "error-code". */
export const tableName = (parts) => parts.findLast(({ type }) => type === "code")?.text.replace(/[^a-z]+/gi, "-").replace(/^-|-$/g, "");

/** The codes in the tables of a text: `{ id, name, about, kind }`, where the kind has the status, if there is one. */
function codes(markdown) {
  let before = [];
  return parse(markdown).flatMap((block) => {
    if (block.type !== "table") {
      before = block.content ?? [];
      return [];
    }
    const kind = before.findLast(({ type }) => type === "code")?.text ?? "";
    const kinds = (between) => [kind, ...between.map(plain)].filter(Boolean).join(", ");
    return block.rows.map((row) => ({ id: `${tableName(before)}-${plain(row[0])}`, name: plain(row[0]), about: plain(row.at(-1)), kind: kinds(row.slice(1, -1)) }));
  });
}

/** Every call, parameter, field, header and code: `{ id, name, kind, about }`, where `id` is its place on the page. */
export function entries(model) {
  const operations = model.groups().flatMap((group) => group.operations);
  const calls = operations.map((one) => ({ id: one.operationId, name: one.summary, kind: `${one.method} ${one.path}`, about: one.description }));
  const parameters = operations.flatMap((one) =>
    one.parameters.map(({ name, in: place, schema, description }) => ({ id: `${one.operationId}.${name}`, name, kind: `${place === "header" ? "header" : "parameter"} of ${one.summary}`, about: `${one.path} ${model.type(schema)} ${description}` })),
  );
  const fields = model.objects().flatMap((object) =>
    model.fields({ $ref: `#/components/schemas/${object}` }).map(({ name, type, description }) => ({ id: `object-${object}.${name}`, name, kind: `field of ${object}`, about: `${type} ${description}` })),
  );
  const objects = model.objects().map((name) => ({ id: `object-${name}`, name, kind: "object", about: "" }));
  const headers = model.headers().map(({ name, description }) => ({ id: `header-${name}`, name, kind: "header of answers", about: description }));
  return [...calls, ...parameters, ...codes(model.document.info.description), ...headers, ...objects, ...fields];
}

/** How well an entry fits: names before kinds before descriptions; 0 is not at all. Every word has to be found. */
function fit({ name, kind, about }, words) {
  const places = [name.toLowerCase(), kind.toLowerCase(), about.toLowerCase()];
  if (!words.every((word) => places.some((place) => place.includes(word)))) return 0;
  const all = words.join(" ");
  if (places[0] === all || places[0] === words.join("_")) return 5;
  if (places[0].startsWith(all) || places[0].startsWith(words.join("_"))) return 4;
  if (words.every((word) => places[0].includes(word))) return 3;
  return words.every((word) => places[0].includes(word) || places[1].includes(word)) ? 2 : 1;
}

/** The entries that have every word of a text, the best first, else in the order of the page. */
export function find(all, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const fitting = all.map((entry) => ({ entry, fit: fit(entry, words) })).filter((one) => one.fit > 0);
  return fitting.sort((a, b) => b.fit - a.fit).map(({ entry }) => entry);
}
