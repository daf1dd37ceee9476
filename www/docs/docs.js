// Draws the API's own OpenAPI document. Text reaches the page as text, never as HTML.

import { inline, parse } from "./markdown.js";
import { Model } from "./model.js";

const main = document.querySelector("#main");
const contents = document.querySelector("#contents");
const status = document.querySelector("#status");

/** An element with properties and children; strings become text. */
function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== ""));
  return element;
}

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
const spans = (parts) => parts.map(({ type, text }) => (type === "text" ? text : el(type, {}, text)));
const text = (markdown) => spans(inline(markdown));

/** A table that scrolls by itself on narrow screens. */
function table(label, head, rows) {
  const header = el("tr", {}, head.map((cell) => el("th", { scope: "col" }, cell)));
  const body = rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, el("table", {}, el("thead", {}, header), el("tbody", {}, body)));
}

/** Blocks of Markdown as elements; headings start at `level`. */
function prose(markdown, level = 2) {
  return parse(markdown).map((block) => {
    if (block.type === "heading") return el(`h${Math.min(block.level + level - 2, 6)}`, { id: slug(block.text) }, block.text);
    if (block.type === "table") return table("Table", block.head.map(spans), block.rows.map((row) => row.map(spans)));
    return el("p", {}, spans(block.content));
  });
}

const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const sample = ([summary, value]) => el("details", {}, el("summary", {}, summary), el("pre", { tabindex: "0" }, el("code", {}, pretty(value))));

function parameters(operation, model) {
  if (operation.parameters.length === 0) return [];
  const rows = operation.parameters.map((one) => {
    const schema = model.follow(one.schema);
    const facts = [model.type(one.schema), schema.default === undefined ? "" : `default ${schema.default}`, one.required ? "required" : ""];
    return [[el("code", {}, one.name), el("br"), el("small", {}, one.in)], facts.filter(Boolean).join(", "), prose(one.description)];
  });
  return [el("h4", {}, "Parameters"), table(`Parameters of ${operation.path}`, ["Name", "Value", "Meaning"], rows)];
}

function fieldTable(label, schema, model) {
  const rows = model.fields(schema).map((field) => [el("code", {}, field.name), field.type + (field.required ? "" : " (may be absent)"), text(field.description)]);
  return rows.length ? table(label, ["Field", "Value", "Meaning"], rows) : undefined;
}

function requestBody(operation, model) {
  if (!operation.body) return [];
  const [type, media] = operation.body;
  const schema = media.schema.contentSchema?.items ?? media.schema;
  return [el("h4", {}, "Body"), el("p", {}, el("code", {}, type)), fieldTable(`Body of ${operation.path}`, schema, model), ...model.examples(media).map(sample)];
}

function answers(operation, model) {
  const rows = operation.responses.map((one) => [one.status, model.codes(one).flatMap((code) => [el("code", {}, code), " "]), text(one.description), Object.keys(one.headers ?? {}).join(", ")]);
  const samples = operation.responses.flatMap((one) => {
    const media = Object.values(one.content ?? {})[0];
    return media ? model.examples(media).map(([summary, value]) => sample([`${one.status} · ${summary}`, value])) : [];
  });
  const success = operation.responses.find((one) => one.status.startsWith("2"));
  const schema = Object.values(success?.content ?? {})[0]?.schema;
  return [
    el("h4", {}, "Answers"),
    table(`Answers of ${operation.path}`, ["Status", "Code", "When", "Headers"], rows),
    ...(schema ? [el("h4", {}, "Fields of the answer"), fieldTable(`Fields of ${operation.path}`, schema, model)] : []),
    el("h4", {}, "Examples"),
    ...samples,
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
    ...objects.map(([name, schema]) => el("section", { id: `object-${name}` }, el("h3", {}, name), el("p", {}, text(model.follow(schema).description ?? "")), fieldTable(`Fields of ${name}`, schema, model))),
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
  contents.append(...links(groups, intro.filter((element) => element.tagName === "H2")));
  status.remove();
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

try {
  const response = await fetch("/api/v1/openapi.json");
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  draw(await response.json());
} catch (error) {
  status.textContent = `The description of the API could not be loaded: ${error.message}. Try again in a moment.`;
}
