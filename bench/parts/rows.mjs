// Rows read and SQL time of the simple pages at each size, and the worst keywords.

import { readFileSync } from "node:fs";
import { median, quartiles, randomness, shuffled } from "../lib/statistics.mjs";
import { loaded, named, samplePosts } from "../lib/data.mjs";
import { between, shown } from "../lib/figures.mjs";
import { ALLOWANCE, countPage, SIMPLE_PAGES } from "../lib/pages.mjs";
import { startPostern } from "../lib/postern.mjs";
import { storageOf } from "../lib/client.mjs";
import { task } from "../../scripts/lib/say.mjs";

const PART = "Simple pages";
const WORST = "Worst keywords";
const SEED = 11;
/** How often each page is read in a round. */
const CALLS = 8;
const MOST_RATIO = 1.3;
const MOST_SQL_MS = 150;
const NO_TIMING = "the Worker sends no Server-Timing";

/** Starts Postern on each size. */
async function servers(sizes) {
  const started = [];
  for (const count of sizes) {
    const { folder } = await loaded(count);
    started.push({ count, ...(await startPostern(folder)) });
  }
  return started;
}

/** Rows read, the same each time: one pass is enough. */
async function rows(figures, started) {
  const counting = task("Counting the rows of simple pages");
  const counts = [];
  for (const { client } of started) {
    const get = (path) => client.get(path, { json: true });
    await get(SIMPLE_PAGES[0].path); // a token's first call is checked beforehand, which reads three rows more
    const counted = [];
    for (const page of SIMPLE_PAGES) counted.push(...(await countPage(get, page)));
    counts.push(counted);
  }
  counting.done();
  const sizes = started.map(({ count }) => named(count));
  for (const [kind, what] of [["one", "one set"], ["five", "all five networks"]]) {
    for (const [index, size] of sizes.entries()) {
      const excesses = counts[index].filter((page) => page.kind === kind);
      const worst = excesses.reduce((one, other) => (other.excess > one.excess ? other : one));
      figures.add(PART, {
        name: `rows read - 2 x returned, ${what}, ${size} posts`,
        bar: { most: ALLOWANCE[kind] },
        value: worst.excess,
        spread: `from ${Math.min(...excesses.map(({ excess }) => excess))}`,
        note: `the most of ${excesses.length} pages: ${worst.name} (${worst.read} rows for ${worst.returned} posts)`,
      });
    }
  }
  sameAtEverySize(figures, counts, sizes);
}

function sameAtEverySize(figures, counts, sizes) {
  const bar = { most: 0, unit: "rows" };
  const name = "difference of a page's rows read between the sizes";
  if (counts.length < 2) return figures.add(PART, { name, bar, value: null, note: "one size only" });
  const differences = counts[0].map((page, index) => {
    const reads = counts.map((counted) => counted[index].read);
    return { name: page.name, difference: Math.max(...reads) - Math.min(...reads), reads };
  });
  const worst = differences.reduce((one, other) => (other.difference > one.difference ? other : one));
  const differing = differences.filter(({ difference }) => difference > 0).length;
  const note = differing > 0 ? `${differing} of ${differences.length} pages differ, most of all ${worst.name}: ${worst.reads.join(", ")}` : `${differences.length} pages at ${sizes.join(", ")} posts`;
  figures.add(PART, { name, bar, value: worst.difference, note });
}

/**
 * SQL time: every page at the smallest and the largest size in turn, again and again, in a random order each time. The
 * local clock has steps of a millisecond, longer than a page takes, so that single times say nothing, and the mean of
 * many does.
 */
async function times(figures, started, rounds) {
  const name = "SQL time of a page, largest over smallest size";
  const bar = { most: MOST_RATIO, unit: "x" };
  const [small, large] = [started[0], started.at(-1)];
  if (small === large) return figures.add(PART, { name, bar, value: null, note: "one size only" });
  const timing = task("Timing simple pages");
  const random = randomness(SEED);
  const means = new Map([[small, []], [large, []]]);
  for (let round = 1; round <= rounds; round += 1) {
    timing.update(`round ${round} of ${rounds}`);
    const sums = new Map([[small, 0], [large, 0]]);
    const calls = shuffled(Array.from({ length: CALLS }, () => [...sums.keys()]).flat().flatMap((server) => SIMPLE_PAGES.map(({ path }) => [server, path])), random);
    for (const [server, path] of calls) {
      const { posts } = storageOf(await server.client.get(path));
      sums.set(server, posts === null ? null : sums.get(server) + posts);
    }
    for (const [server, sum] of sums) means.get(server).push(sum === null ? null : sum / (CALLS * SIMPLE_PAGES.length));
  }
  timing.done();
  const [smallest, largest] = [means.get(small), means.get(large)];
  if (smallest.includes(null)) return figures.add(PART, { name, bar, value: null, note: NO_TIMING });
  const ratios = largest.map((mean, round) => mean / smallest[round]);
  figures.add(PART, {
    name,
    bar,
    value: median(ratios),
    spread: between(quartiles(ratios)),
    note: `${shown(median(smallest))} ms at ${named(small.count)} posts, ${shown(median(largest))} ms at ${named(large.count)}; ${rounds} rounds of ${CALLS * SIMPLE_PAGES.length} calls each`,
  });
}

/** The three letters that words of the most posts begin with. */
async function frequentPrefixes(count) {
  const seen = new Map();
  for (const line of readFileSync(await samplePosts(10_000), "utf8").split("\n").filter(Boolean)) {
    const words = (JSON.parse(line).content ?? "").toLowerCase().match(/[a-z]{3,}/g) ?? [];
    for (const prefix of new Set(words.map((word) => word.slice(0, 3)))) seen.set(prefix, (seen.get(prefix) ?? 0) + 1);
  }
  return [...seen].sort(([, one], [, other]) => other - one).slice(0, count).map(([prefix]) => `${prefix}*`);
}

/** As many prefixes and terms as a keyword may have, two frequent words that never meet, and others that are bad for storage. */
async function worstKeywords() {
  const prefixes = await frequentPrefixes(16);
  const exclusions = Array.from({ length: 31 }, (_, index) => `-${String.fromCharCode(97 + (index % 26))}${index}`);
  return [
    ["any of sixteen prefixes of three letters", prefixes.join(" OR ")],
    ["all of sixteen prefixes of three letters", prefixes.join(" ")],
    ["two frequent words that never meet", "sunrise sunset"],
    ["a frequent word and 31 exclusions", `coral ${exclusions.join(" ")}`],
    ["one letter 256 times", "a".repeat(256)],
  ];
}

const ORDERS = ["sort_by=published_at&sort_order=desc", "sort_by=published_at&sort_order=asc", "sort_by=likes_count&sort_order=desc", "sort_by=views_count&sort_order=asc"];

async function keywords(figures, server, rounds) {
  const timing = task("Timing the worst keywords");
  for (const [name, keyword] of await worstKeywords()) {
    const found = [];
    for (const order of ORDERS) {
      const path = `/api/v1/posts/search?keyword=${encodeURIComponent(keyword)}&${order}`;
      const [storage, before] = [[], server.processorTime()];
      for (let round = 0; round < rounds; round += 1) storage.push(storageOf(await server.client.get(path)));
      const own = (server.processorTime() - before) / rounds;
      found.push({ order, own, read: storage[0].read, plan: storage[0].plan, sql: storage.map(({ sql }) => sql) });
    }
    report(figures, name, found);
  }
  timing.done();
}

function report(figures, name, found) {
  const bar = { most: MOST_SQL_MS, unit: "ms" };
  const title = `SQL time, ${name}`;
  if (found.some(({ sql }) => sql.includes(null))) return figures.add(WORST, { name: title, bar, value: null, note: NO_TIMING });
  const worst = found.reduce((one, other) => (median(other.sql) > median(one.sql) ? other : one));
  const own = `${shown(Math.max(...found.map(({ own }) => own)))} ms of workerd's processor time a call at most`;
  const note = `the worst of ${found.length} orders: ${worst.order}, ${worst.read} rows, plan ${worst.plan}; ${own}`;
  figures.add(WORST, { name: title, bar, value: median(worst.sql), spread: between(quartiles(worst.sql)), note });
}

/** Measures. */
export async function rowsPart(figures, { sizes, rounds }) {
  const started = await servers(sizes);
  try {
    await rows(figures, started);
    await times(figures, started, rounds);
    await keywords(figures, started.at(-1), Math.min(7, rounds));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}
