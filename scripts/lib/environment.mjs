// The environments of wrangler.toml: production is all of it but `[env]`, since the platform gives bindings and variables to
// no environment but the one without a name, and nobody should have to write them twice.

import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { Fault } from "./say.mjs";

/** The name of the one that has none in wrangler.toml. */
export const PRODUCTION = "production";

/** The option that names an environment. */
export const ENV_OPTION = { env: { type: "string", default: PRODUCTION } };

/**
 * Reads an environment of wrangler.toml.
 *
 * @param {string} [name] what `--env` says
 * @param {string} [file] another wrangler.toml
 * @returns {Promise<{ name: string, config: object, flags: string[] }>} its name, its part of wrangler.toml, and what tells wrangler
 */
export async function environment(name = PRODUCTION, file = inRoot("wrangler.toml")) {
  const { parse } = await import("smol-toml");
  const { env: others = {}, ...production } = parse(readFileSync(file, "utf8"));
  if (name === PRODUCTION) return { name, config: production, flags: ["--env", ""] };
  if (Object.hasOwn(others, name)) return { name, config: others[name], flags: ["--env", name] };
  throw new Fault(`There is no environment "${name}" in wrangler.toml.`, {
    expected: [PRODUCTION, ...Object.keys(others)].join(" or "),
    code: 2,
  });
}

/** The bindings of the databases of posts, in order. */
export const postsOf = ({ d1_databases: databases }) =>
  databases.map(({ binding }) => binding).filter((binding) => binding.startsWith("POSTS_"));
