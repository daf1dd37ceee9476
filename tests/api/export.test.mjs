// Exports over HTTP and by the command line: every post once, as lines that make the same service again.

import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { SEARCH, address, balance, caller, faults, walk } from "./support/api.mjs";
import { postern } from "./support/cli.mjs";
import { load, ndjson, post, send } from "./support/posts.mjs";

const POSTS = 2_500;

let server;
let empty;
let get;
let folder;
before(async () => {
  [server, empty, folder] = await Promise.all([startServer({ shards: 2 }), startServer({ account: false }), mkdtemp(join(tmpdir(), "postern-export-"))]);
  get = caller(server);
  const { out } = await postern(server, ["sample", String(POSTS - 3)]);
  const run = await postern(server, ["import", "-"], out);
  assert.equal(run.code, 0, run.err);
  await load(server, [
    post("odd/1", { platform: "twitter", username: "@@at", content: '"@b" #c \u0001 \u2028 \\ 🐙', hashtags: ["##d", "＃＃e"], mentions: ["@@f"], kind: "quote", refers_to: "twitter:9" }),
    post("odd 2", { content: "#all @of #these", hashtags: [], mentions: [], media: [{ type: "image", url: "https://cdn.example/1" }], published_at: "1970-01-01T00:00:00.001Z" }),
    post("odd%3", { approximate: ["likes_count"], published_at: "2099-12-31T23:59:59.999Z", collected_at: null }),
  ]);
});
after(async () => {
  await Promise.all([server?.stop(), empty?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** A page of an export. */
const page = (query, options = {}) => server.call(address("/operator/v1/posts", query), { bearer: server.operatorSecret, ...options });

/** All pages of an export, one after the other. */
async function pages(query = {}, between = async () => {}) {
  const texts = [];
  let cursor;
  do {
    const answer = await page({ ...query, cursor });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers["content-type"], "application/x-ndjson");
    assert.ok(answer.text.length <= 1 << 20);
    texts.push(answer.text);
    cursor = answer.headers["x-next-cursor"];
    assert.equal(answer.headers.link !== undefined, cursor !== undefined);
    await between(texts.length);
  } while (cursor);
  return texts;
}

const idsOf = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line).id);

test("an export goes into an empty service and comes out of it byte for byte, and changes nothing in its own", async () => {
  const [file, copy] = [join(folder, "posts.ndjson"), join(folder, "copy.ndjson")];
  const run = await postern(server, ["export", "--output", file]);
  assert.deepEqual([run.code, run.out], [0, `Wrote ${POSTS} posts to ${file}.\n`], run.err);
  const text = await readFile(file, "utf8");
  assert.equal(text, (await pages({ limit: 700 })).join(""));
  const own = await postern(server, ["import", "--json", file]);
  assert.deepEqual([own.code, JSON.parse(own.out).unchanged], [0, POSTS], own.out);
  assert.equal((await postern(empty, ["import", file])).code, 0);
  assert.equal((await postern(empty, ["export", "-o", copy])).code, 0);
  assert.ok((await readFile(copy, "utf8")) === text, "the same bytes");
  assert.deepEqual((await readdir(folder)).sort(), ["copy.ndjson", "posts.ndjson"]);
  assert.equal((await postern(server, ["export"])).out, text);
});

test("filters are those of a search, and nothing is charged", async () => {
  const before = await balance(get);
  for (const query of [{ platform: "twitter" }, { hashtag: "reef" }, { keyword: "sea OR tide", min_likes: 10 }, { media_type: "reel", from_date: "2026-01-01" }, { username: "nobody" }]) {
    const lines = (await pages({ ...query, limit: 90 })).join("");
    const { out } = await postern(server, ["export", ...Object.entries(query).flatMap(([name, value]) => [`--${name.replace("_", "-")}`, String(value)])]);
    assert.equal(out, lines);
    const searched = await walk((path) => get(path), SEARCH, { ...query, sort_order: "asc", limit: 100 });
    assert.deepEqual(idsOf(lines), searched.map((one) => one.id), JSON.stringify(query));
    for (const line of lines.split("\n").filter(Boolean)) assert.notEqual(JSON.parse(line).platform, "twitter");
  }
  assert.ok(before > 0 && (await page({ limit: 1 })).headers["x-credits-charged"] === undefined);
});

test("posts that were there throughout come once while others are loaded", async () => {
  const before = idsOf((await pages()).join(""));
  const between = async (n) => {
    const more = [post(`early${n}`, { published_at: "1999-01-01T00:00:00Z" }), post(`late${n}`, { published_at: "2098-01-01T00:00:00Z" })];
    assert.equal((await send(server, ndjson(more))).body.data.inserted, 2);
  };
  const seen = idsOf((await pages({ limit: 300 }, between)).join(""));
  assert.deepEqual(seen.filter((id) => !/:(early|late)\d/.test(id)), before);
});

test("faults are named, and a wrong secret opens nothing", async () => {
  assert.deepEqual(faults(await page({ limit: 1001, sort_by: "likes_count", min_like: 1 })).sort(), ["limit OUT_OF_RANGE", "min_like UNKNOWN_PARAMETER", "sort_by UNKNOWN_PARAMETER"]);
  assert.equal((await page({}, { bearer: server.token })).status, 401);
  assert.equal((await page({}, { headers: { accept: "application/x-ndjson" } })).status, 200);
  const run = await postern(server, ["export", "--platform", "myspace"]);
  assert.deepEqual([run.code, run.out], [1, ""]);
  assert.match(run.err, /platform: expected one of tiktok/);
});
