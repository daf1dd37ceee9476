// The explorer: a query is filled in, seen as programs, run, and looked at.

import { byId, el } from "../dom.js";
import { blame } from "../dashboard/form.js";
import { count } from "../dashboard/format.js";
import { asksForDays, callOf, givesPosts } from "../posts/endpoints.js";
import { blameFields, drawFields, focusFault, forgive, readValues, writeValues } from "../posts/query-form.js";
import { makeSnippets } from "../posts/snippets.js";
import { readAddress, tokensAmong, writeAddress } from "./address.js";
import { mayAskAccount, onWait } from "./clients.js";
import { copyFilter } from "./copy.js";
import { showCopy, startCopy } from "./copy-panel.js";
import { makeResult } from "../posts/result.js";
import { makeDays } from "./days.js";
import { keepFiles } from "./keeping.js";
import { ALL_AT_MOST, runAll, runDays, runOne, stop } from "./run.js";
import { ASKING, chooseSource, chosenSource, startSource, usualSource } from "./source.js";

const form = byId("query");
const snippets = makeSnippets();
const result = makeResult(byId("result"), { status: byId("status"), paging: byId("paging"), allAtMost: ALL_AT_MOST }, { next, first, all, viewed });
const days = makeDays(result, older);

const endpoint = () => form.elements.call.value;

const request = () => ({ endpoint: endpoint(), want: form.elements.want.value, values: readValues(form), on: chosenSource(), view: result.views.current });

function drawEndpoint() {
  const { about, fields, needed, path } = callOf(request());
  byId("about").textContent = about;
  byId("path").textContent = path;
  byId("want").hidden = !givesPosts(endpoint());
  drawFields(byId("fields"), fields, needed);
}

function redraw() {
  const asked = request();
  snippets.show(asked);
  if (asked.on === "copy") showCopy(asked.values);
}

/** What an address had in these fields looks like a token, and was taken out of it. */
let withheld = [];

/** Fills the form as an address says. */
function fill({ endpoint: call, want, values, view, withheld: names }) {
  form.elements.call.value = call;
  form.elements.want.value = want;
  drawEndpoint();
  writeValues(form, values);
  withheld = names;
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
  account: "What answers here belongs to no account. Choose “Live” to ask about yours.",
  health: "Nothing is sent while you use the sample or a copy. Choose “Live” to ask the service.",
};

const NO_COPY = ["There is no copy to ask yet. Say which posts you want by network, author or hashtag, and press ", el("b", {}, "Keep a copy"), "."];

const PASTE = ["This call needs an API token, and this page has only a browser token. Paste your API token at “Live”, or see balance and usage ", el("a", { href: "/dashboard/" }, "in the dashboard"), "."];

/** Why a call can't be made with what answers now. */
function unable({ endpoint, on }) {
  if (on !== "live" && OFFLINE[endpoint]) return [OFFLINE[endpoint]];
  if (on === "copy" && !copyFilter()) return NO_COPY;
  return on === "live" && endpoint === "account" && !mayAskAccount() ? PASTE : undefined;
}

const ASKED = { sample: "the sample", live: "the service", copy: "your copy" };

/** What stands in the place of an answer before there is one. */
function invite() {
  const asked = request();
  result.say(...(unable(asked) ?? ["Press ", el("b", {}, "Run"), ` to ask ${ASKED[asked.on]}.`]));
}

/** A token that is no value of a query stays here: it is neither sent as one nor put into the address. */
function refuseTokens(names, text) {
  for (const name of names.filter((one) => form.elements[one])) blame(form.elements[name], text);
  result.say("Nothing was sent: there is a token where a value belongs.");
}

/** Whether the visitor, or an address, has said what to do. */
let hasBegun = false;

/** What a query is run by and shown by, unless all its pages are wished for. */
const usual = (asked) => (asksForDays(asked) ? [runDays, showDays] : [runOne, showOne]);

/** Runs what the form says, or goes on with what was `asked` before. */
async function run({ asked = request(), by = usual(asked) } = {}) {
  if (!hasBegun) chooseSource(chosenSource());
  hasBegun = true;
  withheld = [];
  forgive(form);
  const tokens = tokensAmong(asked.values);
  if (tokens.length > 0) return refuseTokens(tokens, "This looks like a token. It is not sent as a value; paste it at “Live”.");
  keep();
  const why = unable(asked);
  if (why) return result.say(...why);
  const [act, show] = by;
  const outcome = await act(asked);
  if (!outcome) return undefined;
  const { value, error, ms } = outcome;
  if (!value && !asked.cursor) return fail(error, { on: asked.on, ms });
  if (error) blameFields(form, error.details ?? []);
  return show(value, { on: asked.on, ms }, asked, error);
}

function showOne(value, how, asked) {
  if (givesPosts(asked.endpoint)) result.page(value, how, Boolean(asked.values.cursor));
  else result.object(value, how);
}

function showDays(value, how, asked, error) {
  days.show(value, how, asked, error);
  if (value) snippets.show(asked);
}

/** Goes on counting the same posts, whatever the form says by now. */
function older(asked) {
  return run({ asked }).then(toNew);
}

function next(cursor) {
  writeValues(form, { ...readValues(form), cursor });
  redraw();
  return run().then(toNew);
}

function first() {
  return next("");
}

const showAll = (value, how, _asked, error) => result.all(value, how, error);

function all() {
  writeValues(form, { ...readValues(form), cursor: "" });
  redraw();
  const progress = (posts) => (byId("status").textContent = `${count(posts, "post")} so far …`);
  return run({ by: [(asked) => runAll(asked, progress), showAll] }).then(toNew);
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

/** What was pressed is gone with the former answer, or hidden: the reader goes on at the new one. */
function toNew() {
  toAnswer();
  if (document.activeElement === document.body) byId("answer-title").focus({ preventScroll: true });
}

/** Another source has not answered yet. What is here does at once, as that costs nothing. */
function sourceChanged() {
  hasBegun = true;
  redraw();
  if (withheld.length > 0) return refuseTokens(withheld, "The address had what looks like a token here. It was removed; fill in what you are looking for.");
  if (chosenSource() !== "live") return run();
  stop();
  keep();
  return invite();
}

/** Another call's answer would be taken for this one's. */
function endpointChanged() {
  stop();
  forgive(form);
  drawEndpoint();
  invite();
}

function edited({ target }) {
  if (["call", "want"].includes(target.name)) endpointChanged();
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

/** Signing in leads back to what the form says now. */
function rememberPlace({ target }) {
  const link = target.closest("a[href^='/dashboard/sign-in']");
  if (link) link.href = `/dashboard/sign-in?then=${encodeURIComponent(location.pathname + writeAddress(request()))}`;
}

function listen() {
  form.addEventListener("input", edited);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run().then(toAnswer);
  });
  for (const button of form.querySelectorAll(".clear")) button.addEventListener("click", clear);
  byId("stop").addEventListener("click", () => {
    stop();
    byId("answer-title").focus({ preventScroll: true });
  });
  byId("main").addEventListener("click", rememberPlace);
  addEventListener("popstate", again);
  onWait((seconds) => (byId("status").textContent = `Waiting ${seconds} s, as the service requested …`));
}

/** Goes on with a source, unless something else was chosen or asked in the meantime. */
function begin(on) {
  if (hasBegun) return undefined;
  chooseSource(on);
  history.replaceState(null, "", writeAddress(request()));
  return sourceChanged();
}

async function start() {
  const address = readAddress(location.search);
  startSource(sourceChanged);
  startCopy(() => chosenSource() === "copy" && run());
  fill(address);
  listen();
  byId("program").append(snippets.element);
  for (const part of document.querySelectorAll(".with-script")) part.hidden = false;
  if (address.on) return begin(address.on);
  result.say(ASKING);
  return begin(await usualSource());
}

/** Goes where "Back" and "Forward" lead. */
function again() {
  const address = readAddress(location.search);
  forgive(form);
  chooseSource(address.on ?? chosenSource());
  fill(address);
  return sourceChanged();
}

start().then(keepFiles);
