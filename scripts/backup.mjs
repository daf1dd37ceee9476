// `npm run backup -- FOLDER`: the accounts as SQL, the posts as lines, and what was erased. `--env staging` takes another
// environment, `--local` the databases of an `npm start` here. Run the same command again to continue an interrupted backup.

import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { readArguments } from "./lib/arguments.mjs";
import { FILES, measured, PLACE_OPTIONS, placeOf, postern, restoring, service } from "./lib/backup.mjs";
import { buildCli } from "./lib/build.mjs";
import { openDatabases } from "./lib/databases.mjs";
import { main } from "./lib/run.mjs";
import { Fault, say, seconds } from "./lib/say.mjs";
import { ensurePackages, ensureRust } from "./lib/setup.mjs";
import { writeWhole } from "./lib/state.mjs";

const USAGE = "npm run backup -- FOLDER [--env NAME | --local]";

const HELP = `${USAGE}

Writes the accounts, the posts and the list of what was erased into a new folder that only you can read. If a backup is
interrupted, run the same command again to continue. Exit code: 0 if it is complete, 1 if something failed, 2 for wrong usage.

  --env NAME  another environment of wrangler.toml, such as staging
  --local     the databases of the \`npm start\` that runs here

Set POSTERN_URL and POSTERN_OPERATOR_SECRET for the service; --local needs neither.`;

await main(async () => {
  const { values, positionals } = readArguments({ options: PLACE_OPTIONS, most: 1, usage: USAGE });
  if (values.help) return say(HELP);
  const started = performance.now();
  const [named] = positionals;
  if (!named) throw new Fault("No folder was given.", { expected: USAGE, code: 2 });
  await ensurePackages();
  const { environment, local } = await placeOf(values);
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), named);
  const file = (name) => join(folder, FILES[name]);
  if (existsSync(file("about"))) throw new Fault(`${folder} has a backup in it.`, { expected: "a new folder for each backup" });
  const running = service(local);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await ensureRust();
  const program = await buildCli();
  // The posts come first: what is erased in the meantime is a tombstone by then, and the accounts say so, too.
  const code = await postern(program, ["export", "--output", file("posts")], running);
  if (code !== 0) throw new Fault("The posts could not be exported.", { todo: "run the same command again: it continues where it stopped" });
  const tombstones = openSync(file("tombstones"), "w", 0o600);
  if ((await postern(program, restoring(environment, local, "tombstones"), running, tombstones)) !== 0) throw new Fault("What was erased could not be read.");
  closeSync(tombstones);
  const databases = openDatabases(environment, local);
  await databases.export("ACCOUNTS", file("accounts"));
  const files = {};
  for (const name of ["accounts", "posts", "tombstones"]) {
    chmodSync(file(name), 0o600);
    files[FILES[name]] = await measured(file(name));
  }
  const about = { environment: environment.name, finished_at: new Date().toISOString(), files };
  writeWhole(file("about"), `${JSON.stringify(about, null, 2)}\n`);
  const { [FILES.posts]: posts, [FILES.tombstones]: erased } = files;
  say(`Backed up ${posts.lines} posts, ${erased.lines} tombstones and the accounts of ${environment.name} in ${seconds(performance.now() - started)}: ${folder}`);
});
