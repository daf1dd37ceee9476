// The worker with sets of posts.

import { expose, proxy, transfer } from "comlink";
import { Lines } from "../lines.js";
import { PostSet } from "../offline.js";
import { release } from "./border.js";
import { joined, serve } from "./served.js";

serve({
  from: async (source, isServed) => answers(await PostSet.from(new Lines(source, isServed))),
  fromBytes: async (bytes) => answers(await PostSet.fromBytes(bytes)),
});

/** A set, as the page calls it. */
function answers(set) {
  // The first search shall find it done; and if it fails, that search says so.
  let preparing = null;
  const prepare = () => {
    preparing ??= set.prepare().catch(() => {}).finally(() => (preparing = null));
  };
  prepare();
  const state = () => ({ size: set.size, refused: set.refused });
  return proxy({
    state,
    async ask(method, names, options, mark) {
      const call = set[method](...names, options);
      return mark === undefined ? call : call.csv({ mark });
    },
    export: (options, signal) => releasing(signal, () => set.export(joined(options, { signal }))),
    prepare: (options, signal) => releasing(signal, () => set.prepare(joined(options, { signal }))),
    async toBytes() {
      const bytes = await set.toBytes();
      return transfer(bytes, [bytes.buffer]);
    },
    async apply(changes) {
      await set.apply(changes);
      prepare();
      return state();
    },
    async receive(port) {
      await received(set, port);
      prepare();
      return state();
    },
  });
}

async function releasing(signal, work) {
  try {
    return await work();
  } finally {
    release(signal);
  }
}

/** Takes the posts that another worker hands over, until it says that these are all. */
const received = (set, port) =>
  new Promise((resolve, reject) => {
    const add = async (lines) => {
      try {
        await set.apply({ lines, removed: [] });
      } catch (error) {
        reject(error);
        throw error;
      }
    };
    expose({ add, end: resolve }, port);
  });
