// Draws the API's own OpenAPI document.

import { fitContents, linkHeading, markPlace } from "../contents.js";
import { byId, el } from "../dom.js";
import { entries } from "./entries.js";
import { startFinder } from "./finder.js";
import { Model } from "./model.js";
import { section } from "./operation.js";
import { fieldTable, folded, prose, slug, table, text } from "./parts.js";

const main = byId("main");
const contents = byId("contents");
const status = byId("status");

/** A heading of a part of the page. */
function heading(id, title) {
  const made = el("h2", { id }, title);
  linkHeading(made);
  return made;
}

/** The headers of answers, once for all calls. */
function headers(model) {
  const rows = model.headers().map(({ name, schema, description, ...header }) => ({
    id: `header-${name}`,
    cells: [el("code", {}, name), model.type(schema), [el("p", {}, text(description)), schema.const === undefined && el("p", { class: "such" }, "Such as ", el("code", {}, String(model.values(header)[0])))].filter(Boolean)],
  }));
  return [heading("headers", "Headers of answers"), table("Headers of answers", ["Name", "Value", "Meaning"], rows, { class: "values headers" })];
}

function object(name, model) {
  const schema = { $ref: `#/components/schemas/${name}` };
  const title = el("h3", {}, name);
  linkHeading(title, `object-${name}`);
  const about = model.follow(schema).description;
  return el("section", { id: `object-${name}` }, title, about ? el("p", {}, text(about)) : "", folded("Fields", fieldTable(`Fields of ${name}`, schema, model, `object-${name}`)));
}

const objects = (model) => [heading("objects", "Objects"), ...model.objects().map((name) => object(name, model))];

function links(groups, headings) {
  const item = (id, label) => el("li", {}, el("a", { href: `#${id}` }, label));
  return [
    el("ul", {}, headings.map(({ id, title }) => item(id, title))),
    ...groups.flatMap((group) => [el("p", {}, group.name), el("ul", {}, group.operations.map((one) => item(one.operationId, one.summary)))]),
    el("p", {}, "All calls"),
    el("ul", {}, item("headers", "Headers of answers"), item("objects", "Objects")),
  ];
}

/** What the address points at, on this page. */
function pointedAt() {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null; // a broken escape points at nothing
  }
}

/** Shows what the address points at, also where it is folded away. */
function reveal() {
  const target = pointedAt();
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (target?.id.startsWith("object-")) target.querySelector("details")?.setAttribute("open", "");
  // Goes there anew, now that it is there: by this it also becomes the `:target`.
  if (target) location.replace(location.href);
}

/** The contents name calls by the place of their section, which the heading in it stands for. */
const placeOf = (title) => (title.parentElement.tagName === "SECTION" ? title.parentElement.id : title.id);

function draw(api) {
  const model = new Model(api);
  const groups = model.groups();
  const intro = prose(api.info.description);
  const headings = intro.filter((element) => element.tagName === "H2").map((element) => ({ id: element.id, title: element.textContent, element }));
  headings.forEach(({ element }) => linkHeading(element));
  main.append(
    el("p", {}, "For programs: ", el("a", { href: "/api/v1/openapi.json" }, "openapi.json"), ". To get started: ", el("a", { href: "/guides/call" }, "the guide"), "."),
    ...intro,
    ...groups.flatMap((group) => [heading(slug(`calls ${group.name}`), group.name), el("p", {}, text(group.description)), ...group.operations.map((one) => section(one, model))]),
    ...headers(model),
    ...objects(model),
  );
  contents.hidden = false;
  contents.append(...links(groups, headings));
  status.remove();
  fitContents(contents);
  markPlace(contents, [...main.querySelectorAll("h2, h3")], placeOf);
  startFinder(entries(model));
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
