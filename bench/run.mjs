// `npm run bench`: measures what Postern promises, prints each figure against its bar, and writes bench/RESULTS.md.
// `npm run bench -- PART...` measures some of it; `--help` says what there is.

import { writeFileSync } from "node:fs";
import { readArguments, refuseUnknown } from "../scripts/lib/arguments.mjs";
import { buildCli, buildWorker, setUp } from "../scripts/lib/build.mjs";
import { withLock } from "../scripts/lib/lock.mjs";
import { inRoot } from "../scripts/lib/paths.mjs";
import { leave, main } from "../scripts/lib/run.mjs";
import { bold, explain, Fault, green, red, say, seconds, warn, yellow } from "../scripts/lib/say.mjs";
import { buildSite } from "../scripts/lib/site.mjs";
import { forget, KEPT } from "./lib/data.mjs";
import { Figures, markdown } from "./lib/figures.mjs";
import { load, machine } from "./lib/machine.mjs";
import { importPart } from "./parts/importing.mjs";
import { peerPart } from "./parts/peer.mjs";
import { queriesPart } from "./parts/queries.mjs";
import { rowsPart } from "./parts/rows.mjs";
import { shapesPart } from "./parts/shapes.mjs";
import { sizesPart } from "./parts/sizes.mjs";

/** What can be measured alone, in the order in which all of it is. */
const PARTS = { rows: rowsPart, queries: queriesPart, shapes: shapesPart, import: importPart, peer: peerPart, sizes: sizesPart };

/** How much is measured: all of it, or less of it to see where things stand. */
const FULL = { sizes: [10_000, 100_000, 1_000_000], rounds: 21, passes: 3, runs: 3, posts: 30_000, pages: 500 };
const QUICK = { sizes: [10_000, 100_000], rounds: 5, passes: 1, runs: 1, posts: 10_000, pages: 50 };

const HELP = `npm run bench -- [PART...] [--quick] [--fresh]

Measures what Postern promises, on invented posts in the real Worker runtime, and prints each figure against its bar.
Exit code: 0 if no bar is missed, 1 if one is or something failed, 2 for wrong usage.

  rows      rows read and SQL time of simple pages at three sizes, and of the worst keywords
  queries   2,000 random queries against the cheapest way that there is for each
  shapes    500 random queries on each of twenty shapes of data, natively, against the cheapest way for each
  import    lines read natively, posts into local D1, rows written
  peer      processor time of a call, against a Worker in JavaScript with Hono and one that does nothing
  sizes     the Worker's size and start-up

  --quick   10 thousand and 100 thousand posts only, and fewer rounds: figures to look at, not to quote
  --queries N  so many random queries instead of 2,000: each takes a second of looking for its cheapest way, once
  --fresh   makes the data anew instead of taking what the last run left in .bench

All parts without --quick also write bench/RESULTS.md. The first run takes half an hour, most of it for a million posts.`;

function chosen() {
  const options = { quick: { type: "boolean" }, fresh: { type: "boolean" }, queries: { type: "string" } };
  const { values, positionals } = readArguments({ options, usage: "`npm run bench -- --help` says what there is" });
  const quick = values.quick || positionals.includes("quick");
  const parts = positionals.filter((part) => part !== "quick");
  refuseUnknown("a part of the bench", parts, Object.keys(PARTS));
  const all = parts.length === 0;
  const queries = Number(values.queries ?? 2_000);
  if (!Number.isSafeInteger(queries) || queries < 1) throw new Fault(`--queries ${values.queries}`, { expected: "a number from 1 on", code: 2 });
  return { ...values, queries, quick, parts: all ? Object.keys(PARTS) : Object.keys(PARTS).filter((part) => parts.includes(part)), all };
}

async function measure({ parts, quick, fresh, queries }) {
  const extent = { ...(quick ? QUICK : FULL), queries };
  await setUp();
  await buildWorker();
  await buildSite();
  await buildCli();
  if (fresh) extent.sizes.forEach(forget);
  const figures = new Figures();
  for (const part of parts) {
    try {
      await PARTS[part](figures, extent);
    } catch (error) {
      explain(error); // and go on: the other parts take long enough
      figures.broken.push(part);
    }
  }
  return figures;
}

function summary(figures, took) {
  const [met, missed, unmeasured] = ["met", "missed", "not measured"].map((verdict) => figures.count(verdict));
  const missing = missed > 0 ? red(`${missed} missed`) : green("none missed");
  say(`\n${bold("Bars")}: ${met} met, ${missing}${unmeasured > 0 ? `, ${yellow(`${unmeasured} not measured`)}` : ""} (${seconds(took)})`);
  if (figures.broken.length > 0) warn(`could not be measured to the end: ${figures.broken.join(", ")}`);
  return missed + figures.broken.length > 0;
}

function write(figures, description) {
  const lines = Object.entries(description).map(([name, value]) => `- ${name}: ${value}`);
  const text = `# Results

What \`npm run bench\` printed last. [README.md](README.md) says what each figure means and how noise is handled.

${lines.join("\n")}

${markdown(figures)}`;
  writeFileSync(inRoot("bench", "RESULTS.md"), text.trimEnd() + "\n");
  say("Written to bench/RESULTS.md");
}

await main(async () => {
  const started = performance.now();
  const choice = chosen();
  if (choice.help) return say(HELP);
  const before = load();
  if (Number(before) > 0.5) warn(`other programs are busy here (load ${before}): counts don't mind, times may`);
  const figures = await withLock(`${KEPT}/bench.lock`, () => measure(choice));
  const failed = summary(figures, performance.now() - started);
  if (choice.all && !choice.quick && figures.broken.length === 0) {
    const date = new Date().toISOString().slice(0, 10);
    write(figures, { date, ...machine(), "load before and after": `${before} and ${load()}` });
  }
  await leave(failed ? 1 : 0);
});
