// A copy that is open as long as a component is there.

import { useCallback, useEffect, useState } from "react";
import { Replica } from "../replica.js";
import { keyOf, start, useSourceState } from "./source.js";

const CLOSED = { replica: null, error: null };

export function useReplica(name, { client, filter, syncEvery = null } = {}) {
  const key = keyOf(filter);
  const [opened, setOpened] = useState(CLOSED);
  const [syncing, setSyncing] = useState({ isSyncing: false, progress: null, error: null });
  const { replica } = opened;
  const state = useSourceState(replica);

  useEffect(() => {
    if (!client) return undefined;
    let opening = null;
    const stop = start((signal) => {
      opening = Replica.open(name, { client, filter });
      opening.then((made) => signal.aborted || setOpened({ replica: made, error: null }), (error) => signal.aborted || setOpened({ replica: null, error }));
    });
    return () => {
      stop();
      setOpened(CLOSED);
      opening?.then((made) => made.close(), () => {});
    };
  }, [name, client, key]);

  const sync = useCallback(
    async (options) => {
      if (replica === null) return null;
      setSyncing({ isSyncing: true, progress: null, error: null });
      const onProgress = (progress) => {
        setSyncing({ isSyncing: true, progress, error: null });
        options?.onProgress?.(progress);
      };
      try {
        const result = await replica.sync({ ...options, onProgress });
        setSyncing({ isSyncing: false, progress: null, error: null });
        return result;
      } catch (error) {
        setSyncing({ isSyncing: false, progress: null, error });
        throw error;
      }
    },
    [replica],
  );

  useEffect(() => {
    if (replica === null || syncEvery === false) return undefined;
    let timer;
    const stop = start(async function again(signal) {
      await sync({ signal }).catch(() => {}); // it is in `error`
      if (syncEvery !== null && !signal.aborted) timer = setTimeout(again, syncEvery, signal);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [replica, sync, syncEvery]);

  return { replica, state, error: opened.error ?? syncing.error, isSyncing: syncing.isSyncing, progress: syncing.progress, sync };
}
