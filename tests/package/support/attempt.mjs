// Tries an environment: each row has to give what it says of each entry, and nothing else.

import assert from "node:assert/strict";
import { NONE } from "../environments/remedies.mjs";
import { EXPECTED } from "./exercise.mjs";
import { setStage } from "./stage.mjs";

/**
 * Tries all rows of an environment.
 *
 * @param {typeof import("../environments/index.mjs").ENVIRONMENTS[number]} environment
 * @param {{ url: string, token: string }} service has the posts of `exercise`
 * @param {import("playwright-core").Browser} browser
 * @returns {Promise<number>} how many cells of the table that makes
 */
export async function attempt(environment, service, browser) {
  const stage = await setStage(environment, service, browser);
  try {
    return check(environment, await environment.run(stage));
  } finally {
    await stage.remove();
  }
}

function check({ name, rows }, seen) {
  assert.deepEqual(Object.keys(seen).sort(), Object.keys(rows).sort(), `${name}: each row is tried`);
  const cells = Object.entries(rows).flatMap(([how, row]) => Object.entries(row).filter(([, remedy]) => remedy !== NONE).map(([entry, remedy]) => ({ where: `${name}, ${how}: ${entry}`, came: seen[how][entry], entry, remedy })));
  for (const { where, came, entry, remedy } of cells) {
    const message = `${where}: expected ${remedy.error ? `an error like ${remedy.error}` : JSON.stringify(EXPECTED[entry])}, and ${JSON.stringify(came)} came`;
    if (remedy.error) assert.match(String(came?.error), remedy.error, message);
    else assert.deepEqual(came, EXPECTED[entry], message);
  }
  return cells.length;
}
