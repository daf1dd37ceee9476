// Posts by their ids and by the addresses of their pages: what is found, what is missing, and what it costs.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, balance, caller, fault, faults, newAccount, operator } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { load, post, served } from "./support/posts.mjs";

const POSTS = `${API}/posts`;
const NDJSON = "application/x-ndjson";

/** A post of each network, and what its page is called. */
const STORED = [
  post("7300000000000000001", { platform: "tiktok", author: { username: "reef.watch" } }),
  post("C8abc", { platform: "instagram" }),
  post("1", { platform: "twitter", content: "one" }),
  post("W7_EDlXWTBiX", { platform: "snapchat" }),
  post("activity:1", { platform: "linkedin" }),
  post("2", { platform: "x", content: "two", likes_count: 5 }),
];

let server;
let get;
before(async () => {
  // Two databases: an id does not say in which of them its post is.
  server = await startServer({ shards: 2 });
  get = caller(server);
  while ((await operator(server)("/shards", { shards: 2 })).body.data.slots_left > 0);
  await load(server, STORED);
});
after(() => server?.stop());

const by = (...ids) => `${POSTS}?ids=${ids.map(encodeURIComponent).join()}`;
const idsOf = (answer) => answer.body.data.posts.map((one) => one.id);

describe("one post", () => {
  test("is answered as on a page, under the name of its network that was asked for", async () => {
    for (const [id, platform] of [["x:1", "x"], ["twitter:1", "twitter"], ["Twitter%3A1", "twitter"], ["X:1", "x"]]) {
      const answer = await get(`${POSTS}/${id}`);
      assert.deepEqual([answer.status, answer.headers["x-credits-charged"]], [200, "1"], answer.text);
      assert.deepEqual(Object.keys(answer.body), ["success", "data"]);
      assert.deepEqual(answer.body.data, { post: { ...served(STORED[2]), platform } });
    }
    const [onPage] = (await get(`${SEARCH}?username=reef.watch&platform=linkedin`)).body.data.posts;
    assert.deepEqual((await get(`${POSTS}/linkedin:activity:1`)).body.data.post, onPage);
    assert.deepEqual(Object.keys((await get(`${POSTS}/linkedin:activity:1`)).body.data.post), Object.keys(onPage));
  });

  test("that is stored nowhere, or erased, is a 404, which is free", async () => {
    await load(server, [post("erased")]);
    assert.equal((await get(`${POSTS}/instagram:erased`)).status, 200);
    await operator(server)("/posts/instagram:erased", undefined, { method: "DELETE" });
    for (const id of ["instagram:erased", "x:404", "x:a%2Fb", "tiktok:%20"]) {
      for (const token of [server.token, await newAccount(server, `none-${encodeURIComponent(id).length}-${Math.random()}@example.com`, 1)]) {
        const answer = await get(`${POSTS}/${id}`, { token });
        fault(answer, 404, "POST_NOT_FOUND");
        assert.equal(answer.headers["x-credits-charged"], "0");
        const head = await get(`${POSTS}/${id}`, { token, method: "HEAD" });
        assert.deepEqual([head.status, head.text], [404, ""]);
      }
    }
  });

  test("is found by the very next call after its import", async () => {
    for (let n = 0; n < 5; n += 1) {
      fault(await get(`${POSTS}/instagram:next${n}`), 404, "POST_NOT_FOUND");
      await load(server, [post(`next${n}`, { author: { username: `author${n}` } })]);
      assert.equal((await get(`${POSTS}/instagram:next${n}`)).status, 200);
    }
  });

  test("has any id that an import takes", async () => {
    const strange = ["a/b", "a,b", "ä ö", "..", "a?b#c", "%41", "by-user"];
    await load(server, strange.map((id) => post(id)));
    for (const id of strange) {
      const answer = await get(`${POSTS}/${encodeURIComponent(`instagram:${id}`)}`);
      assert.deepEqual([answer.status, answer.body.data?.post.platform_post_id], [200, id], answer.text);
    }
  });

  test("of a malformed id is a 400", async () => {
    for (const id of ["x", "x:", ":1", "myspace:1", "%ff", "x:%00", encodeURIComponent("https://x.com/a/status/1"), "counted"]) assert.deepEqual(faults(await get(`${POSTS}/${id}`)), ["id INVALID_VALUE"], id);
    assert.deepEqual(faults(await get(`${POSTS}/x:${"a".repeat(257)}`)), ["id OUT_OF_RANGE"]);
    const token = await get(`${POSTS}/postern_live_abc`);
    assert.deepEqual(faults(token), ["id TOKEN_IN_QUERY"]);
    assert.ok(!token.text.includes("live_abc"));
    assert.deepEqual(faults(await get(`${POSTS}/x?limit=1&fields=a`)).sort(), ["fields INVALID_VALUE", "id INVALID_VALUE", "limit UNKNOWN_PARAMETER"]);
  });

  test("has fields, and no format but JSON", async () => {
    assert.deepEqual((await get(`${POSTS}/twitter:2?fields=likes_count,platform,author.username`)).body.data, { post: { id: "x:2", platform: "twitter", author: { username: "reef.watch" }, likes_count: 5 } });
    assert.deepEqual(faults(await get(`${POSTS}/x:1?format=csv&mark=1`)), ["format UNKNOWN_PARAMETER", "mark UNKNOWN_PARAMETER"]);
    fault(await get(`${POSTS}/x:1`, { headers: { accept: "text/csv" } }), 406, "NOT_ACCEPTABLE");
  });

  test("stays apart from the other addresses", async () => {
    for (const path of ["/by-user", "/by-hashtag", "/", "/x:1/", "/x:1/more", "/by-user/x"]) fault(await get(`${POSTS}${path}`), 404, "NOT_FOUND");
    assert.equal((await get(`${POSTS}/search`)).body.data.posts.length > 0, true);
  });
});

describe("many posts", () => {
  test("come in the order asked for, each once, under the name that was asked for", async () => {
    const answer = await get(by("twitter:2", "x:1", "tiktok:7300000000000000001", "x:2", "Instagram:C8abc", "X:1"));
    assert.deepEqual([answer.status, answer.headers["x-credits-charged"]], [200, "1"], answer.text);
    assert.deepEqual(Object.keys(answer.body.data), ["posts", "missing", "query"]);
    assert.deepEqual(answer.body.data.posts.map((one) => [one.id, one.platform]), [["x:2", "twitter"], ["x:1", "x"], ["tiktok:7300000000000000001", "tiktok"], ["instagram:C8abc", "instagram"]]);
    assert.deepEqual(answer.body.data.posts[2], served(STORED[0]));
    assert.deepEqual([answer.body.data.missing, answer.body.data.query], [[], { ids: ["x:2", "x:1", "tiktok:7300000000000000001", "instagram:C8abc"] }]);
  });

  test("that are not stored are named as they were asked for", async () => {
    const address = "https://twitter.com/a/status/404?s=20";
    const answer = await get(by("Twitter:403", "x:1", address, "x:403"));
    assert.deepEqual([idsOf(answer), answer.body.data.missing], [["x:1"], ["Twitter:403", address]]);
    assert.deepEqual(answer.body.data.query.ids, ["x:403", "x:1", "x:404"]);
    const none = await get(by("x:403", "x:404"));
    assert.deepEqual([none.status, none.headers["x-credits-charged"], none.body.data.posts, none.body.data.missing], [200, "0", [], ["x:403", "x:404"]]);
  });

  test("are found by the addresses of their pages", async () => {
    const pages = {
      "tiktok:7300000000000000001": ["https://www.tiktok.com/@reef.watch/video/7300000000000000001?lang=en", "https://m.tiktok.com/v/7300000000000000001.html", "https://www.tiktok.com/@reef.watch/photo/7300000000000000001/"],
      "instagram:C8abc": ["https://www.instagram.com/p/C8abc/", "https://instagram.com/reel/C8abc?igsh=x", "https://www.instagram.com/reef.watch/p/C8abc/#a", "http://m.instagram.com/tv/C8abc"],
      "x:1": ["https://x.com/a/status/1", "https://twitter.com/a/status/1?s=20", "https://mobile.twitter.com/i/web/status/1", "https://x.com/a/status/1/photo/1"],
      "snapchat:W7_EDlXWTBiX": ["https://www.snapchat.com/spotlight/W7_EDlXWTBiX?locale=en", "https://snapchat.com/o/W7_EDlXWTBiX"],
      "linkedin:activity:1": ["https://www.linkedin.com/feed/update/urn:li:activity:1", "https://www.linkedin.com/feed/update/urn%3Ali%3Aactivity%3A1/", "https://www.linkedin.com/posts/ada_low-tide-activity-1-AbCd/?x=y", "https://de.linkedin.com/posts/ada-activity-1-x"],
    };
    for (const [id, addresses] of Object.entries(pages)) {
      for (const address of addresses) assert.deepEqual(idsOf(await get(by(address))), [id], address);
    }
    const named = await get(by("https://twitter.com/a/status/1", "https://x.com/a/status/2"));
    assert.deepEqual(named.body.data.posts.map((one) => one.platform), ["twitter", "x"]);
    // A comma inside an address is encoded twice.
    assert.deepEqual(idsOf(await get(`${POSTS}?ids=https://x.com/a%252Cb/status/1,x:2`)), ["x:1", "x:2"]);
  });

  test("that can't be read are all named, short links as such", async () => {
    const answer = await get(by("x:1", "nothing", "https://vm.tiktok.com/ZM8/", "myspace:1", "https://x.com/a", "https://example.com/p/C8abc/"));
    assert.deepEqual(faults(answer), Array(5).fill("ids INVALID_VALUE"));
    for (const part of ["nothing", "vm.tiktok.com", "myspace:1", "https://x.com/a", "example.com"]) assert.equal(answer.body.error.details.filter((one) => one.message.includes(part)).length >= 1, true, part);
    for (const link of ["https://vm.tiktok.com/ZM8/", "https://vt.tiktok.com/ZS8", "https://lnkd.in/dAb", "https://t.co/AbC", "https://instagr.am/p/C8abc/"]) assert.match((await get(by(link))).body.error.details[0].message, /short link/, link);
  });

  test("are 1 to 100, as many as fit into an address", async () => {
    assert.deepEqual(faults(await get(POSTS)), ["ids EMPTY_VALUE"]);
    assert.deepEqual(faults(await get(`${POSTS}?ids=`)), ["ids EMPTY_VALUE"]);
    assert.deepEqual(faults(await get(`${POSTS}?ids=x:1,,x:2`)), ["ids INVALID_VALUE"]);
    assert.deepEqual(faults(await get(`${POSTS}?ids=x:1&ids=x:2`)), ["ids DUPLICATE_PARAMETER"]);
    const hundred = Array.from({ length: 100 }, (_, n) => `x:${n + 1}`);
    const answer = await get(by(...hundred));
    assert.deepEqual([idsOf(answer), answer.body.data.missing.length], [["x:1", "x:2"], 98]);
    assert.deepEqual(faults(await get(by(...hundred, "x:101"))), ["ids OUT_OF_RANGE"]);
    fault(await get(by("x:1", `x:${"1".repeat(8200)}`)), 414, "URI_TOO_LONG");
    assert.deepEqual(faults(await get(`${POSTS}?ids=x:1&limit=5&keyword=a&id=x:2`)), ["limit UNKNOWN_PARAMETER", "keyword UNKNOWN_PARAMETER", "id UNKNOWN_PARAMETER"]);
    assert.deepEqual(faults(await get(`${POSTS}?ids=x:1,postern_live_a`)), ["ids TOKEN_IN_QUERY"]);
  });

  test("come in every shape", async () => {
    const ids = by("x:2", "x:404", "twitter:1");
    assert.deepEqual((await get(`${ids}&fields=content,platform`)).body.data.posts, [{ id: "x:2", platform: "x", content: "two" }, { id: "x:1", platform: "twitter", content: "one" }]);
    const csv = await get(`${ids}&format=csv&fields=platform,content`);
    assert.deepEqual([csv.text, csv.headers["x-missing"], csv.headers.link, csv.headers["x-next-cursor"]], ["id,platform,content\r\nx:2,x,two\r\nx:1,twitter,one\r\n", "1", undefined, undefined]);
    assert.match(csv.headers["content-disposition"], /^attachment; filename="postern-posts-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = await get(ids, { headers: { accept: NDJSON } });
    assert.deepEqual([lines.headers["content-type"], lines.headers["x-missing"]], [NDJSON, "1"]);
    assert.deepEqual(lines.text.trimEnd().split("\n").map((line) => JSON.parse(line)), (await get(ids)).body.data.posts);
    const none = await get(`${by("x:404")}&format=ndjson`);
    assert.deepEqual([none.text, none.headers["x-missing"], none.headers["x-credits-charged"]], ["", "1", "0"]);
    assert.equal((await get(by("x:1"))).headers["x-missing"], undefined);
  });
});

describe("like a page", () => {
  const paths = [`${POSTS}/x:1`, by("x:1", "x:404"), `${by("x:1")}&format=csv`, `${POSTS}/x:1?fields=content`];

  test("HEAD is free and has no body, and an ETag makes a free 304", async () => {
    for (const path of paths) {
      const answer = await get(path);
      const head = await get(path, { method: "HEAD" });
      assert.deepEqual([head.status, head.text, head.headers["x-credits-charged"]], [200, "", "0"]);
      for (const name of ["etag", "content-type", "x-missing", "content-disposition", "cache-control", "vary"]) assert.equal(head.headers[name], answer.headers[name], name);
      const same = await get(path, { headers: { "if-none-match": answer.headers.etag } });
      assert.deepEqual([same.status, same.text, same.headers["x-credits-charged"], same.headers.etag], [304, "", "0", answer.headers.etag]);
    }
    const etags = await Promise.all([...paths, by("x:404", "x:1"), `${POSTS}/twitter:1`].map(async (path) => (await get(path)).headers.etag));
    assert.equal(new Set(etags).size, etags.length);
  });

  test("it costs a page, once for a key, and needs the balance of one", async () => {
    const token = await newAccount(server, "by-id@example.com", 3);
    const charged = async (path, key) => (await get(path, { token, headers: key ? { "idempotency-key": key } : {} })).headers["x-credits-charged"];
    assert.deepEqual([await charged(paths[0], "a"), await charged(paths[0], "a"), await charged(paths[1], "a"), await charged(paths[1], "a")], ["1", "0", "1", "0"]);
    assert.equal(await charged(by("x:404")), "0");
    assert.equal(await charged(`${POSTS}/x:404`), "0");
    assert.equal(await charged(paths[2]), "1");
    assert.equal(await balance(get, token), 0);
    for (const path of [...paths, `${POSTS}/x:404`, by("x:404")]) {
      for (const method of ["GET", "HEAD"]) assert.equal((await get(path, { token, method })).status, 402, `${method} ${path}`);
    }
    assert.deepEqual(faults(await get(`${POSTS}/x`, { token })), ["id INVALID_VALUE"]);
    const { usage } = (await get(`${API}/account`, { token })).body.data;
    assert.equal(usage.api_calls_30_days, 6, "a 404 is no call");
  });

  test("checks come in their order", async () => {
    for (const path of [`${POSTS}/x`, `${POSTS}?ids=x`]) {
      fault(await get(path, { token: null }), 401, "MISSING_API_TOKEN");
      fault(await get(path, { method: "POST" }), 405, "METHOD_NOT_ALLOWED");
      fault(await get(path, { headers: { accept: "text/html" } }), 406, "NOT_ACCEPTABLE");
      assert.equal((await get(path, { method: "OPTIONS", token: null })).status, 204);
    }
  });
});

describe("browser tokens", () => {
  const ask = (lines, path, headers = {}) => get(path, { token: browserToken(server.token, lines), headers });

  test("an id asks for its network", async () => {
    for (const path of [`${POSTS}/x:1`, `${POSTS}/twitter:1`, by("x:1", "x:2"), by("https://twitter.com/a/status/1")]) {
      const answer = await ask(["px"], path);
      assert.deepEqual([answer.status, answer.headers["x-credits-charged"], answer.headers["x-credits-remaining"]], [200, "1", undefined], answer.text);
    }
    for (const path of [`${POSTS}/tiktok:1`, by("x:1", "tiktok:1"), by("https://www.tiktok.com/@a/video/1")]) fault(await ask(["px"], path), 403, "INSUFFICIENT_SCOPE");
    fault(await ask(["px"], `${POSTS}/x:404`), 404, "POST_NOT_FOUND");
    assert.equal((await ask([], `${POSTS}/tiktok:7300000000000000001`)).status, 200);
  });

  test("those for usernames or hashtags can't ask for ids", async () => {
    for (const lines of [["ureef.watch"], ["hreef"], ["px", "hreef"]]) {
      for (const path of [`${POSTS}/x:1`, by("x:1")]) fault(await ask(lines, path), 403, "INSUFFICIENT_SCOPE");
    }
  });

  test("the largest limit is the most ids, and origins count", async () => {
    assert.equal((await ask(["l2"], by("x:1", "x:2"))).status, 200);
    fault(await ask(["l2"], by("x:1", "x:2", "x:404")), 403, "INSUFFICIENT_SCOPE");
    assert.equal((await ask(["l1"], `${POSTS}/x:1`)).status, 200);
    fault(await ask(["ohttps://a.example"], `${POSTS}/x:1`), 403, "INSUFFICIENT_SCOPE");
    assert.equal((await ask(["ohttps://a.example"], `${POSTS}/x:1`, { origin: "https://a.example" })).status, 200);
  });

  test("malformed ids are a 400, unless others are outside", async () => {
    assert.deepEqual(faults(await ask(["px"], by("x:1", "nothing"))), ["ids INVALID_VALUE"]);
    fault(await ask(["px"], by("tiktok:1", "nothing")), 403, "INSUFFICIENT_SCOPE");
  });
});
