// Draws the API's own OpenAPI document. Text reaches the page as text, never as HTML.

import { el } from "../dom.js";
import { inline, parse } from "./markdown.js";
import { Model } from "./model.js";

const main = document.querySelector("#main");
const contents = document.querySelector("#contents");
const status = document.querySelector("#status");

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
const spans = (parts) => parts.map(({ type, text }) => (type === "text" ? text : el(type, {}, text)));
const text = (markdown) => spans(inline(markdown));

/**
 * A table whose rows are stacked on narrow screens. The roles are those it has anyhow: some browsers forget them when
 * the style is no longer a table's.
 */
function table(label, head, rows, properties = {}) {
  const cell = (content) => el("td", { role: "cell" }, content);
  const header = el("tr", { role: "row" }, head.map((content) => el("th", { role: "columnheader", scope: "col" }, content)));
  const body = rows.map((row) => el("tr", { role: "row" }, row.map(cell)));
  const groups = [el("thead", { role: "rowgroup" }, header), el("tbody", { role: "rowgroup" }, body)];
  return el("table", { role: "table", "aria-label": label, ...properties }, groups);
}

/** Something that few readers want at once, behind a line that says what it is. */
const folded = (summary, ...children) => el("details", {}, el("summary", {}, summary), ...children);

/** Blocks of Markdown as elements; headings start at `level`. */
function prose(markdown, level = 2) {
  return parse(markdown).map((block) => {
    if (block.type === "heading") return el(`h${Math.min(block.level + level - 2, 6)}`, { id: slug(block.text) }, block.text);
    if (block.type === "table") return table("Table", block.head.map(spans), block.rows.map((row) => row.map(spans)));
    return el("p", {}, spans(block.content));
  });
}

const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const sample = ([summary, value]) => folded(summary, el("pre", {}, el("code", {}, pretty(value))));

/** What a parameter means: its first words at once, and more than a few lines only when asked for. */
function meaning({ name, description }) {
  const [first, ...rest] = prose(description);
  const isLong = rest.length > 0 && description.length > 500;
  return isLong ? [first, folded(["More about ", el("code", {}, name)], ...rest)] : [first, ...rest];
}

function parameterTable(label, list, model) {
  const rows = list.map((one) => {
    const schema = model.follow(one.schema);
    const facts = [model.type(one.schema), schema.default === undefined ? "" : `default ${schema.default}`, one.required ? "required" : ""];
    return [[el("code", {}, one.name), " ", el("small", {}, one.in)], facts.filter(Boolean).join(", "), meaning(one)];
  });
  return table(label, ["Name", "Value", "Meaning"], rows, { class: "values" });
}

/** The headers are nearly the same for every call, and folded. */
function parameters(operation, model) {
  const isHeader = (one) => one.in === "header";
  const headers = operation.parameters.filter(isHeader);
  const own = operation.parameters.filter((one) => !isHeader(one));
  return [
    own.length ? [el("h4", {}, "Parameters"), parameterTable(`Parameters of ${operation.path}`, own, model)] : [],
    headers.length ? folded("Headers of the call", parameterTable(`Headers of ${operation.path}`, headers, model)) : [],
  ].flat();
}

function fieldTable(label, schema, model) {
  const rows = model.fields(schema).map((field) => [el("code", {}, field.name), field.type + (field.required ? "" : " (may be absent)"), text(field.description)]);
  return rows.length ? table(label, ["Field", "Value", "Meaning"], rows, { class: "values" }) : undefined;
}

function requestBody(operation, model) {
  if (!operation.body) return [];
  const [type, media] = operation.body;
  const schema = media.schema.contentSchema?.items ?? media.schema;
  return [el("h4", {}, "Body"), el("p", {}, el("code", {}, type)), folded("Fields of the body", fieldTable(`Body of ${operation.path}`, schema, model)), ...model.examples(media).map(sample)];
}

/** Names of headers; more than a few only when asked for. */
function headerNames({ headers = {} }) {
  const names = Object.keys(headers);
  const list = names.flatMap((name) => [el("code", {}, name), " "]);
  return names.length > 3 ? folded(`${names.length} headers`, el("p", {}, list)) : list;
}

/** Codes stand beside their status, since only errors have one. */
function answerTable(label, responses, model) {
  const rows = responses.map((one) => [
    [one.status, ...model.codes(one).flatMap((code) => [" ", el("code", {}, code)])],
    text(one.description),
    headerNames(one),
  ]);
  return table(label, ["Answer", "When", "Headers"], rows, { class: "answers" });
}

/** Examples of answers, each named by its status. */
const samples = (responses, model) =>
  responses.flatMap((one) => {
    const media = Object.values(one.content ?? {})[0];
    return media ? model.examples(media).map(([summary, value]) => sample([`${one.status} · ${summary}`, value])) : [];
  });

/** A success is in sight, but for its fields; errors are much the same everywhere, and folded. */
function answers(operation, model) {
  const isError = (one) => Number(one.status) >= 400;
  const good = operation.responses.filter((one) => !isError(one));
  const bad = operation.responses.filter(isError);
  const schema = Object.values(good[0]?.content ?? {})[0]?.schema;
  const fields = schema && fieldTable(`Fields of ${operation.path}`, schema, model);
  const codes = [...new Set(bad.map((one) => one.status))].join(", ");
  return [
    el("h4", {}, "Answers"),
    answerTable(`Answers of ${operation.path}`, good, model),
    fields && folded("Fields of the answer", fields),
    ...samples(good, model),
    bad.length ? folded(`Errors: ${codes}`, answerTable(`Errors of ${operation.path}`, bad, model), ...samples(bad, model)) : undefined,
  ];
}

function section(operation, model) {
  const price = operation["x-credits"];
  return el(
    "section",
    { id: operation.operationId, "aria-labelledby": `${operation.operationId}-title` },
    el("h3", { id: `${operation.operationId}-title` }, operation.summary),
    el("p", { class: "address" }, el("b", {}, operation.method), " ", el("code", {}, operation.path)),
    el("p", {}, text(operation.description), price === 1 ? " Costs at most 1 credit." : ""),
    parameters(operation, model),
    requestBody(operation, model),
    answers(operation, model),
  );
}

function schemas(model) {
  const all = Object.keys(model.document.components.schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
  const objects = all.filter(([, schema]) => model.follow(schema).properties);
  return [
    el("h2", { id: "objects" }, "Objects"),
    ...objects.map(([name, schema]) => el("section", { id: `object-${name}` }, el("h3", {}, name), el("p", {}, text(model.follow(schema).description ?? "")), folded("Fields", fieldTable(`Fields of ${name}`, schema, model)))),
  ];
}

function links(groups, headings) {
  const item = (id, label) => el("li", {}, el("a", { href: `#${id}` }, label));
  return [
    el("ul", {}, headings.map((heading) => item(heading.id, heading.textContent))),
    ...groups.flatMap((group) => [el("p", {}, group.name), el("ul", {}, group.operations.map((one) => item(one.operationId, one.summary)))]),
    el("ul", {}, item("objects", "Objects")),
  ];
}

/** Shows what the address points at, also where it is folded away. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.scrollIntoView();
}

/** Beside the text the contents are always open; above it they are folded, and fold again when a place is chosen. */
function fitContents() {
  const beside = matchMedia("(min-width: 64rem)");
  const fit = () => (contents.open = beside.matches);
  beside.addEventListener("change", fit);
  contents.addEventListener("click", (event) => event.target.closest("a") && fit());
  fit();
}

function draw(api) {
  const model = new Model(api);
  const groups = model.groups();
  const intro = prose(api.info.description);
  main.append(
    el("p", {}, "As a document for programs: ", el("a", { href: "/api/v1/openapi.json" }, "openapi.json"), "."),
    ...intro,
    ...groups.flatMap((group) => [el("h2", { id: slug(`calls ${group.name}`) }, group.name), el("p", {}, text(group.description)), ...group.operations.map((one) => section(one, model))]),
    ...schemas(model),
  );
  contents.hidden = false;
  contents.append(...links(groups, intro.filter((element) => element.tagName === "H2")));
  status.remove();
  fitContents();
  if (location.hash) reveal();
}

addEventListener("hashchange", reveal);
status.textContent = "Loading the description of the API …";
try {
  const response = await fetch("/api/v1/openapi.json");
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  draw(await response.json());
} catch (error) {
  status.textContent = `The description of the API could not be loaded: ${error.message}. Try again in a moment.`;
}
