// What there is to say of the copy, and to do with it: keep one, bring it up to date, delete it.

import { byId, el } from "../dom.js";
import { count, time } from "../dashboard/format.js";
import { networkName } from "../posts/networks.js";
import { problem } from "../posts/problem.js";
import { beginCopy, copyFilter, deleteCopy, openCopy, syncCopy } from "./copy.js";

const PRICE = "It is loaded by the token in use at “Live”: one credit for each 100 posts, and later one for each 100 that are new or changed.";
const IN_MEMORY = "This browser stores nothing for this page, so the copy is gone when you leave it.";

/** The parameters that say which posts a copy has. */
const OF_FILTER = ["platform", "username", "hashtag"];

const place = byId("copy");

let wished = {};
let changed = () => {};
/** What stops the loading that is under way. */
let loading;

/** What of a query's values says which posts a copy of it would have. */
export const filterOf = (values) => Object.fromEntries(OF_FILTER.filter((name) => values[name]).map((name) => [name, values[name].split(",")]));

const among = (values, word) => values.map(word).join(" or ");

/** "all posts of Instagram by @reef.watch with #coral" */
function inWords({ platform, username, hashtag }) {
  const parts = [
    platform && `of ${among(platform, networkName)}`,
    username && `by ${among(username, (name) => `@${name.replace(/^@/, "")}`)}`,
    hashtag && `with ${among(hashtag, (name) => `#${name.replace(/^#/, "")}`)}`,
  ];
  return ["all posts", ...parts.filter(Boolean)].join(" ");
}

const button = (label, act, kind) => el("button", { type: "button", class: kind, click: act }, label);
const note = (...text) => el("p", { class: "note" }, ...text);

function offer() {
  return [
    el("p", {}, "No copy is kept. It would have ", el("b", {}, inWords(wished)), ": the query below says which, by network, author and hashtag."),
    note(PRICE),
    el("p", { class: "beside" }, button("Keep a copy", begin, "primary")),
  ];
}

const age = ({ syncedAt, size }) =>
  syncedAt ? [count(size, "post"), ", up to date as of ", el("time", { datetime: syncedAt }, time(syncedAt)), "."] : [count(size, "post"), " so far. The copy is not complete yet."];

function kept(copy) {
  return [
    el("p", {}, "The copy has ", el("b", {}, inWords(copyFilter())), ": ", age(copy)),
    note(PRICE, copy.persistent ? "" : ` ${IN_MEMORY}`),
    el("p", { class: "beside" }, button(copy.syncedAt ? "Bring up to date" : "Go on", load, "primary"), button("Delete copy", remove)),
  ];
}

function underWay() {
  const words = el("p", { role: "status" }, "Loading …");
  const bar = el("progress", { "aria-label": "Loading posts" });
  const shown = [words, bar, el("p", { class: "beside" }, button("Stop", () => loading.abort()))];
  return { shown, tell: ({ size }) => (words.textContent = `Loading: ${count(size, "post")} so far …`) };
}

/** Shows where things stand; `more` is said above. */
async function draw(more) {
  if (loading) return;
  const copy = copyFilter() && (await openCopy());
  if (!loading) place.replaceChildren(...[more, ...(copy ? kept(copy) : offer())].filter(Boolean));
}

const failed = (error) => (error.code === "ABORTED" ? note("Stopped. What was loaded stays; “Go on” loads the rest.") : problem(error));

/** A copy that can't be opened can only be given up. */
const unreadable = (error) => place.replaceChildren(problem(error), el("p", { class: "beside" }, button("Delete copy", remove)));

/** Does something with the copy, and goes on where the reader was. */
async function act(work) {
  const more = await work().catch(failed);
  loading = undefined;
  await draw(more).catch(unreadable);
  place.querySelector("button")?.focus();
  changed();
}

function load() {
  const { shown, tell } = underWay();
  loading = new AbortController();
  place.replaceChildren(...shown);
  place.querySelector("button").focus();
  const { signal } = loading;
  return act(async () => {
    await syncCopy({ signal, onProgress: tell });
  });
}

async function begin() {
  beginCopy(wished);
  await load();
}

const remove = () => act(deleteCopy);

/** Shows the copy, or the offer to keep one of the posts that these values mean. */
export function showCopy(values) {
  wished = filterOf(values);
  return draw().catch(unreadable);
}

/** `heard` is told when there is another copy, or another state of it. */
export function startCopy(heard) {
  changed = heard;
}
