// Random queries on data of many shapes: the rows that the planner reads, against the cheapest way that there is for each.
// bench/cheapest does all of it natively: its docs say how the rows are counted.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { step } from "../../scripts/lib/run.mjs";
import { KEPT, named } from "../lib/data.mjs";
import { median, rank } from "../lib/statistics.mjs";

const PART = "Shapes of data";
/** Which random queries. */
const QUERY_SEED = 1;
const BATCHES = 3;

/** How far a page may be from its cheapest way: so many times its rows, and so many rows more. */
const LIMITS = [
  { times: 2, more: 300, least: 98 },
  { times: 3, more: 400, least: 99.9 },
  { times: 6, more: 400, least: 100 },
];

async function answers(posts, queries) {
  mkdirSync(KEPT, { recursive: true });
  const [folder, out] = [join(KEPT, "shapes"), join(KEPT, "shapes.ndjson")];
  const cargo = ["bench", "--locked", "--profile", "cli", "--no-default-features", "--bench", "cheapest", "--"];
  const args = ["--shape", "all", "--read", "--posts", posts, "--queries", queries, "--seed", QUERY_SEED, "--folder", folder, "--out", out];
  await step(`Reading ${named(queries)} random pages of each shape`, "cargo", [...cargo, ...args.map(String)]);
  return readFileSync(out, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

const percent = (part, whole) => (100 * part) / whole;
const described = ({ shape, read, cheapest, plan, path }) => `${shape}: ${read} rows, cheapest ${cheapest}, plan ${plan}: ${decodeURIComponent(path)}`;

/** The pages within a limit, and the shape with the fewest of them. */
function within(figures, all, { times, more, least }) {
  const isWithin = ({ read, cheapest, limit }) => read <= times * cheapest + 4 * (limit + 1) + more;
  const shapes = Object.entries(Object.groupBy(all, ({ shape }) => shape));
  const shares = shapes.map(([shape, pages]) => [percent(pages.filter(isWithin).length, pages.length), shape]);
  const [[share, shape]] = shares.sort(([one], [other]) => one - other);
  const over = all.filter((page) => !isWithin(page));
  const excess = ({ read, cheapest, limit }) => (read - 4 * (limit + 1) - more) / cheapest;
  const worst = over.sort((one, other) => excess(other) - excess(one))[0];
  figures.add(PART, {
    name: `pages within ${times} x cheapest + 4 x (limit + 1) + ${more} rows`,
    bar: { least, unit: "%" },
    value: percent(all.length - over.length, all.length),
    spread: `from ${share.toFixed(1)} (${shape})`,
    note: worst ? `${over.length} of ${named(all.length)} are over; the worst: ${described(worst)}` : "",
  });
}

/** Measures. */
export async function shapesPart(figures, { posts, pages }) {
  const all = await answers(posts, pages);
  for (const limit of LIMITS) within(figures, all, limit);
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
  const read = all.map((page) => page.read);
  figures.add(PART, { name: "rows read, median", bar: { most: 300 }, value: median(read), spread: `cheapest ${median(all.map(({ cheapest }) => cheapest))}`, note });
  figures.add(PART, { name: "rows read, 99 in 100", bar: { most: 20_000 }, value: rank(read, 0.99), spread: `cheapest ${rank(all.map(({ cheapest }) => cheapest), 0.99)}` });
  const most = all.reduce((one, other) => (other.read > one.read ? other : one));
  figures.add(PART, { name: "rows read, most", bar: { most: 60_000 }, value: most.read, note: described(most) });
}
