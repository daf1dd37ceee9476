// Several databases of posts: the same bytes, moved by the command line while pages are read.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buildCli } from "../../scripts/lib/build.mjs";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, operator } from "./support/api.mjs";
import { postern as run } from "./support/cli.mjs";
import { load, post, send } from "./support/posts.mjs";

const POSTS = 1_200;
const PAGES = [
  `${SEARCH}?limit=40`,
  address(SEARCH, { sort_by: "likes_count", limit: 30, keyword: "coral" }),
  `${API}/posts/by-hashtag/instagram/reef?sort_order=asc`,
  `${API}/posts/by-user/instagram/author7`,
];

let server;
let get;
const postern = (...args) => run(server, args);
before(async () => {
  server = await startServer({ shards: 3 });
  get = caller(server);
  await buildCli();
  const second = (n) => new Date(Date.UTC(2026, 2, 1) + n * 61_000).toISOString();
  const one = (n) => post(`p${n}`, { username: `author${n % 97}`, content: `coral ${n} #reef`, likes_count: n % 50, published_at: second(n) });
  await load(server, Array.from({ length: 1000 }, (_, n) => one(n)));
  await load(server, Array.from({ length: POSTS - 1000 }, (_, n) => one(1000 + n)));
});
after(() => server?.stop());

async function pages() {
  const answers = await Promise.all(PAGES.map((path) => get(path)));
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  return answers.map(({ text, headers }) => [text, headers.etag]);
}

test("posts are spread over three databases and back while pages stay the same, byte for byte", async () => {
  const before = await pages();
  for (const [shards, slots] of [[3, [22, 21, 21]], [1, [64, 0, 0]]]) {
    let done = false;
    const running = postern("shards", "spread", String(shards), "--json").finally(() => (done = true));
    let rounds = 0;
    while (!done) {
      assert.deepEqual(await pages(), before);
      rounds += 1;
    }
    const { code, out, err } = await running;
    assert.equal(code, 0, err);
    assert.ok(rounds >= 3, "pages were read while posts moved");
    const data = JSON.parse(out);
    assert.deepEqual(data.shards.map((shard) => shard.slots.length).sort((a, b) => b - a), slots);
    assert.equal(data.shards.reduce((sum, shard) => sum + shard.posts, 0), POSTS);
    assert.equal(data.move, null);
    assert.deepEqual(await pages(), before);
  }
});

test("the databases are listed, and more than are bound are refused", async () => {
  const list = await postern("shards");
  assert.equal(list.code, 0, list.err);
  assert.match(list.out, /^database +slots +posts +size\nPOSTS_0 +\d+ +\d+ +\S+/);
  const many = await postern("shards", "spread", "4");
  assert.equal(many.code, 1);
  assert.match(many.err, /shards: expected a number of databases from 1 to 3/);
  const none = await postern("shards", "spread", "0");
  assert.equal(none.code, 2);
});

test("an import goes to the databases of its authors, and a resent one changes nothing", async () => {
  await postern("shards", "spread", "2");
  const lines = Array.from({ length: 60 }, (_, n) => JSON.stringify(post(`new${n}`, { username: `fresh${n}`, content: "kelp" }))).join("\n");
  assert.equal((await send(server, lines)).body.data.inserted, 60);
  const again = await send(server, lines);
  assert.deepEqual([again.body.data.unchanged, again.headers["x-rows-written"]], [60, "0"]);
  const found = await get(address(SEARCH, { keyword: "kelp", limit: 100 }));
  assert.equal(found.body.data.posts.length, 60);
  const { shards } = (await operator(server)("/shards")).body.data;
  assert.ok(shards[0].posts > 400 && shards[1].posts > 400, JSON.stringify(shards.map(({ posts }) => posts)));
});
