// Random queries on data of many shapes: the rows that the planner reads, against the cheapest way that there is for each.
// bench/cheapest does all of it natively: its docs say how the rows are counted.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { step } from "../../scripts/lib/run.mjs";
import { addWithin, percent } from "../lib/cheapest.mjs";
import { forgetOutdated, KEPT, named } from "../lib/data.mjs";

const PART = "Shapes of data";
/** Which random queries. */
const QUERY_SEED = 1;
const BATCHES = 3;

async function answers(posts, queries) {
  const [folder, out] = [join(KEPT, "shapes"), join(KEPT, "shapes.ndjson")];
  await forgetOutdated(folder);
  const cargo = ["bench", "--locked", "--profile", "cli", "--no-default-features", "--bench", "cheapest", "--"];
  const args = ["--shape", "all", "--read", "--posts", posts, "--queries", queries, "--seed", QUERY_SEED, "--folder", folder, "--out", out];
  await step(`Reading ${named(queries)} random pages of each shape`, "cargo", [...cargo, ...args.map(String)]);
  return readFileSync(out, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)).map((page) => ({ ...page, group: page.shape }));
}

const described = ({ shape, read, cheapest, plan, path }) => `${shape}: ${read} rows, cheapest ${cheapest}, plan ${plan}: ${decodeURIComponent(path)}`;

/** Measures. */
export async function shapesPart(figures, { posts, pages }) {
  const all = await answers(posts, pages);
  addWithin(figures, PART, all, described);
  const note = `${named(pages)} pages of each of ${new Set(all.map(({ shape }) => shape)).size} shapes, ${named(posts)} posts each`;
  const batches = all.map((page) => page.batches);
  const few = batches.filter((count) => count <= BATCHES).length;
  figures.add(PART, {
    name: `pages in at most ${BATCHES} batches`,
    bar: { least: 99, unit: "%" },
    value: percent(few, all.length),
    spread: `at most ${Math.max(...batches)}`,
    note,
  });
}
