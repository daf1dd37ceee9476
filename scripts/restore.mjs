// `npm run restore`: brings back what a backup has, or makes good what Time Travel has left undone.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { join, resolve } from "node:path";
import { readArguments } from "./lib/arguments.mjs";
import { checked, FILES, PLACE_OPTIONS, placeOf, postern, service } from "./lib/backup.mjs";
import { buildCli } from "./lib/build.mjs";
import { bury, openDatabases } from "./lib/databases.mjs";
import { postsOf } from "./lib/environment.mjs";
import { eraseAgain, erasures } from "./lib/erased.mjs";
import { behind, open, shut } from "./lib/restoring.mjs";
import { main } from "./lib/run.mjs";
import { Fault, say, seconds } from "./lib/say.mjs";
import { ensurePackages, ensureRust } from "./lib/setup.mjs";

/** In how many accounts the balance is not the sum of the ledger. */
const CHECK = `SELECT count(*) AS accounts, coalesce(sum(balance <> coalesce((SELECT sum(l.credits) FROM ledger l
  WHERE l.account_id = a.account_id), 0)), 0) AS mismatched FROM accounts a`;

/** Fills an empty database of accounts. Who was signed in then is not now, and links that were good are not. */
async function restoreAccounts(databases, folder) {
  const [{ tables }] = await databases.rows("ACCOUNTS", "SELECT count(*) AS tables FROM sqlite_master WHERE name = 'accounts'");
  if (tables > 0) {
    throw new Fault("The database ACCOUNTS has tables in it.", {
      expected: "an empty one",
      todo: databases.local
        ? `to practise, end \`npm start\` and delete v3/d1 and migrations.json in ${databases.local}: both databases are lost then`
        : "make another with `npx wrangler d1 create`, put its id into wrangler.toml, and restore into it before you deploy",
    });
  }
  await databases.file("ACCOUNTS", join(folder, FILES.accounts));
  await databases.run("ACCOUNTS", ["DELETE FROM sessions", "DELETE FROM links", `INSERT INTO changes (at, action, subject) VALUES (${Date.now()}, 'restore accounts', 'backup')`]);
  const [{ accounts, mismatched }] = await databases.rows("ACCOUNTS", CHECK);
  if (mismatched > 0) throw new Fault(`${mismatched} of ${accounts} balances are not the sum of their ledgers.`, { expected: "none: see OPERATIONS.md, alarm ledger" });
  return `${accounts} accounts, every balance the sum of its ledger`;
}

async function tombstonesIn(path) {
  const all = [];
  for await (const line of createInterface({ input: createReadStream(path) })) all.push(JSON.parse(line));
  return all;
}

/** Fills databases of posts from a backup, or takes them as they are; erases again; and only then lets them be read. */
async function restorePosts(databases, bindings, at, folder) {
  const shards = await behind(databases, bindings);
  if (shards.length === 0) return "no database of posts is behind what was acknowledged: nothing to do";
  await shut(databases, shards);
  if (folder) {
    const tombstones = await tombstonesIn(join(folder, FILES.tombstones));
    await Promise.all(shards.map(({ binding }) => bury(databases, binding, tombstones)));
    await ensureRust();
    const code = await postern(await buildCli(), ["import", join(folder, FILES.posts)], at);
    if (code !== 0) throw new Fault("The posts could not all be imported; nobody can read them yet.", { todo: "see what was refused above, and run the same command again" });
  }
  const all = await erasures(at);
  const { posts, absent } = await eraseAgain(at, all);
  await Promise.all(shards.map(({ binding }) => bury(databases, binding, absent)));
  await open(databases, shards, folder ? "backup" : "time travel");
  return `${shards.map(({ binding }) => binding).join(", ")}: erased ${posts} posts again, by ${all.length} erasures`;
}

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
  const databases = openDatabases(environment, local);
  const done = accounts ? await restoreAccounts(databases, folder) : await restorePosts(databases, postsOf(environment.config), service(local), folder);
  say(`Restored in ${seconds(performance.now() - started)}: ${done}.`);
});
