// Numbers of posts: in all and by group, exact by going on, priced as a page, with everything that a page has.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, address, caller, fault, faults, newAccount, operator } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { load, post } from "./support/posts.mjs";

const COUNTS = `${API}/posts/counts`;
const DAY = 86_400_000;

let server;
let get;
const POSTS = Array.from({ length: 300 }, (_, n) =>
  post(`c${n}`, {
    platform: ["x", "tiktok", "instagram"][n % 3], username: `user.${n % 40}`, content: "coral", hashtags: [["Reef", "reef"], ["kelp"], []][n % 3], mentions: n % 4 ? [] : ["Gull"],
    media_type: n % 2 ? "video" : null, kind: n % 5 ? "original" : "reply", language: [null, "pt-BR", "en"][n % 3], likes_count: n % 7 ? n : null, shares_count: 9007199254740991,
    published_at: new Date(Date.UTC(2026, 2, 1) + Math.floor(n / 10) * DAY).toISOString(),
  }),
);

before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, POSTS);
});
after(() => server?.stop());

const counts = async (query, options) => {
  const answer = await get(address(COUNTS, query), options);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const keys = (data) => data.groups.map(({ key, posts }) => [key, posts]);

test("without groups there is one total, with sums and how many are known", async () => {
  const data = await counts({});
  const known = POSTS.filter((one) => one.likes_count !== null);
  assert.deepEqual(data, {
    total: {
      posts: 300, likes_count: { sum: known.reduce((sum, one) => sum + one.likes_count, 0), known: known.length }, comments_count: { sum: 0, known: 0 },
      views_count: { sum: 0, known: 0 }, shares_count: { sum: null, known: 300 },
    },
    groups: [], others: null, page: { from: null, to_exclusive: null, has_more: false, next_cursor: null },
    query: {
      platform: null, username: null, hashtag: null, keyword: null, media_type: null, kind: null, language: null, mentions: null, refers_to: null, min_likes: null, min_comments: null,
      min_views: null, min_shares: null, exclude_username: null, exclude_hashtag: null, exclude_mentions: null, from: null, to_exclusive: null, group_by: null, top: null,
    },
  });
});

describe("groups", () => {
  test("of time ascend", async () => {
    const days = keys(await counts({ group_by: "day", to_date: "2026-03-03" }));
    assert.deepEqual(days, [["2026-03-01", 10], ["2026-03-02", 10], ["2026-03-03", 10]]);
    assert.deepEqual(keys(await counts({ group_by: "week", to_date: "2026-03-08" })), [["2026-02-23", 10], ["2026-03-02", 70]]);
    assert.deepEqual(keys(await counts({ group_by: "month" })), [["2026-03", 300]]);
  });

  test("of names are as they are compared, the largest first", async () => {
    assert.deepEqual(keys(await counts({ group_by: "hashtag" })), [["kelp", 100], ["reef", 100]]);
    assert.deepEqual(keys(await counts({ group_by: "mentions" })), [["gull", 75]]);
    assert.deepEqual(keys(await counts({ group_by: "language" })), [["en", 100], ["pt", 100], [null, 100]]);
    assert.deepEqual(keys(await counts({ group_by: "media_type" })), [["video", 150], [null, 150]]);
    assert.deepEqual(keys(await counts({ group_by: "kind" })), [["original", 240], ["reply", 60]]);
    assert.deepEqual(keys(await counts({ group_by: "platform", platform: "twitter,tiktok" })), [["tiktok", 100], ["twitter", 100]]);
  });

  test("the ones that top leaves out are added up", async () => {
    const all = await counts({ group_by: "username" });
    assert.equal(all.groups.length, 20);
    assert.equal(all.query.top, 20);
    assert.equal(all.others.posts + all.groups.reduce((sum, { posts }) => sum + posts, 0), 300);
    const two = await counts({ group_by: "username", top: 2, username: "user.1,user.2,user.3" });
    assert.deepEqual([keys(two), two.others.posts], [[["user.1", 8], ["user.2", 8]], 8]);
    assert.equal((await counts({ group_by: "username", top: 3, username: "user.1,user.2,user.3" })).others, null);
  });
});

test("filters are those of a search", async () => {
  const query = { platform: "x,tiktok", kind: "reply", mentions: "gull", exclude_username: "user.0", keyword: "coral", min_likes: 5 };
  const meant = POSTS.filter((one) => ["x", "tiktok"].includes(one.platform) && one.kind === "reply" && one.mentions.length > 0 && one.author.username !== "user.0" && one.likes_count >= 5);
  assert.ok(meant.length > 0);
  assert.equal((await counts(query)).total.posts, meant.length);
});

test("what is wrong is said", async () => {
  const wrong = async (query) => faults(await get(`${COUNTS}?${query}`));
  assert.deepEqual(await wrong("group_by=hour&sort_by=likes_count&limit=5"), ["group_by INVALID_VALUE", "sort_by UNKNOWN_PARAMETER", "limit UNKNOWN_PARAMETER"]);
  assert.deepEqual(await wrong("top=5"), ["top INVALID_VALUE"]);
  assert.deepEqual(await wrong("top=5&group_by=day"), ["top INVALID_VALUE"]);
  assert.deepEqual(await wrong("top=101&group_by=username"), ["top OUT_OF_RANGE"]);
  assert.deepEqual(await wrong("cursor=nonsense"), ["cursor INVALID_CURSOR"]);
  const { next_cursor: ofSearch } = (await get(`${API}/posts/search?limit=1`)).body.data.page;
  assert.deepEqual(await wrong(`cursor=${ofSearch}`), ["cursor INVALID_CURSOR"]);
  fault(await get(COUNTS, { headers: { accept: "text/csv" } }), 406, "NOT_ACCEPTABLE");
});

test("it costs a page if a post was counted, and has an ETag, HEAD, and keys against a double charge", async () => {
  const token = await newAccount(server, "counts@example.com", 5);
  const call = (query, options = {}) => get(address(COUNTS, query), { token, ...options });
  const first = await call({ group_by: "day" });
  assert.deepEqual([first.headers["x-credits-charged"], first.headers["x-credits-remaining"]], ["1", "4"]);
  assert.equal((await call({ username: "nobody" })).headers["x-credits-charged"], "0");
  const again = await call({ group_by: "day" }, { headers: { "if-none-match": first.headers.etag } });
  assert.deepEqual([again.status, again.headers["x-credits-charged"]], [304, "0"]);
  assert.notEqual((await call({ group_by: "week" })).headers.etag, first.headers.etag);
  const head = await call({ group_by: "day" }, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.etag, head.text], [200, first.headers.etag, ""]);
  const headers = { "idempotency-key": "count-1" };
  const [one, two] = [await call({}, { headers }), await call({}, { headers })];
  assert.deepEqual([one.headers["x-credits-charged"], two.headers["x-credits-charged"], two.headers["x-credits-remaining"]], ["1", "0", "2"]);
});

test("a browser token counts within its scope", async () => {
  const token = browserToken(server.token, ["ptiktok", "l5"]);
  assert.equal((await counts({ platform: "tiktok" }, { token })).total.posts, 100);
  fault(await get(COUNTS, { token }), 403, "INSUFFICIENT_SCOPE");
});

test("answers add up over a bound, for callers and for operators", async () => {
  const many = Array.from({ length: 21_000 }, (_, n) => post(`m${n}`, { platform: "snapchat", username: "many", likes_count: 1, published_at: new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString() }));
  for (let from = 0; from < many.length; from += 1_000) await load(server, many.slice(from, from + 1_000));
  const first = await get(address(COUNTS, { platform: "snapchat", group_by: "day" }));
  const { total, page, groups } = first.body.data;
  assert.deepEqual([total.posts, page.has_more, page.to_exclusive], [20_000, true, null]);
  assert.ok(Number(first.headers["x-rows-read"] ?? 0) <= 60_000 + 100, first.headers["x-rows-read"]);
  assert.match(first.headers.link, /rel="next"/);
  const next = await get(first.headers.link.match(/<[^>]*?(\/api[^>]*)>/)[1]);
  assert.equal(next.status, 200, next.text);
  assert.deepEqual([next.body.data.total.posts, next.body.data.page.has_more], [1_000, false]);
  const days = new Map();
  for (const { key, posts } of [...groups, ...next.body.data.groups]) days.set(key, (days.get(key) ?? 0) + posts);
  assert.deepEqual([...days.values()].reduce((sum, posts) => sum + posts, 0), 21_000);
  assert.equal(days.get("2025-01-02"), 1_440);
  const stored = await operator(server)("/counts?platform=snapchat&group_by=username");
  assert.deepEqual(stored.body.data.groups.map(({ key }) => key), ["many"]);
});
