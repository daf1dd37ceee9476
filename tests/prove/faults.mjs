// Every kind of fault in every batch of every address: see tests/support/faults. And moves of posts between databases, which
// go on over many calls.

import assert from "node:assert/strict";
import { Fault } from "../../scripts/lib/say.mjs";
import { KINDS, runAll } from "../support/faults/cases.mjs";
import { endpoints } from "../support/faults/endpoints.mjs";
import { World } from "../support/faults/world.mjs";
import { prepareService } from "../support/prepare.mjs";

export const title = "every kind of fault in every batch of every address";
export const about = "Storage that is slow, or fails before, after or halfway through, gives the right error, loses nothing and charges nothing twice";
export const takes = "8 min";

const HEALTH_KINDS = ["slow", "overloaded", "lost before", "lost before, always", "result cut", "no results"];
/** Kinds of faults for moves: the longest wait, and each step has up to eight batches. */
const MOVE_KINDS = ["overloaded", "lost before", "lost after", "result cut"];
const POSTS = 40;

/** Runs on a service of its own. */
async function within(options, work) {
  const world = await World.start(options);
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

async function everyAddress(world, say) {
  const kinds = Object.keys(KINDS);
  const { faults, ...counts } = await runAll(world, endpoints, kinds, { say, healthKinds: HEALTH_KINDS });
  if (faults.length > 0) throw new Fault(`${faults.length} cases failed, such as:\n${faults.slice(0, 5).join("\n")}`, { expected: "none" });
  const { body } = await world.operate("/stats");
  assert.deepEqual(body.data.ledger.mismatched, 0);
  return [
    ["addresses (methods and variants)", String(counts.endpoints)],
    ["kinds of faults", String(kinds.length)],
    ["cases: a kind in a batch of an address", counts.cases.toLocaleString("en-US")],
    ["of these, answered with a whole success", counts.succeeded.toLocaleString("en-US")],
    ["answered with a 503, then well when sent again", counts.refused.toLocaleString("en-US")],
    ["wrong answers, losses, doublings", String(faults.length)],
    ["balances that differ from their ledgers", `0 of ${body.data.ledger.accounts.toLocaleString("en-US")}`],
  ];
}

/** All ids, as the service gives them. */
async function served(world) {
  const answer = await world.operate("/posts?limit=1000", { headers: { accept: "application/x-ndjson" } });
  assert.equal(answer.status, 200, answer.text);
  return answer.text.trim().split("\n").map((line) => JSON.parse(line).id).sort();
}

/** What asks all databases, where there are two: how many cases there were. */
async function onTwo(world) {
  const asksAll = ({ name }) => /^(GET|HEAD) \/api\/v1\/posts|^(GET|POST|DELETE) \/operator\/v1\/(posts|authors|stats|shards)/.test(name);
  const { faults, cases } = await runAll(world, endpoints.filter(asksAll), MOVE_KINDS);
  if (faults.length > 0) throw new Fault(`${faults.length} cases over two databases failed, such as:\n${faults.slice(0, 5).join("\n")}`, { expected: "none" });
  return cases;
}

/** Spreads posts over two databases and back, while one batch of each step fails. */
async function moves(world) {
  await world.author(POSTS);
  let all = await served(world);
  const counts = { steps: 0, faults: 0 };
  for (const shards of [2, 1]) {
    for (let left = 1; left > 0; counts.steps += 1) {
      const kind = MOVE_KINDS[counts.steps % MOVE_KINDS.length];
      const at = 1 + (counts.steps % 8);
      const faulty = await world.operate("/shards", { json: { shards }, order: { at, ...KINDS[kind].order } });
      assert.ok([200, 503].includes(faulty.status), faulty.text);
      counts.faults += faulty.failed;
      const { status, body, text } = await world.operate("/shards", { json: { shards } });
      assert.equal(status, 200, text);
      left = body.data.slots_left + Number(body.data.move !== null);
      if (counts.steps % 10 === 0) assert.deepEqual(await served(world), all, "posts that are on their way are served, once");
    }
    assert.deepEqual(await served(world), all);
    if (shards === 2) counts.cases = await onTwo(world);
    all = await served(world);
  }
  return [["cases of pages, imports and erasures over two databases", String(counts.cases)], ["steps of moving posts to two databases and back, with a fault each", counts.steps.toLocaleString("en-US")], ["posts that were lost or twice", "0"]];
}

export async function run({ say }) {
  await prepareService();
  const figures = await within({}, (world) => everyAddress(world, say));
  return [...figures, ...(await within({ shards: 2 }, moves))];
}
