// The runtime is killed ten times while everybody works. The long form, with a hundred, is `npm run prove -- kills`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { weather } from "../support/kills/storm.mjs";

const KILLS = 10;

test("ten kills lose and double nothing: no payment, page, post, erasure or token", { timeout: 280_000 }, async (t) => {
  const { kills, ...counts } = await weather(KILLS);
  assert.equal(kills, KILLS);
  t.diagnostic(Object.entries(counts).map(([what, number]) => `${what}: ${number}`).join(", "));
  for (const what of ["payments", "test payments", "grants", "pages under a key", "imports", "posts in the end", "changes", "tokens that were made"]) assert.ok(counts[what] >= KILLS, `${what}: ${counts[what]}`);
});
