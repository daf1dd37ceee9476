// The local runtime counts calls by the minutes of the clock.

import { setTimeout as sleep } from "node:timers/promises";

const MINUTE_MS = 60_000;

/** Waits for the next minute unless this one has so many seconds left, so that a limit is not reset half way. */
export async function roomInMinute(seconds) {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < seconds * 1000) await sleep(left + 50);
}
