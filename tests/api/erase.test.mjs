// Erasure over HTTP and by the command line: gone from every endpoint, and no import brings it back.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, faults, ids, walk } from "./support/api.mjs";
import { postern } from "./support/cli.mjs";
import { load, ndjson, post, send } from "./support/posts.mjs";

let server;
let get;
before(async () => {
  server = await startServer({ shards: 2 });
  get = caller(server);
});
after(() => server?.stop());

const erase = (path, options = {}) => server.call(`/operator/v1${path}`, { method: "DELETE", bearer: server.operatorSecret, ...options });

/** What an erasure answered: how many posts. */
async function erased(path) {
  const answer = await erase(path);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.body.data), ["erased"]);
  return answer.body.data.erased;
}

describe("a post", () => {
  const one = (id, over) => post(id, { platform: "x", username: "lantern", content: "gannet #cliff", likes_count: 5, ...over });

  test("is gone from every endpoint, and its ETag with it", async () => {
    await load(server, [one("p1"), one("p2", { content: "gannet #cliff #ledge" })]);
    const pages = [
      `${API}/posts/by-user/twitter/Lantern`,
      `${API}/posts/by-hashtag/x/cliff`,
      address(SEARCH, { keyword: "gannet" }),
      address(SEARCH, { username: "lantern", sort_by: "likes_count" }),
    ];
    const tags = await Promise.all(pages.map(async (path) => (await get(path)).headers.etag));
    assert.equal(await erased("/posts/twitter:p2"), 1);
    for (const [n, path] of pages.entries()) {
      const answer = await get(path, { headers: { "if-none-match": tags[n] } });
      assert.deepEqual([answer.status, ids(answer)], [200, ["p1"]], path);
    }
    assert.deepEqual(ids(await get(`${API}/posts/by-hashtag/x/ledge`)), []);
    const again = (await send(server, ndjson([one("p2"), one("p2", { platform: "twitter", username: "other" })]))).body.data;
    assert.deepEqual([again.erased, again.inserted], [2, 0]);
    assert.equal(await erased("/posts/x:p2"), 0);
  });

  test("may have any id", async () => {
    const names = ["a/b", "a?b#c", "100%", "ä ö", "..", "%2F", "a+b", "👩‍🚀"];
    await load(server, names.map((name) => one(name)));
    for (const name of names) assert.equal(await erased(`/posts/x:${encodeURIComponent(name)}`), 1, name);
  });

  test("that is not there is a 404, a malformed id a 400, a wrong secret a 401", async () => {
    for (const path of ["/posts/x:nothing", "/posts/tiktok:p1", "/authors/x/nobody", "/authors/tiktok/lantern"]) fault(await erase(path), 404, "NOT_FOUND");
    for (const path of ["/posts/p1", "/posts/x:", "/posts/myspace:1", "/posts/%ff"]) assert.deepEqual(faults(await erase(path)), ["id INVALID_VALUE"], path);
    assert.deepEqual(faults(await erase("/authors/myspace/a%20b?dry_run=1")), ["platform UNSUPPORTED_PLATFORM", "username INVALID_VALUE", "dry_run UNKNOWN_PARAMETER"]);
    fault(await erase("/posts/x:p1", { bearer: server.token }), 401, "INVALID_OPERATOR_SECRET");
    fault(await erase("/posts/x:p1", { method: "POST" }), 405, "METHOD_NOT_ALLOWED");
    assert.equal((await get(`${API}/posts/by-user/x/lantern`)).body.data.page.returned, 1);
  });
});

describe("an author", () => {
  const MANY = 1_300;
  const one = (n, over) => post(`a${n}`, { username: "Straße.Fotos", content: `plover ${n} #shingle #dusk`, views_count: n, published_at: new Date(Date.UTC(2026, 1, 1) + n * 1_000).toISOString(), ...over });

  test("with many posts is gone at once, and so are posts that come later", async () => {
    for (const start of [0, 1_000]) await load(server, Array.from({ length: Math.min(1_000, MANY - start) }, (_, n) => one(start + n)));
    await load(server, [one(0, { platform_post_id: "aother", username: "shingle.fan" }), one(0, { platform_post_id: "anetwork", platform: "tiktok" })]);
    const answer = await erase("/authors/Instagram/@STRASSE.FOTOS");
    assert.deepEqual([answer.status, answer.body.data.erased], [200, MANY]);
    assert.ok(Number(answer.headers["x-rows-written"]) < 16 * MANY, answer.headers["x-rows-written"]);
    for (const query of [{ keyword: "plover" }, { hashtag: "shingle" }, { sort_by: "views_count", keyword: "plover" }]) {
      assert.deepEqual(ids(await get(address(SEARCH, query))).sort(), ["anetwork", "aother"], JSON.stringify(query));
    }
    assert.deepEqual(ids(await get(`${API}/posts/by-user/instagram/strasse.fotos`)), []);
    const later = (await send(server, ndjson([one(1), one(MANY), one(MANY + 1, { username: "straße.fotos" }), one(MANY + 2, { username: "strase.fotos", content: "" })]))).body.data;
    assert.deepEqual([later.erased, later.inserted], [3, 1]);
    assert.equal(await erased("/authors/instagram/straße.fotos"), 0);
  });

  test("is gone for good though imports of the same posts run at the same time", async () => {
    const lines = ndjson(Array.from({ length: 300 }, (_, n) => one(n, { username: "racer", platform_post_id: `r${n}` })));
    assert.equal((await send(server, lines)).body.data.inserted, 300);
    let done = false;
    const imports = Array.from({ length: 3 }, async () => {
      const answers = [];
      while (!done) answers.push(await send(server, lines));
      return answers;
    });
    let answer;
    do answer = await erase("/authors/instagram/racer");
    while (answer.status === 503);
    assert.equal(answer.status, 200, answer.text);
    const seen = await Promise.all(Array.from({ length: 5 }, () => get(`${API}/posts/by-user/instagram/racer`)));
    for (const page of seen) assert.deepEqual(ids(page), []);
    assert.equal((await send(server, lines)).body.data.erased, 300);
    done = true;
    for (const each of (await Promise.all(imports)).flat()) assert.ok([200, 503].includes(each.status), each.text);
    assert.deepEqual(ids(await get(`${API}/posts/by-user/instagram/racer`)), []);
  });

  test("whose name is two dots can be erased, too", async () => {
    await load(server, [post("dots", { username: ".." })]);
    assert.equal((await postern(server, ["erase", "author", "instagram", "..", "--yes"])).out, "Erased 1 post.\n");
  });
});

test("the command line erases posts and authors, and needs to be told that it is meant", async () => {
  await load(server, ["c1", "c/2", "c3", "c4"].map((id) => post(id, { platform: "linkedin", username: id === "c4" ? "clerk" : "cli" })));
  const unmeant = await postern(server, ["erase", "post", "linkedin:c1"]);
  assert.deepEqual([unmeant.code, unmeant.out], [2, ""]);
  const run = await postern(server, ["erase", "post", "--yes", "linkedin:c1", "-", "linkedin:nothing"], "linkedin:c/2\n");
  assert.deepEqual([run.code, run.out], [1, "Erased 2 posts.\n"], run.err);
  assert.match(run.err, /linkedin:nothing: NOT_FOUND: expected the id of a post that is stored/);
  const author = await postern(server, ["erase", "author", "linkedin", "CLI", "--yes", "--json"]);
  assert.deepEqual([author.code, JSON.parse(author.out)], [0, { erased: 1, refused: [] }], author.err);
  assert.deepEqual((await walk(get, SEARCH, { platform: "linkedin" })).map((one) => one.platform_post_id), ["c4"]);
});
