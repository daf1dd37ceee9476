// The configuration that a local Worker runs with: wrangler.toml, made absolute, without its build command, with
// local limits and variables. Written into the state folder, where wrangler also keeps its own temporary files.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { Fault } from "./say.mjs";

/** What limits are locally, calls a minute, unless something else is asked for. */
export const LOCAL_LIMIT = 100_000;

/** The variables that tell clients about a rate limit of wrangler.toml. */
const LIMIT_VARIABLES = { CALLS: "CALLS_PER_MINUTE", BROWSER: "BROWSER_CALLS_PER_MINUTE" };

/** What the Worker and the pages say of test tokens is no setting: this limit is the same everywhere. */
const SAME_EVERYWHERE = ["TEST"];

/**
 * Writes the local configuration and its secrets, and returns where it is.
 *
 * @param {string} state the state folder
 * @param {object} settings `vars` over those of wrangler.toml (null leaves one out), `limits` by the binding's name,
 *   `secrets` (null leaves one out), `shards` (how many databases of posts, if not as in wrangler.toml), `main` (another
 *   Worker than the built one)
 */
export async function writeConfig(state, { vars = {}, limits = {}, secrets = {}, shards = null, main = null }) {
  const { parse } = await import("smol-toml");
  const production = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  // No build: it is done. No schedule: nothing calls it locally. No routes: they would change the Host of every call. No
  // other environments: this is one.
  const { build, triggers, routes, route, env, ...config } = production;
  config.main = main ?? inRoot(config.main);
  if (shards) config.d1_databases = withShards(config.d1_databases, shards);
  config.assets.directory = inRoot(config.assets.directory);
  for (const database of config.d1_databases) database.migrations_dir = inRoot(migrationsOf(database));
  for (const limiter of config.ratelimits) {
    if (SAME_EVERYWHERE.includes(limiter.name)) continue;
    limiter.simple.limit = limits[limiter.name] ?? LOCAL_LIMIT;
    const variable = LIMIT_VARIABLES[limiter.name];
    if (variable) config.vars[variable] = String(limiter.simple.limit);
  }
  config.vars = present({ ...config.vars, MAILS_PER_HOUR: String(LOCAL_LIMIT), ...vars });
  const path = join(state, "wrangler.json");
  writeFileSync(path, JSON.stringify(config, null, 2));
  const lines = Object.entries(present(secrets)).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(join(state, ".dev.vars"), lines.join(""), { mode: 0o600 });
  return path;
}

/** The folder of a database's migrations. `wrangler d1 create` does not print that line, and it is easily left out. */
function migrationsOf({ binding, migrations_dir: folder }) {
  if (folder) return folder;
  throw new Fault(`The database ${binding} of wrangler.toml has no migrations_dir.`, {
    expected: `migrations_dir = "migrations/${binding === "ACCOUNTS" ? "accounts" : "posts"}"`,
  });
}

/** The databases with so many of posts: POSTS_0, POSTS_1, ... */
function withShards(databases, shards) {
  const first = databases.find(({ binding }) => binding === "POSTS_0");
  const posts = Array.from({ length: shards }, (_, shard) => ({
    ...first,
    binding: `POSTS_${shard}`,
    database_name: shard ? `${first.database_name}-${shard}` : first.database_name,
    database_id: shard ? `00000000-0000-0000-0001-${String(shard).padStart(12, "0")}` : first.database_id,
  }));
  return [...databases.filter(({ binding }) => !binding.startsWith("POSTS_")), ...posts];
}

/** Without what is null or undefined. */
function present(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
}
