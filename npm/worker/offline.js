// The worker with sets of posts.

import { proxy, transfer } from "comlink";
import { Lines } from "../lines.js";
import { PostSet } from "../offline.js";
import { serve } from "./served.js";

serve({
  from: async (source, isServed) => answers(await PostSet.from(new Lines(source, isServed))),
});

/** A set, as the page calls it. */
function answers(set) {
  return proxy({
    state: () => ({ size: set.size, refused: set.refused }),
    ask: async (method, args) => moved(await set[method](...args)),
  });
}

/** Bytes are not copied: nobody here needs them. */
const moved = (answer) => (answer instanceof Uint8Array ? transfer(answer, [answer.buffer]) : answer);
