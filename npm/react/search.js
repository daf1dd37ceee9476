// One page of a search.

import { useEffect, useReducer, useState } from "react";
import { isSame, keyOf, start, useInitial, useSourceState } from "./source.js";

export function useSearch(source, options, { initial } = {}) {
  const state = useSourceState(source);
  const [attempt, refresh] = useReducer((before) => before + 1, 0);
  const asked = { source, key: keyOf(options), state, attempt };
  const first = useInitial(initial);
  const [answer, setAnswer] = useState(first && { ...asked, page: first, error: null });
  const isCurrent = isUpToDate(answer, asked);

  useEffect(() => {
    if (!source || isCurrent) return undefined;
    return start((signal) => {
      const settle = (more) => !signal.aborted && setAnswer((before) => ({ ...asked, page: isSame(before, asked) ? before.page : null, ...more }));
      source.search({ ...options, signal }).then((page) => settle({ page, error: null }), (error) => settle({ error }));
    });
  }, [asked.source, asked.key, state, attempt]);

  const isOurs = answer !== null && answer.source === source;
  return { page: isOurs ? answer.page : null, posts: (isOurs && answer.page?.posts) || NONE, error: isCurrent ? answer.error : null, isPending: Boolean(source) && !isCurrent, refresh };
}

const NONE = Object.freeze([]);

const isUpToDate = (answer, asked) => isSame(answer, asked) && answer.state === asked.state && answer.attempt === asked.attempt;
