// Posts in memory, in Node: the same interface as the client, and the same answers as a real Worker.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

const POSTS = Array.from({ length: 130 }, (_, n) => post(`n${n}`, { username: n % 2 ? "reef.watch" : "kelp", content: `low tide ${n} 京都`, hashtags: ["Tide"], likes_count: n % 7 }));
const NDJSON = POSTS.map((one) => JSON.stringify(one)).join("\n");

let server;
let consumer;
let client;
let PostSet;
let PosternError;
let served;
before(async () => {
  [server, consumer] = await Promise.all([startServer(), project()]);
  await load(server, POSTS);
  const entry = (name) => import(pathToFileURL(join(consumer.folder, `node_modules/@postern/client/dist/${name}/index.js`)));
  const core = await entry("core");
  ({ PostSet, PosternError } = await entry("offline"));
  assert.equal(PosternError, core.PosternError);
  client = new core.Postern({ baseUrl: server.url, token: server.token });
  served = await collect(client.search({ limit: 100 }).all());
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

const collect = async (walk) => {
  const all = [];
  for await (const one of walk) all.push(one);
  return all;
};

test("pages are those of the service, to the last", async () => {
  const set = await PostSet.from(served);
  assert.deepEqual([set.size, set.refused], [130, []]);
  const calls = [
    (posts) => posts.search({ limit: 100 }),
    (posts) => posts.search({ keyword: "\"tide 7\" OR 京都 -3", sortBy: "likes_count", limit: 17 }),
    (posts) => posts.byUser("instagram", "@Reef.Watch", { minLikes: 2, sortOrder: "asc", limit: 9 }),
    (posts) => posts.byHashtag("instagram", "#TIDE", { sortBy: "views_count", fromDate: new Date(0), limit: 40 }),
    (posts) => posts.search({ hashtag: "nothing" }),
  ];
  for (const call of calls) {
    const theirs = await collect(call(client).pages());
    const ours = await collect(call(set).pages());
    const same = ({ posts, page, query }) => ({ posts, page, query });
    assert.deepEqual(ours.map(same), theirs.map(same));
    assert.deepEqual(ours.map(({ credits, requestId }) => [credits.charged, credits.remaining, requestId]), ours.map(() => [0, null, null]));
  }
  const { page } = await client.search({ limit: 3 });
  assert.deepEqual((await set.search({ limit: 3, cursor: page.next_cursor })).posts, served.slice(3, 6));
});

test("posts come as NDJSON in any shape, and merged", async () => {
  const bytes = new TextEncoder().encode(NDJSON);
  for (const given of [NDJSON, bytes, bytes.buffer, new DataView(bytes.buffer), new Blob([NDJSON]), new Set(POSTS), POSTS.values()]) {
    assert.equal((await PostSet.from(given)).size, 130, given.constructor.name);
  }
  const more = { ...POSTS[5], likes_count: 900, collected_at: "2030-01-01T00:00:00Z" };
  const set = await PostSet.from([...served, more]);
  assert.deepEqual([set.size, (await set.search({ sortBy: "likes_count", limit: 1 })).posts[0].likes_count], [130, 900]);
  assert.equal((await (await PostSet.from("")).search()).posts.length, 0);
});

test("what is no post is refused by its place", async () => {
  const circular = {};
  circular.self = circular;
  const set = await PostSet.from([served[0], null, 7, undefined, {}, circular, { ...served[1], likes_count: -1 }, 5n, served[2]]);
  assert.deepEqual([set.size, set.refused.map(({ line }) => line)], [2, [2, 3, 4, 5, 6, 7, 8]]);
  assert.match(set.refused[5].message, /likes_count/);
  const lines = await PostSet.from(`${JSON.stringify(POSTS[0])}\n\nnonsense`);
  assert.deepEqual(lines.refused.map(({ line, code }) => [line, code]), [[3, "INVALID_JSON"]]);
});

test("bad arguments are refused in the service's words", async () => {
  const set = await PostSet.from(served);
  const theirs = await server.call("/api/v1/posts/search?limit=0&sort_by=likes&keyword=%22%22&cursor=x", { bearer: server.token });
  await assert.rejects(set.search({ limit: 0, sortBy: "likes", keyword: '""', cursor: "x" }), (error) => {
    assert.ok(error instanceof PosternError);
    assert.deepEqual(error.details.map(({ option: _, ...fault }) => fault), theirs.body.error.details);
    return true;
  });
  for (const wrong of [() => set.byUser("myspace", "a"), () => set.byUser("x"), () => set.search(7), () => set.search({ signal: 1 }), () => set.search({ colour: "red" })]) {
    await assert.rejects(wrong(), { name: "PosternError", code: "INVALID_PARAMETER" });
  }
  for (const wrong of [undefined, null, 7, {}, () => {}]) {
    await assert.rejects(PostSet.from(wrong), { name: "PosternError", code: "INVALID_PARAMETER" });
  }
  await assert.rejects(set.search({ signal: AbortSignal.abort("enough") }), { code: "ABORTED", cause: "enough" });
  assert.equal((await set.search({ limit: 5 })).posts.length, 5);
});

test("a set is read back from its bytes, and answers equally", async () => {
  const set = await PostSet.from([...served, null]);
  const bytes = await set.toBytes();
  assert.ok(bytes instanceof Uint8Array && bytes.length > 130 * 500);
  for (const given of [bytes, bytes.buffer, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), new Blob([bytes]), new Uint8Array([0, ...bytes]).subarray(1)]) {
    const again = await PostSet.fromBytes(given);
    assert.deepEqual([again.size, again.refused], [130, []]);
    for (const call of [(one) => one.search({ sortBy: "likes_count", limit: 17 }), (one) => one.search({ hashtag: "tide", keyword: "京都", limit: 60 })]) {
      assert.deepEqual(await collect(call(again).pages()), await collect(call(set).pages()));
    }
    const { page } = await set.search({ limit: 3 });
    assert.deepEqual(await again.search({ limit: 3, cursor: page.next_cursor }), await set.search({ limit: 3, cursor: page.next_cursor }));
    assert.deepEqual(await again.toBytes(), bytes);
  }
  const packed = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip")));
  const unpacked = new Response((await packed.blob()).stream().pipeThrough(new DecompressionStream("gzip")));
  assert.equal((await PostSet.fromBytes(await unpacked.arrayBuffer())).size, 130);
});

test("bytes that are not as they were written are refused", async () => {
  const bytes = await (await PostSet.from(served)).toBytes();
  const changed = (at, value) => Uint8Array.from(bytes, (byte, place) => (place === at ? value : byte));
  const cases = { DECODE_ERROR: [bytes.slice(0, -1), bytes.slice(0, 30), new Uint8Array(), changed(0, 0), changed(20, bytes[20] ^ 1), changed(bytes.length - 9, 0), new TextEncoder().encode(NDJSON)], UNSUPPORTED_VERSION: [changed(8, 2)] };
  for (const [code, all] of Object.entries(cases)) for (const wrong of all) await assert.rejects(PostSet.fromBytes(wrong), { name: "PosternError", code });
  await assert.rejects(PostSet.fromBytes(changed(8, 2)), /version 2.*newer version of the package/);
  for (const wrong of [undefined, null, 7, "PostSet", {}, served]) await assert.rejects(PostSet.fromBytes(wrong), ({ code, details }) => code === "INVALID_PARAMETER" && details[0].option === "bytes");
});

test("posts are prepared in turns, and answer as before; that can be aborted", async () => {
  const pages = (set) => collect(set.search({ keyword: "tide 京都 -3", sortBy: "likes_count", limit: 40 }).pages());
  const set = await PostSet.fromBytes(await (await PostSet.from(served)).toBytes());
  const expected = await pages(await PostSet.from(served));
  const abort = new AbortController();
  const stopped = set.prepare({ signal: abort.signal });
  abort.abort("enough");
  await assert.rejects(stopped, ({ code, cause }) => code === "ABORTED" && cause === "enough");
  for (const options of [undefined, null, {}, { signal: null }]) assert.equal(await set.prepare(options), undefined);
  assert.deepEqual(await pages(set), expected);
  await set.apply([{ type: "post", post: { ...served[0], content: "京都 high tide" } }, { type: "erased", id: served[1].id, at: "2026-03-01T00:00:00.000Z" }]);
  await set.prepare();
  assert.deepEqual((await collect(set.search({ keyword: "high" }).all())).map(({ id }) => id), [served[0].id]);
  for (const options of ["x", 5, { signal: 1 }, { limit: 3 }]) await assert.rejects(set.prepare(options), { code: "INVALID_PARAMETER" });
});

test("a set is written to files: as an export of the service, and as tables", async () => {
  const set = await PostSet.from(served);
  const exported = async (options) => {
    const { blob, name, posts } = await set.export(options);
    assert.match(name, /^postern-posts-\d{4}-\d\d-\d\d\.(csv|ndjson)$/);
    return { text: await blob.text(), type: blob.type, posts };
  };
  const lines = await exported();
  assert.deepEqual([lines.type, lines.posts], ["application/x-ndjson", 130]);
  const { text } = await server.call("/operator/v1/posts", { bearer: server.operatorSecret });
  assert.equal(lines.text, text);
  assert.deepEqual(await collect((await PostSet.from(lines.text)).search().all()), await collect(set.search().all()));
  const some = await exported({ format: "csv", username: "kelp", keyword: "tide", fields: ["likes_count"], fromDate: new Date(0) });
  assert.deepEqual([some.type, some.posts, some.text.split("\r\n").length, some.text.split("\r\n")[0]], ["text/csv; charset=utf-8", 65, 67, "id,likes_count"]);
  const formula = await (await PostSet.from([{ ...served[0], content: "a;=1+1" }])).export({ format: "csv", spreadsheet: true, fields: "content" });
  assert.deepEqual([...new Uint8Array(await formula.blob.slice(0, 3).arrayBuffer())], [0xef, 0xbb, 0xbf]);
  assert.equal(await formula.blob.text(), `id,content\r\n${served[0].id},a;'=1+1\r\n`);
  assert.equal((await exported({ hashtag: "none" })).text, "");
  const wrong = [{ format: "xlsx" }, { fields: ["content"] }, { spreadsheet: true }, { format: "csv", spreadsheet: "yes" }, { limit: 3 }, { cursor: "x" }, { signal: 1 }, 7];
  for (const options of wrong) await assert.rejects(set.export(options), { code: "INVALID_PARAMETER" }, JSON.stringify(options));
});

test("the README's snippet runs", async () => {
  write(consumer.folder, { "offline.mjs": snippet("Offline", server), "posts.ndjson": NDJSON });
  const { stdout } = await run(process.execPath, ["offline.mjs"], { cwd: consumer.folder });
  assert.match(stdout, /^130 posts\n/);
  write(consumer.folder, { "files.mjs": snippet("Files", server) });
  assert.match((await run(process.execPath, ["files.mjs"], { cwd: consumer.folder })).stdout, /^postern-posts-.*\.csv: 0 posts, \d+ bytes\n$/);
  write(consumer.folder, { "saved.mjs": snippet("Saving a set", server) });
  assert.equal((await run(process.execPath, ["saved.mjs"], { cwd: consumer.folder })).stdout, "0 posts\n");
});

test("a set follows the changes of a service, and what is no change changes nothing", async () => {
  const set = await PostSet.from(served.slice(0, 10));
  const before = (await client.changes()).page.next_since;
  await load(server, [post("n129", { username: "reef.watch", content: "spring tide", collected_at: "2026-04-01T00:00:00Z" }), post("new", { content: "spring tide" })]);
  await server.call("/operator/v1/posts/instagram:n0", { method: "DELETE", bearer: server.operatorSecret });
  const all = await PostSet.from(served);
  for await (const { changes } of client.changes({ since: before }).pages()) await all.apply(changes);
  const same = ({ posts, page, query }) => ({ posts, page, query });
  for (const options of [{ limit: 100 }, { keyword: "spring" }]) assert.deepEqual(same(await all.search(options)), same(await client.search(options)));
  assert.equal(all.size, 130);
  for (const wrong of [undefined, null, 7, "x", {}, [{}], [{ type: "post" }], [{ type: "erased", id: served[0].id, at: "" }, { type: "post", post: { id: "x:1" } }]]) {
    await assert.rejects(set.apply(wrong), { name: "PosternError", code: "INVALID_PARAMETER" }, JSON.stringify(wrong));
  }
  assert.equal(set.size, 10);
});
