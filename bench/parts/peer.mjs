// Postern and a Hono Worker of the same contract: processor time of workerd for a call, in turns.

import assert from "node:assert/strict";
import { Fault, task } from "../../scripts/lib/say.mjs";
import { loaded, named } from "../lib/data.mjs";
import { between, shown } from "../lib/figures.mjs";
import { overStandIns } from "../lib/memory.mjs";
import { startPeer } from "../lib/peer.mjs";
import { startPostern } from "../lib/postern.mjs";
import { median, quartiles, randomness, shuffled } from "../lib/statistics.mjs";

const PART = "Processor time of a call, Hono over Postern";
const SEED = 17;
/** How much processor time a round should take, so that its 10 ms steps don't matter; calls that both warm up with. */
const ROUND_MS = 800;
const WARM_UP_MS = 1_500;
const MOST_CALLS = 5_000;

const NEWEST = "/api/v1/posts/by-user/instagram/vumoluso";
const POPULAR = "/api/v1/posts/search?keyword=coral&sort_by=likes_count";

const COMPARISONS = [
  { name: "a newest page of 50, charged", path: NEWEST, least: 1.4 },
  { name: "the same with the rows in memory", path: NEWEST, least: 2.5, memory: true },
  { name: "a page by likes of a word in 30% of the posts", path: POPULAR, least: 5 },
];

/** Both have to answer with the same posts, or there is nothing to compare. */
async function sameAnswers(both, path) {
  const [ours, theirs] = await Promise.all(both.map(({ client }) => client.get(path, { json: true })));
  const data = ({ body: { data } }) => ({ ...data, page: { ...data.page, next_cursor: typeof data.page.next_cursor } });
  try {
    assert.deepEqual(data(theirs), data(ours));
  } catch (error) {
    throw new Fault(`Postern and the peer don't answer ${path} alike.`, { output: error.message, expected: "the same posts, page and query" });
  }
}

/** Processor time of so many calls, in milliseconds a call. */
async function measure(server, path, calls) {
  const before = server.processorTime();
  await server.client.drive([path], calls);
  return (server.processorTime() - before) / calls;
}

/** Calls until a Worker is warm, and says how many make up a round. */
async function callsOfRound(server, path) {
  let [calls, spent, each] = [4, 0, 0];
  while (spent < WARM_UP_MS) {
    each = await measure(server, path, calls);
    spent += each * calls;
    calls = Math.min(2 * calls, MOST_CALLS / 4);
  }
  return Math.min(MOST_CALLS, Math.max(2, Math.ceil(ROUND_MS / each)));
}

async function compare(figures, both, { name, path, least, memory = false }, rounds) {
  await sameAnswers(both, path);
  const timing = task(`Comparing ${name}`);
  timing.update("warming up");
  const random = randomness(SEED);
  for (const server of both) server.calls = await callsOfRound(server, path);
  const times = new Map(both.map((server) => [server, []]));
  for (let round = 1; round <= rounds; round += 1) {
    timing.update(`round ${round} of ${rounds}`);
    for (const server of shuffled(both, random)) times.get(server).push(await measure(server, path, server.calls));
  }
  timing.done();
  const [ours, theirs] = both.map((server) => times.get(server));
  const ratios = theirs.map((time, round) => time / ours[round]);
  const calls = both.map((server) => server.calls).join(" and ");
  figures.add(PART, {
    name,
    bar: { least, unit: "x" },
    value: median(ratios),
    spread: between(quartiles(ratios)),
    note: `${shown(median(theirs))} against ${shown(median(ours))} ms; ${rounds} rounds of ${calls} calls; ${memory ? "D1 and limits answer" : "limits answer"} from memory in both`,
  });
}

/** Without read replicas, as the peer is: a session asks the local D1 for a bookmark, which takes half a millisecond. */
const unreplicated = (worker) => ({ ...worker, bindings: { ...worker.bindings, READ_REPLICATION: "off" } });

/** Measures the comparisons with or without D1. */
async function withServers(figures, { count, folder, rounds }, memory) {
  const wrapped = (name) => overStandIns(name, memory ? "memory" : "real");
  const peer = await startPeer(folder, count, wrapped("peer"));
  const postern = await startPostern(folder, (worker) => wrapped("postern")(unreplicated(worker))).catch(async (error) => {
    await peer.stop();
    throw error;
  });
  try {
    for (const comparison of COMPARISONS.filter((one) => Boolean(one.memory) === memory)) {
      await compare(figures, [postern, peer], comparison, rounds);
    }
  } finally {
    await Promise.all([peer.stop(), postern.stop()]);
  }
}

/** Measures. */
export async function peerPart(figures, { sizes, rounds }) {
  const count = sizes.at(-1);
  const { folder } = await loaded(count);
  await withServers(figures, { count, folder, rounds }, false);
  await withServers(figures, { count, folder, rounds }, true);
  const [first, third, second] = figures.list.splice(-3);
  figures.list.push(first, second, { ...third, name: `${third.name}, ${named(count)} posts` });
}
