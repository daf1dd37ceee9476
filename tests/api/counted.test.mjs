// What storage does, counted at ten thousand posts: rows read by the simple pages, rows written by an import, and the
// Worker's size. The quick part of the bench (bench/README.md), with its bounds, which are the same at a million posts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { countPage, SIMPLE_PAGES } from "../../bench/lib/pages.mjs";
import { kib, LARGEST_WORKER, workerSize } from "../../bench/lib/size.mjs";
import { countWrites, newPost, WRITES } from "../../bench/lib/writes.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { postern } from "../support/postern.mjs";
import { startServer } from "../support/server.mjs";
import { caller } from "./support/api.mjs";
import { ndjson, send } from "./support/posts.mjs";

const POSTS = 10_000;
const SEED = 7;
/** The rows that a call reads for its account, and by how many a page of D1 may differ from what the bench says. */
const MORE = { account: 10, page: 20 };

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  const { stdout } = await postern(["sample", String(POSTS), "--seed", String(SEED)]);
  const { code, stdout: report, stderr } = await postern(["import", "-", "--json"], { server, input: stdout });
  assert.equal(code, 0, stderr.slice(-2000));
  assert.equal(JSON.parse(report).new, POSTS);
  await get(SIMPLE_PAGES[0].path); // a token's first call is checked beforehand, which reads three rows more
});
after(() => server?.stop());

describe("rows read", () => {
  for (const page of SIMPLE_PAGES) {
    test(`${page.name}: twice the posts and at most ${page.allowance} more`, async () => {
      const counted = await countPage(get, page);
      assert.deepEqual(counted.map(({ returned }) => returned), Array(page.pages).fill(page.limit), "every page is full");
      for (const { read, excess } of counted) assert.ok(read > page.limit && excess <= page.allowance, `${read} rows`);
    });
  }
});

/** Random pages, and some among equal counts, with the rows that `bench/cheapest` says they read. `tests/native/metered.rs` keeps the file. */
const METERED = readFileSync(inRoot("tests", "fixtures", "metered.ndjson"), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

test("D1 counts what the bench says that pages read", async () => {
  for (const { path, rows } of METERED) {
    const read = Number((await get(path)).headers["x-rows-read"]);
    const most = rows + MORE.account + MORE.page;
    const least = rows + MORE.account - Math.max(MORE.page, rows / 5);
    assert.ok(read >= least && read <= most, `${read} rows of D1, ${rows} by the bench: ${path}`);
  }
});

describe("rows written", () => {
  test("by a new post with three hashtags, the same again, and other likes", async () => {
    const written = await countWrites((body) => send(server, body), "counted-1");
    assert.deepEqual(written, { inserted: 15, unchanged: WRITES.unchanged, updated: 9 });
  });

  test("in a batch every new post writes the same, and the batch two rows more", async () => {
    const posts = Array.from({ length: 100 }, (_, n) => newPost(`batch-${n}`));
    const first = await send(server, ndjson(posts));
    assert.equal(first.body.data.inserted, posts.length);
    const each = (Number(first.headers["x-rows-written"]) - 2) / posts.length;
    assert.equal(each, 13);
    assert.ok(each <= WRITES.inserted);
    const again = await send(server, ndjson(posts));
    assert.deepEqual([again.body.data.unchanged, again.headers["x-rows-written"]], [posts.length, String(WRITES.unchanged)]);
  });
});

test("the Worker is small", () => {
  const { packed } = workerSize();
  assert.ok(packed <= LARGEST_WORKER, `expected at most ${kib(LARGEST_WORKER)} compressed, got ${kib(packed)}`);
});
