// What was acknowledged is in the very next answer, though a replica lags and bookmarks do not tell its state: in the
// real runtime all of them are alike. And cached pages: never old, never broken, never in the way.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { eventually } from "../support/eventually.mjs";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, ids } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

/** Half of the posts have the word, the other half the hashtag, three have both: no way finds those in 10,000 rows. */
const POSTS = 12_000;
const EXPENSIVE = address(SEARCH, { keyword: "coral", hashtag: "sea", sort_by: "comments_count", limit: 5 });

let server;
let get;
let late = 0;

const tell = async (settings = {}) => (await server.call(address("/lagging/x", settings))).body;
const balance = async () => (await get(`${API}/account`)).body.data.balance.current;

before(async () => {
  server = await startServer({ main: inRoot("tests", "api", "support", "lagging.mjs") });
  get = caller(server);
  const content = (n) => (n < 3 ? "coral #sea" : n % 2 ? "coral" : "kelp #sea");
  const all = Array.from({ length: POSTS }, (_, n) => post(`p${n}`, { content: content(n), comments_count: n < 3 ? 0 : n }));
  for (let start = 0; start < POSTS; start += 1000) await load(server, all.slice(start, start + 1000));
});
after(() => server?.stop());
beforeEach(() => tell({ kv: "well" }));

/** Imports a post that the replica does not have. */
async function importLate(over = {}) {
  late += 1;
  const id = `late${late}`;
  const before = POSTS / 1000 + late - 1;
  await load(server, [post(id, { content: "late", published_at: `2026-03-02T00:00:${String(late).padStart(2, "0")}Z`, ...over })]);
  await tell({ version: before });
  return id;
}

test("an import is in the very next answer of each address, charged once", async () => {
  for (const path of [`${SEARCH}?limit=3`, `${API}/posts/by-user/instagram/reef.watch?limit=3`, `${SEARCH}?limit=3&keyword=late`]) {
    await get(path);
    const id = await importLate();
    const credits = await balance();
    const answer = await get(path);
    assert.equal(ids(answer)[0], id, path);
    assert.deepEqual([answer.headers["x-credits-charged"], await balance()], ["1", credits - 1]);
    const { sessions } = await tell();
    assert.equal(sessions.at(-1), "first-primary", "bookmarks were all alike, so the primary had to be asked");
  }
});

test("a post that was imported is found by its id, though the replica lacks it", async () => {
  for (const [path, method] of [["/", "GET"], ["/", "HEAD"], ["?ids=", "GET"]]) {
    await get(`${API}/posts${path}instagram:p1`);
    const id = await importLate();
    const answer = await get(`${API}/posts${path}instagram:${id}`, { method });
    assert.deepEqual([answer.status, answer.headers["x-credits-charged"]], [200, method === "GET" ? "1" : "0"], `${method} ${path}`);
    if (path === "?ids=") assert.deepEqual(ids(answer), [id]);
  }
  assert.equal((await get(`${API}/posts/instagram:never`)).status, 404);
});

test("HEAD and If-None-Match never speak of an old page", async () => {
  const path = `${SEARCH}?limit=2`;
  const old = (await get(path)).headers.etag;
  await importLate();
  const head = await get(path, { method: "HEAD" });
  assert.notEqual(head.headers.etag, old);
  const again = await get(path, { headers: { "if-none-match": old } });
  assert.deepEqual([again.status, again.headers.etag], [200, head.headers.etag]);
});

test("a replica that is up to date is asked once, with the bookmark of the last import", async () => {
  await tell({ version: 1_000_000 });
  await get(SEARCH);
  await tell();
  await get(SEARCH);
  const { sessions } = await tell();
  assert.equal(sessions.length, 1);
  assert.match(sessions[0], /^0{8}-/);
});

test("an expensive page is cached the second time, comes from the cache the third, and an import is in the next answer", async () => {
  await tell({ version: 1_000_000, gets: 0, puts: 0 });
  const [first, second] = [await get(EXPENSIVE), await get(EXPENSIVE)];
  assert.ok(Number(first.headers["x-rows-read"]) > 10_000, first.headers["x-rows-read"]);
  await eventually(async () => Number((await tell()).puts) >= 1);
  const third = await get(EXPENSIVE);
  assert.equal(third.headers["x-plan"], "cached");
  assert.ok(Number(third.headers["x-rows-read"]) < 500, third.headers["x-rows-read"]);
  assert.equal(third.headers["x-credits-charged"], "1");
  for (const other of [second, third]) assert.deepEqual([other.text, other.headers.etag, other.headers.link], [first.text, first.headers.etag, first.headers.link]);
  const id = await importLate({ content: "coral late #sea", comments_count: 100_000 });
  await tell({ version: 1_000_000 });
  assert.equal(ids(await get(EXPENSIVE))[0], id);
});

test("a KV that is down, slow, full of nonsense or gives half a page fails no call and shows nothing wrong", async () => {
  await tell({ version: 1_000_000 });
  const good = await get(EXPENSIVE);
  for (const kv of ["broken", "half", "down", "lost", "slow"]) {
    await tell({ kv });
    for (let time = 0; time < 3; time += 1) {
      const answer = await get(EXPENSIVE);
      assert.deepEqual([answer.status, answer.text], [200, good.text], kv);
      assert.notEqual(answer.headers["x-plan"], "cached");
    }
  }
  assert.ok(await eventually(() => server.logs().includes('{"alarm":"page","cause":"KV is down"}')), server.logs());
});

test("without read replication no session is made, and an import is in the next answer as well", async () => {
  const alone = await startServer({ main: inRoot("tests", "api", "support", "lagging.mjs"), vars: { READ_REPLICATION: "off" } });
  try {
    await load(alone, [post("first")]);
    const ask = caller(alone);
    await ask(SEARCH);
    await alone.call(address("/lagging/x", { version: 1 }));
    await load(alone, [post("second", { content: "late" })]);
    assert.deepEqual(ids(await ask(SEARCH)).sort(), ["first", "second"]);
    assert.deepEqual((await alone.call("/lagging/x")).body.sessions, []);
  } finally {
    await alone.stop();
  }
});
