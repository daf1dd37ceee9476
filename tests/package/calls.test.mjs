// The calls of version 1.1, by the installed package: of a real Worker, and of the same posts in memory.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withDatabase } from "../api/support/databases.mjs";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

const NETWORKS = ["instagram", "x", "tiktok"];
const POSTS = Array.from({ length: 90 }, (_, n) =>
  post(1_000 + n, {
    platform: NETWORKS[n % 3],
    username: n % 2 ? "reef.watch" : "kelp",
    content: n % 5 ? `low tide, "${n}"\nand fog 京都` : `=${n}`,
    hashtags: n % 4 ? ["Tide", `t${n % 7}`] : [],
    language: n % 6 ? "en" : null,
    likes_count: n % 8 ? n * 1_000 : null,
    views_count: n < 3 ? Number.MAX_SAFE_INTEGER : null,
    published_at: new Date(Date.UTC(2026, n % 3, 1 + (n % 28), n % 24)).toISOString(),
  }),
);
const ID = "x:1001";
const ADDRESS = "https://twitter.com/kelp/status/1004?s=20,21";

let server;
let consumer;
let client;
let set;
before(async () => {
  [server, consumer] = await Promise.all([startServer(), project()]);
  await load(server, POSTS);
  const entry = (name) => import(pathToFileURL(join(consumer.folder, `node_modules/@postern/client/dist/${name}/index.js`)));
  client = new (await entry("core")).Postern({ baseUrl: server.url, token: server.token });
  set = await (await entry("offline")).PostSet.from(await collect(client.search({ limit: 100 }).all()));
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

const collect = async (walk) => {
  const all = [];
  for await (const one of walk) all.push(one);
  return all;
};
const balance = async () => (await client.account()).balance.current;
const get = async (path) => (await server.call(`/api/v1/posts${path}`, { bearer: server.token })).body.data;
/** An answer without what only the service knows. */
const said = ({ credits: _, requestId: __, ...data }) => data;
/** What both say, which has to be the same, and what the service says over HTTP. */
async function both(call, path) {
  const [theirs, ours] = [await call(client), await call(set)];
  assert.deepEqual(said(ours), said(theirs));
  assert.deepEqual([ours.credits, ours.requestId], [{ charged: 0, remaining: null }, null]);
  if (path) assert.deepEqual(said(theirs), await get(path));
  return theirs;
}

test("one post comes by its id", async () => {
  const one = await both((posts) => posts.post(ID), `/${ID}`);
  assert.deepEqual([one.post.id, one.credits.charged, typeof one.requestId], [ID, 1, "string"]);
  assert.equal((await both((posts) => posts.post("Twitter:1001"))).post.platform, "twitter");
  const some = await both((posts) => posts.post(ID, { fields: ["likes_count", "author.username"] }), `/${ID}?fields=likes_count,author.username`);
  assert.deepEqual(some.post, { id: ID, author: { username: "reef.watch" }, likes_count: 1_000 });
  for (const posts of [client, set]) {
    await assert.rejects(posts.post("x:7"), ({ name, code, status }) => name === "PosternError" && code === "POST_NOT_FOUND" && status === (posts === client ? 404 : null));
    await assert.rejects(posts.post("https://x.com/a/status/1"), { code: "INVALID_PARAMETER" });
    await assert.rejects(posts.post(), ({ code, details }) => code === "INVALID_PARAMETER" && details.length === 1 && details[0].option === "id");
  }
});

test("several posts come by ids and addresses, in order, with those that are missing as they were asked for", async () => {
  const missing = ["x:7", "https://x.com/a/status/8?s=1,2"];
  const found = await both((posts) => posts.posts([ADDRESS, missing[0], ID, missing[1], ID]));
  assert.deepEqual(found.posts.map(({ id, platform }) => [id, platform]), [["x:1004", "twitter"], [ID, "x"]]);
  assert.deepEqual([found.missing, found.query.ids, found.credits.charged], [missing, ["x:1004", "x:7", ID, "x:8"], 1]);
  await both((posts) => posts.posts(`${ID},x:1004`, { fields: "content" }), `?ids=${ID},x:1004&fields=content`);
  assert.equal((await both((posts) => posts.posts("x:7"))).credits.charged, 0);
  const theirs = await server.call("/api/v1/posts?ids=x,https://vm.tiktok.com/a&fields=like", { bearer: server.token });
  for (const posts of [client, set]) {
    await assert.rejects(posts.posts(["x", "https://vm.tiktok.com/a"], { fields: ["like"] }), ({ details }) => {
      const order = (faults) => faults.toSorted((one, other) => one.message.localeCompare(other.message));
      assert.deepEqual(order(details.map(({ option: _, ...fault }) => fault)), order(theirs.body.error.details));
      return true;
    });
  }
});

test("pages have the keys that are asked for", async () => {
  const fields = ["likes_count", "author.username"];
  const page = await both((posts) => posts.search({ fields, limit: 3 }), "/search?fields=likes_count,author.username&limit=3");
  assert.deepEqual(Object.keys(page.posts[0]), ["id", "author", "likes_count"]);
  const walked = await both(async (posts) => ({ posts: await collect(posts.byHashtag("x", "tide", { fields: ["id"], limit: 4 }).all()), credits: { charged: 0, remaining: null }, requestId: null }));
  assert.ok(walked.posts.length > 4 && walked.posts.every((row) => Object.keys(row).join() === "id"));
});

test("a file has the service's bytes, and says where it goes on", async () => {
  const before = await balance();
  const options = { keyword: "tide OR fog", limit: 10, fields: ["content", "author", "hashtags"] };
  for (const mark of [false, true]) {
    const raw = await fetch(`${server.url}/api/v1/posts/search?keyword=tide%20OR%20fog&limit=10&fields=content,author,hashtags&format=csv${mark ? "&mark=1" : ""}`, { headers: { Authorization: `Bearer ${server.token}` } });
    const bytes = Buffer.from(await raw.arrayBuffer());
    for (const posts of [client, set]) {
      const file = await posts.search(options).csv({ mark });
      assert.ok(file.blob instanceof Blob && Buffer.from(await file.blob.arrayBuffer()).equals(bytes));
      assert.match(file.blob.type, /^text\/csv; ?charset=utf-8$/);
      assert.match(file.name, /^postern-posts-search-\d{4}-\d\d-\d\d\.csv$/);
      assert.deepEqual([file.nextCursor, file.missing], [raw.headers.get("x-next-cursor"), null]);
      assert.equal(file.credits.charged, posts === client ? 1 : 0);
      const next = await posts.search({ ...options, cursor: file.nextCursor });
      assert.equal(next.posts[0].id, (await collect(posts.search(options).all()))[10].id);
    }
  }
  assert.equal(before - (await balance()), 2 + 2 + 2 + 2 * Math.ceil((await set.counts({ keyword: options.keyword })).total.posts / 10));
  for (const posts of [client, set]) {
    const file = await posts.posts([ID, "x:7"]).csv();
    assert.deepEqual([(await file.blob.text()).split("\r\n").length, file.missing, file.nextCursor], [3, 1, null]);
    const last = await posts.byUser("x", "kelp", { limit: 100, fields: ["content"] }).csv(null);
    assert.equal(last.nextCursor, null);
    assert.match(await last.blob.text(), /^id,content\r\n.*'=/su);
    for (const wrong of [{ mark: 1 }, { marks: true }, 7, []]) await assert.rejects(posts.search().csv(wrong), { name: "PosternError", code: "INVALID_PARAMETER" });
    await assert.rejects(posts.search({ limit: 0 }).csv(), { code: "INVALID_PARAMETER" });
    await assert.rejects(posts.search({ signal: AbortSignal.abort("enough") }).csv(), { code: "ABORTED", cause: "enough" });
  }
});

test("posts are counted as the service counts them", async () => {
  await both((posts) => posts.counts(), "/counts");
  for (const group of ["day", "week", "month", "platform", "username", "hashtag", "mentions", "media_type", "language", "kind"]) {
    const answer = await both((posts) => posts.counts({ groupBy: group, excludeHashtag: "t3" }), `/counts?group_by=${group}&exclude_hashtag=t3`);
    assert.deepEqual(said(await client.counts({ groupBy: group, excludeHashtag: "t3" }).all()), said(answer));
  }
  const top = await both((posts) => posts.counts({ groupBy: "hashtag", top: 2, platform: ["twitter", "tiktok"] }), "/counts?group_by=hashtag&top=2&platform=twitter,tiktok");
  assert.deepEqual([top.groups.length, top.groups[0].key, top.others.posts > 0], [2, "tide", true]);
  assert.deepEqual((await client.counts()).total.views_count, { sum: null, known: 3 });
  const [page] = await collect(client.counts({ cursor: null }).pages());
  assert.equal(page.total.posts, POSTS.length);
});

test("bad arguments are refused in the service's words, before anything is sent", async () => {
  const calls = [
    ["counts", { top: 5, group_by: "day" }, "/counts?top=5&group_by=day"],
    ["counts", { groupBy: "hour", top: 101, cursor: "x", limit: 3 }, "/counts?group_by=hour&top=101&cursor=x&limit=3"],
    ["changes", { since: "x", fields: ["like", "a"], limit: 0 }, "/changes?since=x&fields=like,a&limit=0"],
    ["search", { fields: "id,id", format: "csv" }, "/search?fields=id,id&format=csv"],
  ];
  const silent = new client.constructor({ baseUrl: server.url, token: "t", fetch: () => assert.fail("expected no call") });
  for (const [method, options, path] of calls) {
    const theirs = (await server.call(`/api/v1/posts${path}`, { bearer: server.token })).body.error.details;
    await assert.rejects(silent[method](options), ({ details }) => {
      const own = details.filter(({ option }) => option !== "format").map(({ option: _, message: __, ...fault }) => fault);
      assert.deepEqual(own, theirs.map(({ message: _, ...fault }) => fault), path);
      return true;
    });
  }
});

test("nothing is sent before it is awaited, and an answer comes once", async () => {
  const before = await balance();
  const calls = [client.post(ID), client.posts([ID]), client.counts(), client.changes({ since: 0 })];
  assert.equal(await balance(), before);
  for (const call of calls) assert.equal(await call, await call.finally(() => {}));
  assert.equal(before - (await balance()), 4);
});

test("the README's snippets run", async () => {
  const shown = {
    Paging: /^(null\n){85}\d+\n$/,
    Counts: /^85 posts, \d+ likes of 76 posts that show them\n2026-01 28\n2026-02 29\n2026-03 28\n$/,
    "CSV files": /^postern-posts-search-\S+\.csv \d+ null\n$/,
    Changes: /^67 posts\n$/,
  };
  for (const [heading, expected] of Object.entries(shown)) {
    const made = `import { Postern } from "@postern/client"; const posts = new Postern({ baseUrl: ${JSON.stringify(server.url)}, token: ${JSON.stringify(server.token)} });`;
    write(consumer.folder, { "snippet.mjs": `${made}\n${snippet(heading, server)}` });
    assert.match((await run(process.execPath, ["snippet.mjs"], { cwd: consumer.folder })).stdout, expected, heading);
  }
});

test("changes lead a copy to what the service has", async () => {
  const now = await client.changes();
  assert.deepEqual([now.changes, now.page.has_more, now.credits.charged], [[], false, 0]);
  const pages = await collect(client.changes({ since: 0, limit: 40 }).pages());
  assert.deepEqual(pages.map(({ page }) => page.returned), [40, 40, 10]);
  const copy = new Map(pages.flatMap(({ changes }) => changes).map(({ post }) => [post.id, post]));
  assert.deepEqual([...copy.keys()].sort(), POSTS.map((one) => `${one.platform}:${one.platform_post_id}`).sort());
  const own = async (path, options) => assert.equal((await server.call(`/operator/v1/posts${path}`, { bearer: server.operatorSecret, ...options })).status, 200);
  await own(`/${encodeURIComponent("tiktok:1002")}`, { method: "DELETE" });
  await load(server, [{ ...POSTS[0], hashtags: ["other"], collected_at: "2027-01-01T00:00:00Z" }, { ...POSTS[1], likes_count: 7, collected_at: "2027-01-01T00:00:00Z" }]);
  const since = pages.at(-1).page.next_since;
  const changes = await collect(client.changes({ since, fields: ["likes_count"] }).all());
  assert.deepEqual(changes.filter(({ type }) => type === "post").map(({ post }) => post), [{ id: "instagram:1000", likes_count: null }, { id: ID, likes_count: 7 }]);
  assert.deepEqual(changes.filter(({ type }) => type !== "post").map(({ at: _, ...change }) => change), [{ type: "erased", id: "tiktok:1002" }]);
  const ofTide = await collect(client.changes({ since, hashtag: "tide" }).all());
  assert.deepEqual(ofTide.map(({ type, id, post }) => [type, id ?? post.id]).sort(), [["erased", "tiktok:1002"], ["left", "instagram:1000"], ["post", ID]]);
  assert.deepEqual(await collect(client.changes().all()), []);
});

test("a since that the service does not know is gone", async () => {
  const elsewhere = await startServer();
  try {
    // Test servers start from copies of one database, and so in one era.
    withDatabase(elsewhere.state, "POSTS_0", (database) => database.exec("UPDATE eras SET era = '00000000000000ff'"));
    const { page } = await new client.constructor({ baseUrl: elsewhere.url, token: elsewhere.token }).changes();
    await assert.rejects(client.changes({ since: page.next_since }), { code: "SINCE_GONE", status: 410 });
    await assert.rejects(collect(client.changes({ since: page.next_since }).all()), { code: "SINCE_GONE" });
  } finally {
    await elsewhere.stop();
  }
});

test("one key pays for one answer however often it is asked for", async () => {
  for (const call of [(posts) => posts.post("x:1004"), (posts) => posts.posts(["x:1004"]), (posts) => posts.counts(), (posts) => posts.changes({ since: 0 }), (posts) => posts.search({ limit: 1 }).csv()]) {
    const before = await balance();
    let calls = 0;
    const flaky = async (...args) => {
      const answer = await fetch(...args);
      if ((calls += 1) === 1) throw new TypeError("the answer was lost");
      return answer;
    };
    await call(new client.constructor({ baseUrl: server.url, token: server.token, fetch: flaky }));
    assert.deepEqual([calls, before - (await balance())], [2, 1], String(call));
  }
});
