// Loading posts: good lines are stored and seen at once, bad ones named, and nothing is done by halves.

import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, faults } from "./support/api.mjs";
import { load, ndjson, post, send } from "./support/posts.mjs";

const MIB = 1024 * 1024;

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
});
after(() => server?.stop());

const has = async (username) => (await get(address(SEARCH, { username }))).body.data.page.returned;
const line = (over, id = "bad") => JSON.stringify(post(id, { username: "bad", ...over }));
/** A line whose text is changed after it was made, for what JSON.stringify would not write. */
const raw = (from, to) => line({}).replace(from, to);
const files = (over) => line({ media: [{ type: "image", url: "https://cdn.example/1", ...over }] });

/** For every code, lines that are refused by it. */
const REFUSED = {
  INVALID_UTF8: [Buffer.from([0x7b, 0xff, 0x7d])],
  INVALID_JSON: ["nonsense", "{", `${line({})}x`, "{'a':1}", '{"a":01}', raw("bad", "ba\td")],
  LONE_SURROGATE: [raw('"bad"', '"\\ud800"'), line({}).replace("}", ',"x":"\\udc00"}')],
  NUL_CHARACTER: [line({ content: "a\u0000b" })],
  NOT_AN_OBJECT: ["[]", "null", "7", '"text"'],
  UNKNOWN_KEY: [line({ likes: 1 }), line({ author: { username: "bad", name: "x" } }), files({ size: 1 }), line({ Platform: "x" })],
  DUPLICATE_KEY: [raw("{", '{"platform":"x",')],
  MISSING_PLATFORM: [line({ platform: undefined }), line({ platform: null }), line({ platform: "" })],
  MISSING_ID: [line({ platform_post_id: null }), line({ platform_post_id: "" })],
  MISSING_AUTHOR: [line({ author: null }), line({ author: {} }), line({ author: { username: "" } })],
  MISSING_DATE: [line({ published_at: undefined }), line({ published_at: "" })],
  MISSING_FILE_TYPE: [files({ type: null })],
  MISSING_FILE_URL: [files({ url: null }), files({ url: "" })],
  WRONG_TYPE: [line({ platform_post_id: 7 }), line({ author: "bad" }), line({ content: [] }), line({ likes_count: "5" }), line({ hashtags: "a" }), line({ media: {} }), line({ author: { username: "bad", verified: 1 } })],
  UNSUPPORTED_PLATFORM: [line({ platform: "facebook" })],
  UNSUPPORTED_MEDIA_TYPE: [line({ media_type: "gif" }), line({ media_type: "Image" })],
  UNSUPPORTED_FILE_TYPE: [files({ type: "audio" })],
  UNSUPPORTED_KIND: [line({ kind: "share" })],
  TOO_LONG: [line({ platform_post_id: "i".repeat(257) }), line({ content: "c".repeat(65537) }), line({ url: "u".repeat(2049) }), line({ content: "é".repeat(32769) })],
  TOO_MANY: [line({ hashtags: Array.from({ length: 101 }, (_, n) => `t${n}`) }), line({ media: Array(101).fill({ type: "image", url: "u" }) })],
  COUNT_OUT_OF_RANGE: [line({ likes_count: -1 }), line({ views_count: 9007199254740992 }), line({ comments_count: 1.5 }), raw("}", ',"saves_count":1e3}').replace('"username":"bad","saves_count":1e3}', '"username":"bad"},"saves_count":1e3')],
  INVALID_USERNAME: [line({ username: "a b" }), line({ username: "a/b" }), line({ username: "x".repeat(101) }), line({ mentions: ["a b"] })],
  INVALID_HASHTAG: [line({ hashtags: ["a b"] }), line({ hashtags: [""] }), line({ hashtags: ["x".repeat(101)] })],
  INVALID_DATE: [line({ published_at: "2026-03-01" }), line({ published_at: "2026-03-01T12:00:00" }), line({ published_at: "2026-02-30T12:00:00Z" }), line({ edited_at: "soon" }), line({ collected_at: "2026-13-01T00:00:00Z" })],
  DATE_OUT_OF_RANGE: [line({ published_at: "1969-12-31T23:59:59Z" }), line({ published_at: "2100-01-01T00:00:00Z" })],
  INVALID_REFERENCE: [line({ refers_to: "76" }), line({ refers_to: "facebook:76" }), line({ refers_to: "x:" })],
  INVALID_APPROXIMATE: [line({ approximate: ["likes"] }), line({ approximate: ["id"] })],
};

describe("refused lines", () => {
  test("there is a line for every code of the API document", async () => {
    const { body } = await get(`${API}/openapi.json`);
    const { rejected } = body.components.schemas.ImportResult.properties.data.properties;
    assert.deepEqual(Object.keys(REFUSED).sort(), rejected.items.properties.code.enum.toSorted());
  });

  for (const [code, lines] of Object.entries(REFUSED)) {
    test(code, async () => {
      const username = `beside.${code.toLowerCase()}`;
      const parts = lines.flatMap((one) => [line({ author: { username } }, `good-${code}`), "\n", one, "\n"]).map((part) => Buffer.from(part));
      const answer = await send(server, Buffer.concat(parts));
      assert.equal(answer.status, 200, answer.text);
      const { rejected, ...counts } = answer.body.data;
      assert.deepEqual(rejected.map((one) => [one.line, one.code]), lines.map((_, n) => [2 * n + 2, code]));
      for (const one of rejected) assert.deepEqual([Object.keys(one), one.message.length > 10 && one.message.length < 500], [["line", "code", "message"], true]);
      assert.deepEqual(counts, { received: 2 * lines.length, inserted: 1, updated: 0, unchanged: lines.length - 1, erased: 0 });
      assert.equal(await has(username), 1);
    });
  }

  test("none of them was stored", async () => assert.equal(await has("bad"), 0));

  test("lines count from 1 and include blank ones", async () => {
    const answer = await send(server, `\uFEFF\r\n${line({ username: "blank" }, "b1")}\r\n  \n\nnonsense\n${line({ username: "blank" }, "b2")}`);
    assert.deepEqual(answer.body.data.rejected.map((one) => one.line), [5]);
    assert.deepEqual([answer.body.data.received, answer.body.data.inserted], [3, 2]);
  });

  test("limits are those of the contract", async () => {
    const author = { username: "é".repeat(100), display_name: "d".repeat(2048) };
    const most = { author, platform_post_id: "i".repeat(256), content: "c".repeat(65536), url: "u".repeat(2048), likes_count: 9007199254740991, hashtags: Array.from({ length: 100 }, (_, n) => `${n}`.padStart(100, "x")), media: Array(100).fill({ type: "image", url: "u" }), published_at: "2099-12-31T23:59:59.999Z" };
    await load(server, [post("edge", most), post("start", { username: "edge", published_at: "1970-01-01T00:00:00Z" })]);
    const [one] = (await get(address(SEARCH, { username: author.username }))).body.data.posts;
    assert.deepEqual([one.content.length, one.hashtags.length, one.media.length, one.likes_count], [65536, 100, 100, 9007199254740991]);
  });
});

describe("batches", () => {
  const many = (count, username) => Array.from({ length: count }, (_, n) => post(`${username}${n}`, { username }));

  test("1,000 lines are taken, 1,001 are a 413 and nothing is stored", async () => {
    assert.equal((await load(server, many(1000, "thousand"))).inserted, 1000);
    fault(await send(server, ndjson(many(1001, "over"))), 413, "PAYLOAD_TOO_LARGE");
    fault(await send(server, ndjson([...many(5, "over"), ...Array(996).fill("")]).concat("x")), 413, "PAYLOAD_TOO_LARGE");
    assert.equal(await has("over"), 0);
  });

  test("1 MiB is taken, a byte more is a 413 and nothing is stored", async () => {
    const body = (username, size) => {
      const lines = ndjson(Array.from({ length: 20 }, (_, n) => post(`${username}${n}`, { username, content: "c".repeat(50_000) })));
      return lines + "\n".padEnd(size - lines.length, " ");
    };
    fault(await send(server, body("large", MIB + 1)), 413, "PAYLOAD_TOO_LARGE");
    assert.equal(await has("large"), 0);
    assert.equal((await send(server, body("fits", MIB))).status, 200);
    assert.equal(await has("fits"), 20);
  });

  test("a body in chunks, without a length, has the same limit", async () => {
    const stream = (username, size) => new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${server.operatorSecret}`, "content-type": "application/x-ndjson", "transfer-encoding": "chunked" };
      const outgoing = request(`${server.url}/operator/v1/posts`, { method: "POST", headers, agent: false }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode));
      });
      outgoing.on("error", reject);
      outgoing.write(`${JSON.stringify(post(username, { username }))}\n`);
      for (let sent = 0; sent < size; sent += 65536) outgoing.write(" ".repeat(65536));
      outgoing.end();
    });
    assert.equal(await stream("chunks.large", 2 * MIB), 413);
    assert.equal(await has("chunks.large"), 0);
    assert.equal(await stream("chunks.fit", MIB / 2), 200);
    assert.equal(await has("chunks.fit"), 1);
  });

  test("another type is a 415, a query a 400, a wrong secret a 401, and nothing is stored", async () => {
    const body = line({ username: "turned.away" });
    for (const type of ["application/json", "text/plain", "application/ndjson", ""]) fault(await send(server, body, { headers: { "content-type": type } }), 415, "UNSUPPORTED_MEDIA_TYPE");
    fault(await send(server, body, { bearer: server.token }), 401, "INVALID_OPERATOR_SECRET");
    const options = { method: "POST", bearer: server.operatorSecret, body, headers: { "content-type": "application/x-ndjson" } };
    assert.deepEqual(faults(await server.call("/operator/v1/posts?dry=1", options)), ["dry UNKNOWN_PARAMETER"]);
    assert.equal(await has("turned.away"), 0);
    assert.equal((await send(server, "", { headers: { "content-type": "Application/X-NDJSON; charset=utf-8" } })).status, 200);
  });

  test("a compressed body is not taken for posts", async () => {
    const answer = await send(server, gzipSync(line({ username: "zipped" })), { headers: { "content-encoding": "gzip" } });
    fault(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    assert.equal(await has("zipped"), 0);
  });
});

describe("what is stored", () => {
  test("is seen by the very next call, at every address", async () => {
    for (let n = 0; n < 5; n += 1) {
      await load(server, [post(`now${n}`, { platform: "snapchat", username: "now", content: `very new${n}`, hashtags: ["now"] })]);
      for (const path of [`${API}/posts/by-user/snapchat/now`, `${API}/posts/by-hashtag/snapchat/now`, `${SEARCH}?username=now`]) assert.equal((await get(path)).body.data.page.returned, n + 1);
      assert.equal((await get(`${SEARCH}?keyword=new${n}`)).body.data.page.returned, 1);
    }
  });

  test("is unchanged by the same import, whether or not it says when it was collected", async () => {
    const posts = Array.from({ length: 50 }, (_, n) => post(`same${n}`, { username: "same", content: `#tag${n} @you`, likes_count: n, collected_at: n % 2 ? "2026-03-05T00:00:00Z" : undefined }));
    assert.equal((await load(server, posts)).inserted, 50);
    const before = (await get(`${SEARCH}?username=same`)).text;
    assert.deepEqual(await load(server, posts), { received: 50, inserted: 0, updated: 0, unchanged: 50, erased: 0, rejected: [] });
    assert.equal((await get(`${SEARCH}?username=same`)).text, before);
  });

  test("takes later counts, keeps what a line does not say, and moves with its words", async () => {
    const one = async () => (await get(`${SEARCH}?username=merge`)).body.data.posts[0];
    const at = (day, over) => post("m", { username: "merge", collected_at: `2026-04-0${day}T00:00:00Z`, ...over });
    await load(server, [at(2, { content: "first #old", likes_count: 5, language: "en" })]);
    assert.equal((await load(server, [at(1, { likes_count: 1 })])).unchanged, 1);
    assert.equal((await load(server, [at(3, { likes_count: 9, language: null })])).updated, 1);
    const { likes_count, language, content, collected_at } = await one();
    assert.deepEqual([likes_count, language, content, collected_at], [9, "en", "first #old", "2026-04-03T00:00:00.000Z"]);
    await load(server, [at(4, { content: "second #new", published_at: "2026-03-09T00:00:00Z" })]);
    assert.deepEqual((await one()).hashtags, ["new"]);
    for (const [query, returned] of [["keyword=first", 0], ["keyword=second", 1], ["hashtag=old", 0], ["hashtag=new", 1]]) assert.equal((await get(`${SEARCH}?username=merge&${query}`)).body.data.page.returned, returned, query);
    assert.equal((await one()).published_at, "2026-03-09T00:00:00.000Z");
  });

  test("is all there after imports at the same time", async () => {
    const told = await Promise.all(Array.from({ length: 8 }, (_, n) => load(server, Array.from({ length: 20 }, (_, m) => post(`par${n % 4}-${m}`, { username: "parallel" })))));
    const sum = (key) => told.reduce((total, one) => total + one[key], 0);
    assert.deepEqual([sum("inserted"), sum("unchanged")], [80, 80]);
    assert.equal((await get(`${SEARCH}?username=parallel&limit=100`)).body.data.page.returned, 80);
  });
});
