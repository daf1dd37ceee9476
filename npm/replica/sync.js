// Brings a copy up to date, change by change. One page of an origin does so at a time.

import { isSignal } from "../kinds.js";
import { PosternError } from "../shared.js";
import { aborted, invalid } from "./errors.js";
import { stepOf } from "./state.js";

/** The most that a page of changes may have: it costs the same. */
const LIMIT = 100;
/** The longest wait that a sync goes through with where the service limits calls, in seconds. What takes longer is for the caller to decide. */
const PATIENCE = 60;

/**
 * @param copy what to bring up to date, and how
 * @param options of the caller
 */
export async function sync(copy, { signal, onProgress, ...call }) {
  if (signal !== undefined && signal !== null && !isSignal(signal)) throw invalid("signal", "an AbortSignal", signal);
  if (onProgress !== undefined && onProgress !== null && typeof onProgress !== "function") throw invalid("onProgress", "a function", onProgress);
  const stop = either(signal, copy.stop);
  try {
    return await alone(copy.name, copy.queue, stop.signal, () => follow(copy, stop.signal, onProgress, call));
  } catch (error) {
    if (copy.stop.aborted) throw copy.stop.reason;
    throw signal?.aborted && !(error instanceof PosternError) ? aborted(signal.reason) : error;
  } finally {
    stop.forget();
  }
}

/** Follows the changes to their end. */
async function follow(copy, signal, onProgress, call) {
  const sum = { received: 0, charged: 0, remaining: null };
  let isAnew = false;
  for (;;) {
    if (signal.aborted) throw aborted(signal.reason);
    const state = await copy.state();
    const { answer, place } = await ask(copy, state, { ...call, signal }, !isAnew);
    isAnew ||= place.isFirst;
    const step = stepOf(answer, place, new Date().toISOString());
    const after = await copy.take(step, state);
    if (after === null) continue; // another page was faster
    await copy.onStep();
    sum.received += answer.changes.length;
    sum.charged += answer.credits.charged;
    sum.remaining = answer.credits.remaining;
    onProgress?.({ received: sum.received, size: after.size, isRebuilding: after.building !== null });
    if (step.isLast) return { received: sum.received, size: after.size, syncedAt: after.syncedAt, credits: { charged: sum.charged, remaining: sum.remaining } };
    if (step.since === place.since) throw new PosternError("DECODE_ERROR", "expected changes that lead on, and they lead back: the rest can't be read");
  }
}

/**
 * The changes after where the copy stands. Where the service does not know that any more, those from the beginning, for a new copy; but
 * once in a sync: it pays for that.
 */
async function ask({ client, filter }, { since, building }, call, mayBegin) {
  const place = building === null ? { since, isBuilding: false, isFirst: false } : { since: building.since, isBuilding: true, isFirst: false };
  const changes = (since) => patiently(() => client.changes({ ...call, ...filter.values, since, limit: LIMIT }), call.signal);
  try {
    return { place, answer: await changes(place.since) };
  } catch (error) {
    if (error?.code !== "SINCE_GONE" || !mayBegin) throw error;
    return { place: { since: "0", isBuilding: true, isFirst: true }, answer: await changes("0") };
  }
}

/** Asks again where the service says that there were too many calls, and when there may be more: a long copy needs more than a minute's. */
async function patiently(ask, signal) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error?.code !== "RATE_LIMITED" || error.retryAfter === null || error.retryAfter > PATIENCE) throw error;
      await pause(error.retryAfter * 1_000, signal);
    }
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** Waits until no other sync of this copy is under way: in any page if the platform has locks, otherwise in this one. */
function alone(name, queue, signal, work) {
  if (queue === null) return navigator.locks.request(`@postern/client/${name}`, { signal }, work);
  const run = queue.last.then(work);
  queue.last = run.catch(() => {});
  return run;
}

/** A signal that is aborted by either of two. */
function either(one, other) {
  const controller = new AbortController();
  const signals = [one, other].filter(Boolean);
  const abort = ({ target }) => controller.abort(target.reason);
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener("abort", abort);
  }
  return { signal: controller.signal, forget: () => signals.forEach((signal) => signal.removeEventListener("abort", abort)) };
}
