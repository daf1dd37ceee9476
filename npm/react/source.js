// What answers, and with what arguments.

import { use, useCallback, useSyncExternalStore } from "react";

const none = () => {};
const nothing = () => null;

/** The state of a replica, which changes with its posts; `null` for sources that do not change, and on a server. */
export function useSourceState(source) {
  const subscribe = useCallback((listener) => source?.subscribe?.(listener) ?? none, [source]);
  return useSyncExternalStore(subscribe, () => (source?.subscribe ? source.state : null), nothing);
}

/** What a server has read already: a page, or a promise of one, which it may still be sending. */
export const useInitial = (initial) => (typeof initial?.then === "function" ? use(initial) : (initial ?? null));

/** Options as a text: those of one render are equal to those of the next, and are not the same. */
export function keyOf(options) {
  const { signal: _, ...others } = options ?? {};
  return JSON.stringify(Object.entries(others).filter(([, value]) => value !== undefined && value !== null).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether both ask the same of the same. */
export const isSame = (one, other) => one !== null && one.source === other.source && one.key === other.key;

/**
 * Calls after this turn, unless it is stopped before: React's strict mode starts and stops each effect once in vain, which would pay for
 * a page in vain.
 */
export function start(work) {
  const controller = new AbortController();
  queueMicrotask(() => {
    if (!controller.signal.aborted) work(controller.signal);
  });
  return () => controller.abort();
}
