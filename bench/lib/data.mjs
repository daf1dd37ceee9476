// Data sets: invented posts, loaded into the local D1 of a state folder for each size, and kept for the next run.

import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCli } from "../../scripts/lib/build.mjs";
import { launch, lines } from "../../scripts/lib/run.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { Fault, task } from "../../scripts/lib/say.mjs";
import { hashOf, unlessStamped } from "../../scripts/lib/stamp.mjs";
import { startPostern } from "./postern.mjs";

/** Everything that the bench keeps; git ignores it. */
export const KEPT = inRoot(".bench");

/** Which invented posts. bench/cheapest has the same ones. */
export const SEED = 7;

/** What posts are made of, and how they are stored. A change of these makes new data; others don't. */
const SOURCES = {
  posts: ["src/sample", "src/posts/post/line/mod.rs"],
  databases: ["src/sample", "src/posts/post", "src/ingest", "src/text", "src/key.rs", "src/encoding.rs", "src/shards", "migrations"],
};

/** The hash of what databases are made of. `of` says which posts they have. */
export const databaseHash = (of) => hashOf(SOURCES.databases, of);

export const named = (count) => count.toLocaleString("en");
const folderOf = (count, ...parts) => join(KEPT, String(count), ...parts);

/** Sees to a file of so many posts, and returns where it is. */
export async function samplePosts(count) {
  const path = folderOf(count, "posts.ndjson");
  mkdirSync(folderOf(count), { recursive: true });
  const stamp = hashOf(SOURCES.posts, `${count} ${SEED}`);
  await unlessStamped(`${path}.stamp`, stamp, async () => {
    const running = task(`Inventing ${named(count)} posts`);
    const child = launch(await buildCli(), ["sample", String(count), "--seed", String(SEED)]);
    const complaints = [];
    lines(child.stderr, (line) => complaints.push(line));
    child.stdout.pipe(createWriteStream(path));
    const { code } = await child.ended;
    if (code !== 0) {
      running.fail();
      throw new Fault("The posts could not be made.", { output: complaints.join("\n"), expected: "exit code 0" });
    }
    running.done(`${(statSync(path).size / 1e6).toFixed(0)} MB`);
  });
  return path;
}

/**
 * Imports a file of posts into a running Postern by the command line, and says how long that took.
 *
 * @returns {Promise<number>} posts a second
 */
export async function importPosts(server, path, count, title = `Importing ${named(count)} posts`) {
  const running = task(title);
  const cli = await buildCli();
  const env = { ...process.env, POSTERN_URL: server.url, POSTERN_OPERATOR_SECRET: server.operatorSecret, NO_COLOR: "1" };
  const child = launch(cli, ["import", path, "--json"], { env });
  const [written, complaints] = [[], []];
  lines(child.stdout, (line) => written.push(line));
  lines(child.stderr, (line) => complaints.push(line) && running.update(line.trim().slice(0, 60)));
  const began = performance.now();
  const { code } = await child.ended;
  const took = (performance.now() - began) / 1000;
  const report = code === 0 ? JSON.parse(written.join("\n")) : {};
  if (report.new !== count) {
    running.fail();
    const output = [...written, ...complaints].join("\n");
    throw new Fault("The posts could not be imported.", { output, expected: `exit code 0 and ${named(count)} new posts, got exit code ${code}` });
  }
  running.done(`${named(Math.round(count / took))} posts a second`);
  return count / took;
}

/**
 * Sees to a state folder with so many posts, and returns where it is, with the rate of the import that loaded it.
 *
 * @returns {Promise<{ folder: string, rate: number, loaded: string }>}
 */
export async function loaded(count) {
  const folder = folderOf(count, "postern");
  const record = folderOf(count, "import.json");
  const path = await samplePosts(count);
  await unlessStamped(folderOf(count, "postern.stamp"), databaseHash(`${count} ${SEED}`), async () => {
    rmSync(folder, { recursive: true, force: true });
    const server = await startPostern(folder);
    try {
      const rate = await importPosts(server, path, count);
      writeFileSync(record, JSON.stringify({ rate, at: new Date().toISOString() }));
    } finally {
      await server.stop();
    }
  });
  return { folder, ...JSON.parse(readFileSync(record, "utf8")) };
}

/** Sees to a folder of databases that `bench/cheapest` makes: empties it if they would be others today. */
export async function forgetOutdated(folder) {
  mkdirSync(folder, { recursive: true });
  await unlessStamped(`${folder}.stamp`, databaseHash(`${SEED}`), () => rmSync(folder, { recursive: true, force: true }));
}

/** Forgets what earlier runs kept of a size. */
export const forget = (count) => rmSync(folderOf(count), { recursive: true, force: true });
