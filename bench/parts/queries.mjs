// Random queries: what each read against the cheapest way that there is for it, which bench/cheapest knows.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { step } from "../../scripts/lib/run.mjs";
import { task } from "../../scripts/lib/say.mjs";
import { hashOf, unlessStamped } from "../../scripts/lib/stamp.mjs";
import { addWithin, WITHIN } from "../lib/cheapest.mjs";
import { storageOf } from "../lib/client.mjs";
import { forgetOutdated, KEPT, loaded, named, SEED } from "../lib/data.mjs";
import { shown } from "../lib/figures.mjs";
import { startPostern } from "../lib/postern.mjs";
import { median, rank } from "../lib/statistics.mjs";

const PART = "Random queries";
/** Which random queries. */
const QUERY_SEED = 1;
const DEFAULT_LIMIT = 50;

const BARS = [
  ["rows read, median", { most: 300 }],
  ["rows read, 99 in 100", { most: 20_000 }],
  ["rows read, most", { most: 60_000 }],
  ["SQL time, most", { most: 150, unit: "ms" }],
];

/** The queries with their cheapest ways: made once for these posts and sources. */
async function queries(count, wanted) {
  const path = join(KEPT, String(count), "queries.ndjson");
  const stamp = hashOf(["bench/cheapest", "src", "Cargo.lock"], `${count} ${wanted} ${QUERY_SEED} ${SEED}`);
  mkdirSync(join(KEPT, String(count)), { recursive: true });
  await unlessStamped(`${path}.stamp`, stamp, async () => {
    const cargo = ["bench", "--locked", "--profile", "cli", "--no-default-features", "--bench", "cheapest", "--"];
    const folder = join(KEPT, String(count), "cheapest");
    await forgetOutdated(folder);
    const args = ["--posts", count, "--queries", wanted, "--seed", QUERY_SEED, "--folder", folder, "--out", path].map(String);
    return step(`Looking for the cheapest ways of ${named(wanted)} queries`, "cargo", [...cargo, ...args]);
  });
  return readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** Asks every query once. */
async function ask(server, asked, title) {
  const running = task(title);
  const answers = [];
  for (const { path, cheapest, ways } of asked) {
    const limit = Number(new URL(path, server.url).searchParams.get("limit") ?? DEFAULT_LIMIT);
    answers.push({ path, cheapest, ways, limit, ...storageOf(await server.client.get(path)) });
    if (answers.length % 50 === 0) running.update(`${answers.length} of ${asked.length}`);
  }
  running.done();
  return answers;
}

const described = ({ path, read, cheapest, plan, sql }) => `${read} rows, cheapest ${cheapest}, plan ${plan}${sql === null ? "" : `, ${shown(sql)} ms`}: ${decodeURIComponent(path)}`;
const largest = (list, key) => list.reduce((one, other) => (key(other) > key(one) ? other : one));

function report(figures, passes) {
  const [answers] = passes;
  const reads = answers.map(({ read }) => read);
  addWithin(figures, PART, answers, described);
  const rows = [median(reads), rank(reads, 0.99), Math.max(...reads)];
  const spread = `${answers.length} queries`;
  const notes = ["", "", described(largest(answers, ({ read }) => read))];
  for (const [index, value] of rows.entries()) {
    const [name, bar] = BARS[index];
    figures.add(PART, { name, bar, value, spread, note: notes[index] });
  }
  reportTime(figures, passes);
}

/** Each query's quickest pass counts: what was slow once only was disturbed by something else. */
function reportTime(figures, passes) {
  const [name, bar] = BARS.at(-1);
  if (passes[0].some(({ sql }) => sql === null)) return figures.add(PART, { name, bar, value: null, note: "the Worker sends no Server-Timing" });
  const best = passes[0].map((answer, index) => ({ ...answer, sql: Math.min(...passes.map((pass) => pass[index].sql)) }));
  const worst = largest(best, ({ sql }) => sql);
  const most = passes.map((pass) => Math.max(...pass.map(({ sql }) => sql)));
  const over = best.filter(({ sql }) => sql > bar.most).length;
  figures.add(PART, {
    name,
    bar,
    value: worst.sql,
    spread: `single passes ${most.map((value) => shown(value)).join(", ")}`,
    note: `${over} over the bar; each query's quickest of ${passes.length} passes counts; ${described(worst)}`,
  });
}

/** Measures. */
export async function queriesPart(figures, { sizes, passes, queries: wanted }) {
  if (!existsSync(inRoot("bench", "cheapest", "main.rs"))) {
    return figures.unmeasured(PART, "bench/cheapest, which knows the cheapest ways, is not there", [...WITHIN, ...BARS]);
  }
  const count = sizes.at(-1);
  const asked = await queries(count, wanted);
  const { folder } = await loaded(count);
  const server = await startPostern(folder);
  try {
    const answered = [];
    for (let pass = 1; pass <= passes; pass += 1) answered.push(await ask(server, asked, `Asking them, pass ${pass} of ${passes}`));
    report(figures, answered);
  } finally {
    await server.stop();
  }
}
