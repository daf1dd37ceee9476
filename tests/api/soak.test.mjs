// Calls of every kind with imports beside them, for a while: no error, and every credit accounted for. `npm run prove`
// has the long form, which also looks at memory and processor time.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { randomness } from "../../bench/lib/statistics.mjs";
import { samplePosts } from "../support/sample.mjs";
import { Soak } from "../support/soak.mjs";
import { startServer } from "../support/server.mjs";
import { load } from "./support/posts.mjs";

const CREDITS = 1_000_000;
const POSTS = 1_000;
const ROUNDS = 12;

let server;
before(async () => (server = await startServer({ account: { credits: CREDITS } })));
after(() => server?.stop());

test("a busy service answers everything, imports everything and charges what it says", async () => {
  const posts = await samplePosts(POSTS);
  await load(server, posts);
  const soak = new Soak(server, posts, randomness(7));
  for (let n = 0; n < ROUNDS; n += 1) await soak.round();
  await soak.settle(CREDITS);
  assert.equal(soak.imported, ROUNDS * 100);
});
