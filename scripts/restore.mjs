// `npm run restore`: brings back what a backup has, or makes good what Time Travel has left undone. `postern restore` does it;
// this finds the environment, and holds the backup to what it says of itself.

import { resolve } from "node:path";
import { readArguments } from "./lib/arguments.mjs";
import { checked, PLACE_OPTIONS, placeOf, postern, restoring, service } from "./lib/backup.mjs";
import { buildCli } from "./lib/build.mjs";
import { main } from "./lib/run.mjs";
import { Fault, say, seconds } from "./lib/say.mjs";
import { ensurePackages, ensureRust } from "./lib/setup.mjs";

const USAGE = "npm run restore -- [FOLDER] --accounts or --posts [--env NAME | --local]";

const HELP = `npm run restore -- FOLDER --accounts  fills a new, empty database of accounts; before its first deployment
npm run restore -- FOLDER --posts     fills new databases of posts; after they were migrated and the Worker deployed
npm run restore -- --posts            after \`wrangler d1 time-travel restore\` of a database of posts: repeats the
                                      erasures made since, and opens it for reading

If one of them is interrupted, run it again. Exit code: 0 if it is done, 1 if something failed, 2 for wrong usage.

  --env NAME  another environment of wrangler.toml, such as staging
  --local     the databases of \`npm start\` here: for accounts before it starts, for posts while it runs

For posts, set POSTERN_URL and POSTERN_OPERATOR_SECRET for the service; --local needs neither.`;

await main(async () => {
  const options = { ...PLACE_OPTIONS, accounts: { type: "boolean" }, posts: { type: "boolean" } };
  const { values, positionals } = readArguments({ options, most: 1, usage: USAGE });
  if (values.help) return say(HELP);
  const started = performance.now();
  const { accounts = false, posts = false } = values;
  const [named] = positionals;
  if (accounts === posts || (accounts && !named)) throw new Fault("It is not clear what to restore.", { expected: "FOLDER --accounts, FOLDER --posts, or --posts after Time Travel", code: 2 });
  await ensurePackages();
  const { environment, local } = await placeOf(values);
  const folder = named && resolve(process.env.INIT_CWD ?? process.cwd(), named);
  if (folder) await checked(folder);
  const running = accounts ? {} : service(local);
  await ensureRust();
  const program = await buildCli();
  const code = await postern(program, restoring(environment, local, accounts ? "accounts" : "posts", ...(folder ? [folder] : [])), running);
  if (code !== 0) throw new Fault("The restore is not complete.", { todo: "see above, and run the same command again" });
  say(`It took ${seconds(performance.now() - started)}.`);
});
