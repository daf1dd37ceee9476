// What the environment can set, checked.

import { resolve } from "node:path";
import { Fault } from "./say.mjs";
import { ROOT } from "./paths.mjs";
import { LOCAL_LIMIT } from "./config.mjs";

/** A whole number from the environment, or `otherwise` where it is unset or empty. */
function whole(env, name, otherwise, least, most) {
  const text = env[name];
  if (text === undefined || text === "") return otherwise;
  const value = /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Fault(`${name} is "${text}".`, { expected: `a whole number from ${least} to ${most}`, code: 2 });
}

/** The folder of the local databases. */
export function stateFolder(env = process.env) {
  return resolve(ROOT, env.POSTERN_STATE || ".postern");
}

/** Everything that `npm start` reads from the environment. */
export function settings(env = process.env) {
  return {
    port: whole(env, "PORT", 8787, 1, 65_535),
    limit: whole(env, "POSTERN_RATE_LIMIT", LOCAL_LIMIT, 1, 1_000_000_000),
    state: stateFolder(env),
    verbose: Boolean(env.POSTERN_LOG) && env.POSTERN_LOG !== "0",
  };
}
