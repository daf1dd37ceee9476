// The worker with sets of posts.

import { proxy, transfer } from "comlink";
import { Lines } from "../lines.js";
import { PostSet } from "../offline.js";
import { serve } from "./served.js";

serve({
  from: async (source, isServed) => answers(await PostSet.from(new Lines(source, isServed))),
  fromBytes: async (bytes) => answers(await PostSet.fromBytes(bytes)),
});

/** A set, as the page calls it. */
function answers(set) {
  const state = () => ({ size: set.size, refused: set.refused });
  return proxy({
    state,
    async ask(method, names, options, mark) {
      const call = set[method](...names, options);
      return mark === undefined ? call : call.csv({ mark });
    },
    async toBytes() {
      const bytes = await set.toBytes();
      return transfer(bytes, [bytes.buffer]);
    },
    async apply(changes) {
      await set.apply(changes);
      return state();
    },
  });
}
