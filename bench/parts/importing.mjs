// Imports: what is read and folded natively, what gets into local D1, and the rows that a post is written in.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { call } from "../../scripts/lib/client.mjs";
import { step } from "../../scripts/lib/run.mjs";
import { importPosts, KEPT, loaded, named, samplePosts } from "../lib/data.mjs";
import { between, shown } from "../lib/figures.mjs";
import { startPostern } from "../lib/postern.mjs";
import { median, quartiles } from "../lib/statistics.mjs";
import { countBatch, countWrites, WRITES } from "../lib/writes.mjs";

const PART = "Import";
const INTO_D1 = { least: 4_000, unit: "a second" };
const NATIVE = { least: 100_000, unit: "a second" };
const POSTS = 100_000;

async function native(figures, rounds) {
  const path = await samplePosts(POSTS);
  const cargo = ["bench", "--locked", "--profile", "cli", "--no-default-features", "--bench", "parse", "--"];
  const written = await step("Reading and folding posts natively", "cargo", [...cargo, path, String(rounds)]);
  const rates = JSON.parse(written.split("\n").find((line) => line.startsWith("{"))).posts_per_second;
  figures.add(PART, {
    name: "read and folded natively, one core",
    bar: NATIVE,
    value: median(rates),
    spread: between(quartiles(rates)),
    note: `${named(POSTS)} posts, ${rounds} rounds`,
  });
}

/** Imports into an empty database, several times, and counts rows in the last one. */
async function intoD1(figures, runs) {
  const path = await samplePosts(POSTS);
  const folder = join(KEPT, "import");
  const [rates, own, written] = [[], [], []];
  for (let run = 1; run <= runs; run += 1) {
    rmSync(folder, { recursive: true, force: true });
    const server = await startPostern(folder);
    try {
      const [before, writtenBefore] = [server.processorTime(), server.bytesWritten()];
      rates.push(await importPosts(server, path, POSTS, `Importing ${named(POSTS)} posts, run ${run} of ${runs}`));
      own.push((POSTS * 1000) / (server.processorTime() - before));
      written.push((server.bytesWritten() - writtenBefore) / 1024 / POSTS);
      if (run === runs) await writes(figures, server);
    } finally {
      await server.stop();
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const busy = `${named(Math.round(median(own)))} a second of workerd's processor time; it writes ${shown(median(written))} KiB for a post`;
  const note = `${named(POSTS)} posts into an empty database by \`postern import\`, ${runs} ${runs === 1 ? "run" : "runs"}; ${busy}`;
  figures.add(PART, { name: "into local D1", bar: INTO_D1, value: median(rates), spread: between(quartiles(rates)), note });
}

async function writes(figures, server) {
  const options = { method: "POST", bearer: server.operatorSecret, headers: { "content-type": "application/x-ndjson" } };
  const send = (body) => call(`${server.url}/operator/v1/posts`, { ...options, body });
  const written = await countWrites(send, "counted-1");
  const bar = { most: WRITES.inserted, unit: "rows" };
  const name = "rows written for a new post with three hashtags";
  figures.add(PART, { name: `${name}, sent alone`, bar, value: written.inserted, note: "with what a batch itself costs" });
  figures.add(PART, { name: `${name}, one of 100`, bar, value: await countBatch(send) });
  figures.add(PART, {
    name: "rows written for a post sent again unchanged",
    bar: { most: WRITES.unchanged, unit: "rows" },
    value: written.unchanged,
    note: `${written.updated} for one whose likes changed`,
  });
}

/** Measures. */
export async function importPart(figures, { sizes, rounds, runs }) {
  await native(figures, rounds);
  await intoD1(figures, runs);
  const { rate, at } = await loaded(sizes.at(-1));
  const note = `once, on ${at.slice(0, 10)}, when this data set was made`;
  figures.add(PART, { name: `into local D1, up to ${named(sizes.at(-1))} posts`, bar: INTO_D1, value: rate, note });
}
