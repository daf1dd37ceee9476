// Runs one call at a time: a new one stops the one before, and so does the visitor.

import { byId } from "../dom.js";
import { ask } from "../posts/endpoints.js";
import { clientOf } from "./clients.js";
import { openCopy } from "./copy.js";
import { countDays } from "./counting.js";

/** What "all" is bounded by. */
export const ALL_AT_MOST = 500;

let current;

/** Stops what is running. */
export const stop = () => current?.abort();

function busy(isBusy) {
  byId("answer").ariaBusy = String(isBusy);
  byId("stop").hidden = !isBusy;
}

const STOPPED = { code: "ABORTED", message: "stopped before the answer came", details: [] };

/**
 * Runs `act`, which gets a signal, as the only one.
 *
 * @returns {Promise<{ value?: any, error?: any, ms: number } | undefined>} nothing if another one came in between
 */
async function only(act) {
  stop();
  const mine = new AbortController();
  current = mine;
  busy(true);
  const start = performance.now();
  const asked = Promise.resolve(mine.signal).then(act);
  const ended = (outcome) => (mine.signal.aborted && outcome.error?.code !== "ABORTED" ? { error: STOPPED } : outcome);
  const outcome = ended(await asked.then((value) => ({ value }), (error) => ({ error })));
  if (current !== mine) return undefined;
  busy(false);
  return { ...outcome, ms: performance.now() - start };
}

/** Asks for one page, or for what is no page. */
export async function runOne(request) {
  const client = await ready(request);
  return client?.value ? only((signal) => ask(client.value, request, { signal })) : client;
}

/** Loads what answers; that takes no part in the call's time. */
function ready({ on }) {
  return only(() => (on === "copy" ? openCopy() : clientOf(on)));
}

const nothing = () => ({ posts: [], credits: { charged: 0, remaining: null }, isWhole: false, next: null });

/** Adds page after page to what was got. */
async function collect(client, request, signal, got, progress) {
  for await (const page of ask(client, request, { signal }).pages({ max: ALL_AT_MOST })) {
    got.posts.push(...page.posts);
    got.credits = { charged: got.credits.charged + page.credits.charged, remaining: page.credits.remaining };
    got.isWhole = !page.page.has_more;
    got.next = page.page.next_cursor;
    progress(got.posts.length);
  }
}

/**
 * Walks the pages up to the bound; `progress` hears how many posts there are. Pages that came were paid for: they are
 * the `value` also where an `error` ended the walk.
 */
export async function runAll(request, progress) {
  const client = await ready(request);
  if (!client?.value) return client;
  const got = nothing();
  const outcome = await only((signal) => collect(client.value, request, signal, got, progress));
  const isNone = outcome?.error && got.posts.length === 0;
  return outcome && !isNone ? { ...outcome, value: got } : outcome;
}

/** Counts posts by day. */
export async function runDays(request) {
  const client = await ready(request);
  return client?.value ? only((signal) => countDays(client.value, request, signal)) : client;
}
