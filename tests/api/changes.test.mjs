// What changed: a copy that is kept up to date ends equal to the service. Its rows, price, shapes and errors in the real runtime.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, faults, newAccount, operator, walk } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { withDatabase } from "./support/databases.mjs";
import { load, post } from "./support/posts.mjs";

const CHANGES = `${API}/posts/changes`;

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
});
after(() => server?.stop());

const changes = async (query, options) => {
  const answer = await get(address(CHANGES, query), options);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const now = async () => (await changes({})).page.next_since;
const erase = async (path) => assert.equal((await operator(server)(`/${path}`, undefined, { method: "DELETE" })).status, 200);
/** The changes in short: the id, and the type if it is no post. */
const short = (data) => data.changes.map((change) => (change.type === "post" ? change.post.id : `${change.type} ${change.id}`));

/** Keeps a copy of what a query finds. */
function keep(query) {
  const copy = new Map();
  let since = "0";
  return {
    copy,
    async sync() {
      for (let more = true; more; ) {
        const { changes: list, page } = await changes({ ...query, since });
        for (const change of list) {
          if (change.type === "post") copy.set(change.post.id, change.post);
          else copy.delete(change.id);
        }
        ({ has_more: more, next_since: since } = page);
      }
    },
  };
}

test("without since it only says where now is, for nothing", async () => {
  const answer = await get(CHANGES);
  const { page, ...rest } = answer.body.data;
  assert.deepEqual(rest, { changes: [], query: { platform: null, username: null, hashtag: null } });
  assert.deepEqual({ ...page, next_since: 0 }, { limit: 50, returned: 0, has_more: false, next_since: 0 });
  assert.match(page.next_since, /^[\w-]{30,80}$/);
  assert.equal(answer.headers["x-credits-charged"], "0");
});

test("posts come as they are on a page, whenever they were published, then what left, then what was erased", async () => {
  const since = await now();
  await load(server, [post("new", { username: "Kelp" }), post("old", { username: "kelp", published_at: "1999-12-31T00:00:00Z" }), post("gone", { username: "kelp" })]);
  const first = await changes({ since, username: "kelp" });
  // Those of one import are in the order of time.
  assert.deepEqual([short(first)[0], ...short(first).sort()], ["instagram:old", "instagram:gone", "instagram:new", "instagram:old"]);
  const page = await get(address(SEARCH, { username: "kelp" }));
  assert.deepEqual(new Set(first.changes.map((change) => JSON.stringify(change.post))), new Set(page.body.data.posts.map((one) => JSON.stringify(one))));
  await load(server, [post("old", { username: "another", published_at: "1999-12-31T00:00:00Z" }), post("new", { username: "kelp", likes_count: 77 })]);
  await erase("posts/instagram:gone");
  const next = await changes({ since: first.page.next_since, username: "kelp" });
  assert.deepEqual(short(next), ["instagram:new", "left instagram:old", "erased instagram:gone"]);
  assert.equal(next.changes[0].post.likes_count, 77);
  assert.ok(Math.abs(Date.parse(next.changes[2].at) - Date.now()) < 600_000, next.changes[2].at);
  assert.deepEqual(short(await changes({ since: next.page.next_since, username: "kelp" })), []);
});

test("copies end equal to the service, through imports, renames and erasures at the same moment", async () => {
  const names = ["ada", "ben", "cleo", "dov"];
  const copies = [{}, { username: "ada,ben" }, { hashtag: "reef", platform: "x" }, { platform: "tiktok" }].map((query) => ({ query, ...keep({ ...query, limit: 7 }) }));
  const line = (n, round) =>
    post(`m${n}`, { platform: n % 2 ? "x" : "tiktok", username: names[(n + (n % 5 ? 0 : round)) % 4], hashtags: (n + round) % 3 ? ["reef"] : ["sand"], likes_count: n * round, collected_at: `2026-03-0${round}T00:00:00Z` });
  for (let round = 1; round <= 4; round++) {
    const lines = Array.from({ length: 60 }, (_, n) => line(n, round));
    await Promise.all([load(server, lines.slice(0, 30)), load(server, lines.slice(30)), ...copies.map(({ sync }) => sync())]);
    if (round === 2) await Promise.all([erase("authors/x/ben"), ...copies.map(({ sync }) => sync())]);
  }
  for (const { query, copy, sync } of copies) {
    await sync();
    const stored = await walk(get, SEARCH, query);
    const sorted = (posts) => [...posts].sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(sorted(copy.values()), sorted(stored), JSON.stringify(query));
  }
});

describe("what an answer costs", () => {
  test("a page with a post is paid for, and once under an Idempotency-Key; its ETag is a free 304", async () => {
    const since = await now();
    await load(server, [post("paid")]);
    const url = address(CHANGES, { since });
    const charged = async (headers) => {
      const answer = await get(url, { headers });
      return [answer.status, answer.headers["x-credits-charged"], answer.headers.etag];
    };
    const [status, credits, etag] = await charged({ "idempotency-key": "a" });
    assert.deepEqual([status, credits], [200, "1"]);
    assert.deepEqual(await charged({ "idempotency-key": "a" }), [200, "0", etag]);
    assert.deepEqual((await charged({ "if-none-match": etag })).slice(0, 2), [304, "0"]);
    assert.equal((await get(url, { method: "HEAD" })).headers["x-credits-charged"], "0");
  });

  test("erasures are free", async () => {
    const since = await now();
    await erase("posts/instagram:paid");
    const answer = await get(address(CHANGES, { since }));
    assert.deepEqual([short(answer.body.data), answer.headers["x-credits-charged"]], [["erased instagram:paid"], "0"]);
  });

  test("some six rows a change without filters, at most 60,000 with any", async () => {
    const since = await now();
    const batch = (n) => Array.from({ length: 1000 }, (_, m) => post(`rows${n}-${m}`, { platform: "x", username: `user${m % 9}`, hashtags: ["sea"] }));
    for (let n = 0; n < 14; n++) await load(server, batch(n));
    await load(server, [post("last", { platform: "x", username: "rare", hashtags: ["rare"] })]);
    const rows = (answer) => Number(answer.headers["x-rows-read"]);
    const all = await get(address(CHANGES, { since }));
    assert.ok(rows(all) < 6 * 51 + 60, `${rows(all)} rows`);
    for (const query of [{ username: "rare" }, { hashtag: "rare" }, { username: "user1", hashtag: "rare" }, { platform: "tiktok" }]) {
      let [at, answers, found] = [since, 0, []];
      for (let more = true; more; answers++) {
        const answer = await get(address(CHANGES, { ...query, since: at }));
        assert.ok(rows(answer) <= 60_000, `${JSON.stringify(query)}: ${rows(answer)} rows`);
        ({ has_more: more, next_since: at } = answer.body.data.page);
        found = found.concat(short(answer.body.data));
      }
      assert.deepEqual(found, "platform" in query || query.username === "user1" ? [] : ["x:last"], JSON.stringify(query));
      assert.ok(answers > 1, `${JSON.stringify(query)}: all in one answer`);
    }
  });
});

describe("shapes", () => {
  test("fields and lines", async () => {
    const since = await now();
    await load(server, [post("s1", { content: "one" }), post("s2", { content: "two" })]);
    await erase("posts/x:last");
    const query = { since, fields: "content,author.username", limit: 2 };
    const json = await get(address(CHANGES, query));
    // Erasures have a place in every answer, and stand after the posts.
    assert.deepEqual(json.body.data.changes.map(({ type }) => type), ["post", "erased"]);
    assert.ok(json.body.data.page.has_more && json.headers.link.includes("since="), json.headers.link);
    const lines = await get(address(CHANGES, query), { headers: { accept: "application/x-ndjson" } });
    assert.equal(lines.headers["content-type"], "application/x-ndjson");
    assert.deepEqual(lines.text.trim().split("\n").map((line) => JSON.parse(line)), json.body.data.changes);
    assert.equal(lines.headers["x-next-cursor"], json.body.data.page.next_since);
    const link = /^<[^>]*?(\/api[^>]+)>; rel="next"$/.exec(lines.headers.link)[1];
    const rest = await get(link, { headers: { accept: "application/x-ndjson" } });
    assert.equal(rest.text, '{"type":"post","post":{"id":"instagram:s2","author":{"username":"reef.watch"},"content":"two"}}\n');
    assert.equal(rest.headers.link, undefined);
    fault(await get(CHANGES, { headers: { accept: "text/csv" } }), 406, "NOT_ACCEPTABLE");
    assert.equal((await get(`${CHANGES}?format=json`, { headers: { accept: "text/csv" } })).status, 200);
  });
});

test("what is wrong is said", async () => {
  const wrong = async (query) => faults(await get(`${CHANGES}?${query}`));
  assert.deepEqual(await wrong("since=abc&cursor=x&limit=0"), ["since INVALID_CURSOR", "cursor UNKNOWN_PARAMETER", "limit OUT_OF_RANGE"]);
  assert.deepEqual(await wrong("since="), ["since EMPTY_VALUE"]);
  assert.deepEqual(await wrong("since=0&since=0"), ["since DUPLICATE_PARAMETER"]);
  assert.deepEqual(await wrong("format=csv"), ["format INVALID_VALUE"]);
  assert.deepEqual(await wrong("keyword=a&platform=x,twitter&fields=like"), ["keyword UNKNOWN_PARAMETER", "platform INVALID_VALUE", "fields INVALID_VALUE"]);
  const since = await now();
  for (let at = 0; at < since.length; at += 7) assert.deepEqual(await wrong(`since=${since.slice(0, at)}*${since.slice(at + 1)}`), ["since INVALID_CURSOR"]);
  fault(await get(`${CHANGES}/x`), 404, "NOT_FOUND");
});

test("a since of another service is gone", async () => {
  const other = await startServer();
  try {
    // Test servers start from copies of one database, and so in one era.
    withDatabase(other.state, "POSTS_0", (database) => database.exec("UPDATE eras SET era = '00000000000000ff'"));
    const answer = await caller(other)(CHANGES);
    fault(await get(address(CHANGES, { since: answer.body.data.page.next_since })), 410, "SINCE_GONE");
  } finally {
    await other.stop();
  }
});

test("a browser token gets what it is for, and the erasures of its networks", async () => {
  const token = await newAccount(server, "changes@example.com", 50);
  const since = await now();
  await load(server, [post("b1", { platform: "x", username: "ada", hashtags: ["sea"] }), post("b2", { platform: "tiktok", username: "ada" }), post("b3", { platform: "x", username: "eve" })]);
  await erase("posts/x:b1");
  await erase("posts/tiktok:b2");
  const narrow = browserToken(token, ["px", "uada", "ueve"]);
  fault(await get(address(CHANGES, { since }), { token: narrow }), 403, "INSUFFICIENT_SCOPE");
  fault(await get(address(CHANGES, { since, platform: "x", username: "ada,bob" }), { token: narrow }), 403, "INSUFFICIENT_SCOPE");
  assert.deepEqual(short(await changes({ since, platform: "x", username: "ada,eve" }, { token: narrow })).sort(), ["erased x:b1", "x:b3"]);
});
