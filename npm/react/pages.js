// The pages of a search, as many as were asked for.

import { useCallback, useEffect, useReducer, useState } from "react";
import { isSame, keyOf, start, useInitial, useSourceState } from "./source.js";

const NONE = Object.freeze([]);

export function usePages(source, options, { initial } = {}) {
  const state = useSourceState(source);
  const [attempt, refresh] = useReducer((before) => before + 1, 0);
  const asked = { source, key: keyOf(options), state, attempt };
  const first = useInitial(initial);
  const [answer, setAnswer] = useState(first && { ...asked, pages: [first], error: null });
  const [wanted, want] = useState({ ...asked, count: 1 });

  const isOurs = isSame(answer, asked);
  const count = isSame(wanted, asked) ? wanted.count : 1;
  const pages = answer !== null && answer.source === source ? answer.pages : NONE;
  const hasMore = isOurs && pages.length > 0 && pages.at(-1).page.has_more;
  const isFresh = isOurs && answer.state === state && answer.attempt === attempt;
  const isCurrent = isFresh && (answer.error !== null || pages.length >= count || !hasMore);

  useEffect(() => {
    if (!source || isCurrent) return undefined;
    return start((signal) => {
      const known = isFresh ? pages : NONE;
      const settle = (found, error) => !signal.aborted && setAnswer((before) => ({ ...asked, pages: error && found.length === 0 && isSame(before, asked) ? before.pages : found, error }));
      walk(source, { ...options, signal }, known, count).then(({ found, error }) => settle(found, error));
    });
  }, [asked.source, asked.key, state, attempt, count, isCurrent]);

  const isPending = Boolean(source) && !isCurrent;
  const loadMore = useCallback(() => {
    if (!hasMore || isPending) return;
    setAnswer((before) => ({ ...before, error: null })); // what failed is tried again
    want({ source, key: asked.key, count: pages.length + 1 });
  }, [source, asked.key, pages.length, hasMore, isPending]);
  return { pages, posts: pages.flatMap(({ posts }) => posts), error: isCurrent ? answer.error : null, isPending, hasMore, loadMore, refresh };
}

/** Goes on from known pages until there are as many as are wanted. */
async function walk(source, options, known, count) {
  const found = [...known];
  try {
    while (found.length < count) {
      const cursor = found.at(-1)?.page.next_cursor;
      if (cursor === null) break;
      found.push(await source.search(cursor === undefined ? options : { ...options, cursor }));
    }
    return { found, error: null };
  } catch (error) {
    return { found, error };
  }
}
