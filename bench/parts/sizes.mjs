// What the Worker and the npm package weigh, and how long the Worker takes to start.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entrySize } from "../../scripts/lib/package.mjs";
import { task } from "../../scripts/lib/say.mjs";
import { KEPT } from "../lib/data.mjs";
import { between, shown } from "../lib/figures.mjs";
import { workerFiles } from "../lib/postern.mjs";
import { KIB, LARGEST_ENTRY, LARGEST_WORKER, workerSize } from "../lib/size.mjs";
import { timeToAnswer } from "../lib/start.mjs";
import { median, quartiles, randomness, shuffled } from "../lib/statistics.mjs";

const PART = "Sizes";
const SEED = 13;
const EMPTY = `export default { fetch() { return new Response("nothing"); } };`;

/** Start-up: both in turns, each in a process of its own. */
async function startUp(figures, rounds) {
  const empty = join(KEPT, "empty");
  mkdirSync(empty, { recursive: true });
  writeFileSync(join(empty, "index.js"), EMPTY);
  const both = { postern: workerFiles(), empty: [join(empty, "index.js")] };
  const timing = task("Starting Postern and an empty Worker in turns");
  const random = randomness(SEED);
  const times = { postern: [], empty: [] };
  for (let round = 0; round <= rounds; round += 1) {
    timing.update(`round ${round} of ${rounds}`);
    for (const name of shuffled(Object.keys(both), random)) {
      const took = await timeToAnswer(both[name]);
      if (round > 0) times[name].push(took); // the first one reads the files from the disk
    }
  }
  timing.done();
  const ratios = times.postern.map((took, round) => took / times.empty[round]);
  figures.add(PART, {
    name: "start-up, against a JavaScript Worker that does nothing",
    bar: { most: 3, unit: "x" },
    value: median(ratios),
    spread: between(quartiles(ratios)),
    note: `from the start of the process to its first answer, ${rounds} rounds in turns: ${shown(median(times.postern))} ms against ${shown(median(times.empty))} ms`,
  });
}

/** Measures. */
export async function sizesPart(figures, { rounds }) {
  const { raw, packed } = workerSize();
  figures.add(PART, {
    name: "Worker, compressed",
    bar: { most: LARGEST_WORKER / KIB, unit: "KiB" },
    value: packed / KIB,
    note: `gzip -9; ${shown(raw / KIB)} KiB before`,
  });
  await startUp(figures, rounds);
  const { packed: entry, wasm, script } = entrySize("core");
  figures.add(PART, {
    name: "browser package, main entry, compressed",
    bar: { most: LARGEST_ENTRY / KIB, unit: "KiB" },
    value: entry / KIB,
    note: `module ${shown(wasm / KIB)} KiB, script ${shown(script / KIB)} KiB`,
  });
}
