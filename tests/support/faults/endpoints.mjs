// Every address of the service, and for each how to call it once on something of its own: `make(world)` gives
// - `send(order)`, the call;
// - `effect()`, what storage has of what the call is about;
// - `done(before, now, answer)`, which checks that it was done, once; `answer` is the last one;
// - `again`, the statuses of the same call after one that got an error, if there are others than that of a success.
// `safe` are the batches that write and may be sent again by the service itself, by their kind or their place and kind. What
// is `volatile` may be answered otherwise the next time. Of what is `lasting` nothing may change after its case; of a call
// that is `undone` and got an error nothing may be left, soon after. Names are `METHOD path`, and `(what)` where there is more
// than one case of them.

import { operators } from "./endpoints/operators.mjs";
import { owners } from "./endpoints/owners.mjs";
import { webhooks } from "./endpoints/payments.mjs";
import { publicOnes } from "./endpoints/public.mjs";

/** What tells of the time, or of what other calls do. */
const VOLATILE = /health|stats|operator\/v1\/(accounts|changes|payments|shards)|outbox|receipt/;

/** All of them: `{ name, path, method, make, safe, volatile, lasting, undone }`. */
export const endpoints = [...publicOnes, ...operators, ...webhooks, ...owners].map(([name, make, { safe = [], ...more } = {}]) => {
  const [method, path] = name.split(" ");
  return { name, method, path, make, safe, volatile: method !== "GET" || VOLATILE.test(path), ...more };
});
