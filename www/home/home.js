// The query of the front page: the service's own code, in the page, on invented posts. Until it is loaded, and
// without scripts, the page shows the same query with its answer as an example.

import { byId, el } from "../dom.js";
import { count } from "../dashboard/format.js";
import { cards } from "../posts/cards.js";
import { ask } from "../posts/endpoints.js";
import { json } from "../posts/json.js";
import { readValues } from "../posts/query-form.js";
import { makeSnippets } from "../posts/snippets.js";

const PAUSE_MS = 150;

const form = byId("demo");
const status = byId("status");
const snippets = makeSnippets();

let loading;
let latest = 0;

async function load() {
  const [{ PostSet }, response] = await Promise.all([import("/package/offline/index.js"), fetch("/sample.ndjson")]);
  if (!response.ok) throw new Error(`expected the posts, but the answer was ${response.status}`);
  return PostSet.from(await response.text());
}

/** Loads what answers, once; a failure is tried again by the next query. */
function posts() {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const request = () => ({ endpoint: "search", values: readValues(form) });

/** The programs and the way on follow at once, whatever there is to answer. */
function drawCall() {
  const asked = request();
  snippets.show(asked);
  byId("more").href = `/explore/?${new URLSearchParams({ call: "search", ...asked.values })}`;
}

const NONE = "No posts match: an empty page, which costs nothing. Try heron, coral, kelp or 図書館.";

function draw({ credits, requestId, ...answer }, set, ms) {
  const { posts: found, page } = answer;
  byId("answer").replaceChildren(found.length > 0 ? cards(found) : el("p", { class: "empty" }, NONE));
  byId("answer").scrollTop = 0;
  byId("json").replaceChildren(json({ success: true, data: answer }));
  const took = ms < 1 ? "under 1 ms" : `${Math.round(ms)} ms`;
  status.textContent = `${count(found.length, "post")}${page.has_more ? ", and more follow" : ""}, in ${took}: answered in this page, out of ${set.size} invented posts. Nothing was sent.`;
}

/** Marks the fields that are wrong, with where it is said, and what is of an earlier query; none, and all is well. */
function mark(names) {
  for (const field of form.querySelectorAll("input, select")) {
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", "status"]]) {
      if (names.includes(field.name)) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
  }
  status.classList.toggle("wrong", names.length > 0);
  byId("answer").classList.toggle("stale", names.length > 0);
}

/** A refusal as a program gets it; only a service gives it a request id. */
const refusal = ({ code, message, details }) => ({ success: false, error: { code, message, details: details.map(({ option, ...fault }) => fault) } });

/** What is wrong with the query, in the service's words; another failure is none of the reader's. */
function say(error) {
  const { details = [] } = error;
  const faults = details.map(({ parameter, message }) => `${parameter}: ${message}.`);
  status.textContent = faults.join(" ") || "The query could not be loaded; this is an example.";
  mark(details.map(({ parameter }) => parameter));
  if (faults.length > 0) byId("json").replaceChildren(json(refusal(error)));
}

async function run() {
  const mine = (latest += 1);
  try {
    const set = await posts();
    const start = performance.now();
    const page = await ask(set, request());
    if (mine !== latest) return;
    mark([]);
    draw(page, set, performance.now() - start);
  } catch (error) {
    if (mine === latest) say(error);
  }
}

let pause;

function edited() {
  drawCall();
  clearTimeout(pause);
  pause = setTimeout(run, PAUSE_MS);
}

/** When the page is at rest; not all browsers tell. */
const atRest = (act) => (globalThis.requestIdleCallback ? requestIdleCallback(act, { timeout: 2000 }) : setTimeout(act, 200));

byId("program").replaceChildren(snippets.element);
byId("demo-fields").disabled = false;
drawCall();
form.addEventListener("input", edited);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
atRest(run);
