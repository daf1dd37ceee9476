// The environments of wrangler.toml: production is all of it but `[env]`, since the platform gives bindings and variables to
// no environment but the one without a name, and nobody should have to write them twice.

import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { Fault } from "./say.mjs";

/** The name of the one that has none in wrangler.toml. */
export const PRODUCTION = "production";

/**
 * Takes `--env NAME` out of arguments.
 *
 * @param {string[]} args the arguments of a command
 * @param {string} [file] another wrangler.toml
 * @returns {Promise<{ name: string, config: object, flags: string[], rest: string[] }>} the environment's name, its part of
 *   wrangler.toml, what tells wrangler, and the other arguments
 */
export async function environment(args, file = inRoot("wrangler.toml")) {
  const { parse } = await import("smol-toml");
  const { env: others = {}, ...production } = parse(readFileSync(file, "utf8"));
  const place = args.findIndex((arg) => arg === "--env" || arg.startsWith("--env="));
  const written = args[place]?.slice("--env=".length) || args[place + 1];
  const name = place === -1 ? PRODUCTION : written;
  const rest = place === -1 ? args : args.filter((_, index) => index !== place && !(index === place + 1 && args[place] === "--env"));
  if (name === PRODUCTION) return { name, config: production, flags: ["--env", ""], rest };
  if (name && Object.hasOwn(others, name)) return { name, config: others[name], flags: ["--env", name], rest };
  throw new Fault(name ? `There is no environment "${name}" in wrangler.toml.` : "--env came without a name.", {
    expected: [PRODUCTION, ...Object.keys(others)].join(" or "),
    code: 2,
  });
}

/** The bindings of the databases of posts, in order. */
export const postsOf = ({ d1_databases: databases }) =>
  databases.map(({ binding }) => binding).filter((binding) => binding.startsWith("POSTS_"));
