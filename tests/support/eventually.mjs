// What is so a moment later: a log, for one, comes after its answer.

import { setTimeout as sleep } from "node:timers/promises";

const WITHIN_MS = 10_000;
const BETWEEN_MS = 20;

/** Asks until there is something: not false, not null, no empty list. Returns what was there at last, for the caller to judge. */
export async function eventually(ask, withinMs = WITHIN_MS) {
  for (const end = performance.now() + withinMs; ; await sleep(BETWEEN_MS)) {
    const found = await ask();
    if ((found && found.length !== 0) || performance.now() > end) return found;
  }
}
