// Brings the local databases up to date with migrations/, and only asks wrangler when there is something new:
// starting it costs three seconds for each database.

import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { inRoot, ROOT } from "./paths.mjs";
import { step } from "./run.mjs";
import { Fault } from "./say.mjs";
import { hashOf } from "./stamp.mjs";
import { WRANGLER, wranglerEnvironment } from "./wrangler.mjs";

/** The migrations of a database: the hash of each file, by its path. */
function migrationsIn(folder) {
  const names = existsSync(inRoot(folder)) ? readdirSync(inRoot(folder)).filter((name) => name.endsWith(".sql")) : [];
  return Object.fromEntries(names.sort().map((name) => [`${folder}/${name}`, hashOf([`${folder}/${name}`])]));
}

/** A migration that was applied must stay as it was: what is in the database would not change with it. */
function refuseEdited(applied, wanted, state) {
  const edited = Object.keys(applied).find((path) => applied[path] !== wanted[path]);
  if (!edited) return;
  throw new Fault(`${edited} was ${wanted[edited] ? "changed" : "removed"} after it was applied to ${state}.`, {
    expected: "applied migrations that stay as they were, and changes in a new file",
    todo: `restore it; or, to start over with empty databases, delete the folder ${state}`,
  });
}

/** Applies what is new in migrations/ to the databases of a state folder, with the configuration there. */
export async function migrate(state, config) {
  const stampFile = join(state, "migrations.json");
  const applied = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, "utf8")) : {};
  for (const { binding, migrations_dir: folder } of databasesOf(config)) {
    const wanted = migrationsIn(relative(ROOT, folder));
    const before = applied[binding] ?? {};
    refuseEdited(before, wanted, state);
    if (Object.keys(wanted).every((path) => path in before)) continue;
    const [node, ...wrangler] = WRANGLER;
    const args = [...wrangler, "d1", "migrations", "apply", binding, "--local", "--persist-to", state, "-c", config];
    await step(`Migrating the database ${binding}`, node, args, { env: wranglerEnvironment(state) });
    applied[binding] = wanted;
    writeFileSync(stampFile, JSON.stringify(applied, null, 2));
  }
}

const databasesOf = (config) => JSON.parse(readFileSync(config, "utf8")).d1_databases;

/** Changes whenever any migration does. */
export const migrationsHash = () => hashOf(["migrations"]);
