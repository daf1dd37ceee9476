// Postern, a Hono Worker of the same contract, and the floor: processor time of workerd for a call, in turns.

import assert from "node:assert/strict";
import { Fault, task } from "../../scripts/lib/say.mjs";
import { loaded, named } from "../lib/data.mjs";
import { between, shown } from "../lib/figures.mjs";
import { startFloor } from "../lib/floor.mjs";
import { overStandIns } from "../lib/memory.mjs";
import { startPeer } from "../lib/peer.mjs";
import { startPostern } from "../lib/postern.mjs";
import { median, quartiles, randomness, shuffled } from "../lib/statistics.mjs";

const PART = "Processor time of a call";
const SEED = 17;
/** How much processor time a round should take, so that its 10 ms steps don't matter; calls that all warm up with. */
const ROUND_MS = 800;
const WARM_UP_MS = 1_500;
const MOST_CALLS = 5_000;

const NEWEST = "/api/v1/posts/by-user/instagram/vumoluso";
const POPULAR = "/api/v1/posts/search?keyword=coral&sort_by=likes_count";

const honoOverPostern = { name: "Hono over Postern", of: ({ postern, peer }) => peer / postern };
const aboveFloor = { name: "above the floor, Postern over Hono", of: ({ postern, peer, floor }) => (postern - floor) / (peer - floor) };

const COMPARISONS = [
  { page: "a newest page of 50, charged", path: NEWEST, ratio: honoOverPostern, bar: { least: 1.3, unit: "x" } },
  { page: "a page by likes of a word in 30% of the posts", path: POPULAR, ratio: honoOverPostern, bar: { least: 15, unit: "x" } },
  { page: "a newest page of 50, rows in memory", path: NEWEST, ratio: aboveFloor, bar: { most: 0.5, unit: "x" }, memory: true },
];

/** Both have to answer with the same posts, or there is nothing to compare. */
async function sameAnswers({ postern, peer }, path) {
  const [ours, theirs] = await Promise.all([postern, peer].map(({ client }) => client.get(path, { json: true })));
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

/** Milliseconds that a call of each Worker takes, in turns: an entry for each round. */
async function timesOf(servers, { page, path }, rounds) {
  const timing = task(`Comparing ${page}`);
  timing.update("warming up");
  const random = randomness(SEED);
  for (const server of Object.values(servers)) server.calls = await callsOfRound(server, path);
  const times = [];
  for (let round = 1; round <= rounds; round += 1) {
    timing.update(`round ${round} of ${rounds}`);
    const ofRound = {};
    for (const name of shuffled(Object.keys(servers), random)) ofRound[name] = await measure(servers[name], path, servers[name].calls);
    times.push(ofRound);
  }
  timing.done();
  return times;
}

async function compare(figures, { postern, peer }, comparison, { count, rounds }) {
  const { page, path, ratio, bar, memory = false } = comparison;
  await sameAnswers({ postern, peer }, path);
  const floor = await startFloor(await postern.client.get(path));
  const servers = { postern, peer, floor };
  const times = await timesOf(servers, comparison, rounds).finally(floor.stop);
  const ratios = times.map(ratio.of);
  const each = (name) => `${shown(median(times.map((ofRound) => ofRound[name])))} ms`;
  const calls = Object.values(servers).map((server) => server.calls);
  figures.add(PART, {
    name: `${page}: ${ratio.name}`,
    bar,
    value: median(ratios),
    spread: between(quartiles(ratios)),
    note: `${named(count)} posts; Postern ${each("postern")}, Hono ${each("peer")}, floor ${each("floor")}; ${rounds} rounds of ${calls.join(", ")} calls; ${memory ? "D1 and limits answer" : "limits answer"} from memory`,
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
      await compare(figures, { postern, peer }, comparison, { count, rounds });
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
}
