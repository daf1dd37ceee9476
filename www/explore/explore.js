// The explorer: a query is filled in, seen as programs, run, and looked at.

import { byId, el } from "../dom.js";
import { count } from "../dashboard/format.js";
import { ENDPOINTS, givesPosts } from "../posts/endpoints.js";
import { blameFields, drawFields, focusFault, forgive, readValues, writeValues } from "../posts/query-form.js";
import { makeSnippets } from "../posts/snippets.js";
import { readAddress, writeAddress } from "./address.js";
import { makeResult } from "../posts/result.js";
import { ALL_AT_MOST, runAll, runOne, stop } from "./run.js";
import { chooseSource, chosenSource, startSource, usualSource } from "./source.js";

const form = byId("query");
const snippets = makeSnippets();
const result = makeResult(byId("result"), { status: byId("status"), paging: byId("paging"), allAtMost: ALL_AT_MOST }, { next, first, all, viewed });

const endpoint = () => form.elements.call.value;

const request = () => ({ endpoint: endpoint(), values: readValues(form), on: chosenSource(), view: result.views.current });

function drawEndpoint() {
  const { about, fields, inPath, path } = ENDPOINTS[endpoint()];
  byId("about").textContent = about;
  byId("path").textContent = path;
  drawFields(byId("fields"), fields, inPath);
}

const redraw = () => snippets.show(request());

/** Fills the form as an address says. */
function fill({ endpoint: call, values, view }) {
  form.elements.call.value = call;
  drawEndpoint();
  writeValues(form, values);
  result.views.choose(view ?? "cards");
  redraw();
}

/** Keeps the query in the address; another one is a step that "Back" takes back. */
function keep() {
  const address = writeAddress(request());
  if (address !== location.search) history.pushState(null, "", address);
}

function fail(error, how) {
  blameFields(form, error.details ?? []);
  result.failed(error, how);
}

const OFFLINE = {
  account: "The sample belongs to no account. Choose “Live” to ask about yours.",
  health: "Nothing is sent while you use the sample. Choose “Live” to ask the service.",
};

/** Runs what the form says; `act` is one page or all of them. */
async function run(act = runOne, show = showOne) {
  forgive(form);
  keep();
  const asked = request();
  if (asked.on === "sample" && OFFLINE[asked.endpoint]) return result.say(OFFLINE[asked.endpoint]);
  const outcome = await act(asked);
  if (!outcome) return;
  const how = { on: asked.on, ms: outcome.ms };
  if (outcome.error) fail(outcome.error, how);
  else show(outcome.value, how, asked);
}

function showOne(value, how, asked) {
  if (givesPosts(asked.endpoint)) result.page(value, how, Boolean(asked.values.cursor));
  else result.object(value, how);
}

function next(cursor) {
  writeValues(form, { ...readValues(form), cursor });
  redraw();
  return run().then(toAnswer);
}

function first() {
  return next("");
}

function all() {
  writeValues(form, { ...readValues(form), cursor: "" });
  redraw();
  const progress = (posts) => (byId("status").textContent = `${count(posts, "post")} so far …`);
  return run((asked) => runAll(asked, progress), result.all);
}

function viewed() {
  history.replaceState(null, "", writeAddress(request()));
}

/** Goes to what is wrong, or shows the answer where it is not in sight. */
function toAnswer() {
  if (form.querySelector("[aria-invalid]")) return focusFault(form);
  const { top } = byId("answer").getBoundingClientRect();
  if (top < 0 || top > innerHeight - 160) byId("answer").scrollIntoView();
  return undefined;
}

/** Another source has not answered yet. The sample does at once, as that costs nothing. */
function sourceChanged() {
  redraw();
  if (chosenSource() === "sample") return run();
  stop();
  keep();
  result.say("Press ", el("b", {}, "Run"), " to ask the service.");
}

function edited({ target }) {
  if (target.name === "call") drawEndpoint();
  // A cursor belongs to one query: with another one it would be refused.
  const cursor = form.elements.cursor;
  if (cursor && !["cursor", "limit"].includes(target.name)) cursor.value = "";
  redraw();
}

function clear() {
  forgive(form);
  writeValues(form, {});
  redraw();
}

async function start() {
  const address = readAddress(location.search);
  const on = address.on ?? (await usualSource());
  await startSource(on, sourceChanged);
  fill(address);
  history.replaceState(null, "", writeAddress(request()));
  form.addEventListener("input", edited);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run().then(toAnswer);
  });
  for (const button of form.querySelectorAll(".clear")) button.addEventListener("click", clear);
  byId("stop").addEventListener("click", stop);
  addEventListener("popstate", again);
  byId("program").append(snippets.element);
  form.hidden = false;
  return sourceChanged();
}

/** Goes where "Back" and "Forward" lead. */
async function again() {
  const address = readAddress(location.search);
  await chooseSource(address.on ?? chosenSource());
  fill(address);
  return sourceChanged();
}

start();
