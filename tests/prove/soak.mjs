// Ten minutes of work at what the machine can take. Whether memory grows or calls get dearer is judged by the first half of
// what comes after a fifth of the run, in which the runtime warms up, against the second half.

import { processorTime } from "../../bench/lib/runtime.mjs";
import { median, randomness, rank } from "../../bench/lib/statistics.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { Fault, seconds } from "../../scripts/lib/say.mjs";
import { freePort } from "../../scripts/lib/server.mjs";
import { load } from "../api/support/posts.mjs";
import { inspect } from "../support/inspector.mjs";
import { prepareService } from "../support/prepare.mjs";
import { descendants, residentMemory } from "../support/processes.mjs";
import { samplePosts } from "../support/sample.mjs";
import { startServer } from "../support/server.mjs";
import { Soak } from "../support/soak.mjs";

export const title = "ten minutes of mixed calls with imports beside them";
export const about = "No error, no growth of memory, no slowing in ten minutes of mixed calls and imports";
export const takes = "12 min";

const CREDITS = 100_000_000;
const POSTS = 10_000;
const LASTS_MS = 600_000;
/** How many times as much as in the first half there may be in the second one. */
const MOST = { linear: 1.1, processor: 1.15 };
/** By how many MiB the heap's least may differ: it depends on when garbage was collected. */
const MOST_HEAP = 4;
const TOLD_EVERY_MS = 60_000;
const LINES_OF_AN_IMPORT = 500;

const MIB = 1024 * 1024;

/** What the Worker holds, and what the runtime takes: the Worker's process and the one that stands before it. */
async function meter(server, port) {
  const all = descendants(server.pid()).filter(({ name }) => name === "workerd");
  if (all.length === 0) throw new Fault("The runtime's processes were not found.", { expected: "workerd among what the server began" });
  const sum = (figure) => all.reduce((total, { pid }) => total + figure(pid), 0);
  const inspector = await inspect(port);
  return {
    processor: () => sum(processorTime),
    resident: () => sum(residentMemory) / MIB,
    heap: async () => (await inspector.usedHeap()) / MIB,
    linear: async () => (await server.call("/weighed/memory")).body / MIB,
    close: inspector.close,
  };
}

async function loadAll(server, posts) {
  for (let at = 0; at < posts.length; at += LINES_OF_AN_IMPORT) await load(server, posts.slice(at, at + LINES_OF_AN_IMPORT));
}

/** One round, and what there is after it. */
async function sample(soak, runtime) {
  const before = runtime.processor();
  const took = await soak.round();
  const processor = runtime.processor() - before;
  return { took, processor, resident: runtime.resident(), heap: await runtime.heap(), linear: await runtime.linear() };
}

/** Works until the time is over. Returns a sample of each round. */
async function work(soak, runtime, tell) {
  const samples = [];
  const began = performance.now();
  let told = began;
  while (performance.now() - began < LASTS_MS) {
    samples.push(await sample(soak, runtime));
    if (performance.now() - told < TOLD_EVERY_MS) continue;
    told = performance.now();
    const { heap, linear, resident } = samples.at(-1);
    tell(`  ${seconds(told - began)}: ${soak.calls} calls; ${heap.toFixed(1)} MiB heap, ${linear.toFixed(1)} linear, ${resident.toFixed(0)} resident`);
  }
  return { samples, ms: performance.now() - began };
}

/** A figure of each half, the warming up left out. */
function halves(samples, figure) {
  const [begin, middle] = [Math.floor(samples.length / 5), Math.floor((samples.length * 3) / 5)];
  return [samples.slice(begin, middle), samples.slice(middle)].map(figure);
}

const both = (values) => values.map((value) => value.toFixed(1)).join(" and ");

/** What each half took and had. */
function figuresOf(samples) {
  const of = (name, figure) => halves(samples, (part) => figure(part.map((one) => one[name])));
  return {
    heap: of("heap", (values) => Math.min(...values)),
    linear: of("linear", median),
    processor: of("processor", median),
    resident: of("resident", median),
    waiting: halves(samples, (part) => part.flatMap(({ took }) => took)),
  };
}

/** What grew by more than it may, in a line each. */
function growth({ heap, linear, processor }) {
  const grown = [];
  if (heap[1] > heap[0] + MOST_HEAP) grown.push(`the Worker's heap at its least, by more than ${MOST_HEAP} MiB`);
  if (linear[1] > linear[0] * MOST.linear) grown.push(`the module's linear memory, to more than ${MOST.linear} times as much`);
  if (processor[1] > processor[0] * MOST.processor) grown.push(`the processor time of a round, to more than ${MOST.processor} times as much`);
  return grown;
}

function report({ samples, ms }, soak) {
  const { heap, linear, processor, resident, waiting } = figuresOf(samples);
  return [
    ["Time", seconds(ms)],
    ["Calls, each answered as it had to be", soak.calls.toLocaleString("en")],
    ["Posts imported beside them", soak.imported.toLocaleString("en")],
    ["Errors", "0"],
    ["Calls a second, the imports beside them", (soak.calls / (ms / 1000)).toFixed(0)],
    ["Credits charged, and gone from the balance", soak.charged.toLocaleString("en")],
    ["Heap of the Worker at its least, first and second half", `${both(heap)} MiB`],
    ["Linear memory of the module, first and second half", `${both(linear)} MiB`],
    ["Processor time of a round (some 54 calls, 100 posts), first and second half", `${both(processor)} ms`],
    ["Half of the calls took at most, first and second half", `${both(waiting.map(median))} ms`],
    ["99 of 100 calls took at most, first and second half", `${both(waiting.map((took) => rank(took, 0.99)))} ms`],
    ["Resident memory of the local runtime, with its databases, inspector and proxy, first and second half", `${both(resident)} MiB`],
  ];
}

/** The figures of a run, if nothing grew. */
function judged(done, soak) {
  const figures = report(done, soak);
  const grown = growth(figuresOf(done.samples));
  if (grown.length === 0) return figures;
  const output = figures.map(([figure, value]) => `${figure}: ${value}`).join("\n");
  throw new Fault(`In the second half more was taken: ${grown.join("; ")}.`, { output, expected: "as much as in the first half" });
}

export async function run({ say }) {
  await prepareService({ cli: true });
  const posts = await samplePosts(POSTS);
  const inspector = await freePort();
  const server = await startServer({ account: { credits: CREDITS }, main: inRoot("tests", "support", "weighed.mjs"), inspector });
  try {
    await loadAll(server, posts);
    const soak = new Soak(server, posts, randomness(1));
    const runtime = await meter(server, inspector);
    const done = await work(soak, runtime, say);
    runtime.close();
    await soak.settle(CREDITS);
    return judged(done, soak);
  } finally {
    await server.stop();
  }
}
