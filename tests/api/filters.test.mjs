// The filters of version 1.1: lists, kinds, languages, mentions, references, exclusions; and a thousand random queries against a
// filter over all posts.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, faults, walk } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { load, post } from "./support/posts.mjs";

let server;
let get;
const PLATFORMS = ["tiktok", "instagram", "x", "snapchat", "linkedin"];
const KINDS = ["original", "reply", "repost", "quote"];
const LANGUAGES = [null, "en", "pt-BR", "ja", "en-GB", "und"];
const pick = (list, n) => list[n % list.length];

/** Posts that differ in all that filters look at. */
const POSTS = Array.from({ length: 400 }, (_, n) =>
  post(`n${n}`, {
    platform: pick(PLATFORMS, n), username: `user.${n % 13}`, content: n % 3 ? "coral reef" : "kelp", hashtags: [`tag${n % 7}`, ...(n % 4 ? [] : ["four"])],
    mentions: n % 5 ? [] : [`user.${(n + 1) % 13}`, "Gull"], media_type: pick([null, "image", "video", "carousel", "reel"], n >> 1), kind: pick(KINDS, n >> 2),
    refers_to: n % 4 ? null : "x:n2", language: pick(LANGUAGES, n), likes_count: n % 6 ? n : null, comments_count: n % 8, views_count: n % 9 ? n * 10 : null, shares_count: n % 10 ? n % 50 : null,
    published_at: new Date(Date.UTC(2026, 1, 1 + (n % 28), n % 24)).toISOString(),
  }),
);

before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, POSTS);
});
after(() => server?.stop());

const items = (list) => list.split(",");
const language = (tag) => (tag ?? "und").split("-")[0].toLowerCase();

/** What each filter means. */
const MEANS = {
  platform: (list) => (one) => items(list).includes(one.platform),
  username: (list) => (one) => items(list).includes(one.author.username),
  hashtag: (list) => (one) => items(list).some((tag) => one.hashtags.includes(tag)),
  keyword: (text) => (one) => one.content.split(" ").includes(text),
  media_type: (list) => (one) => items(list).includes(one.media_type ?? "none"),
  kind: (list) => (one) => items(list).includes(one.kind),
  language: (list) => (one) => items(list).map(language).includes(language(one.language)),
  mentions: (list) => (one) => items(list).some((name) => one.mentions.some((other) => other.toLowerCase() === name)),
  refers_to: (id) => (one) => one.refers_to === id,
  min_likes: (least) => (one) => (one.likes_count ?? 0) >= least,
  min_comments: (least) => (one) => (one.comments_count ?? 0) >= least,
  min_views: (least) => (one) => (one.views_count ?? 0) >= least,
  min_shares: (least) => (one) => (one.shares_count ?? 0) >= least,
  exclude_username: (list) => (one) => !MEANS.username(list)(one),
  exclude_hashtag: (list) => (one) => !MEANS.hashtag(list)(one),
  exclude_mentions: (list) => (one) => !MEANS.mentions(list)(one),
  from_date: (day) => (one) => one.published_at.slice(0, 10) >= day,
  to_date: (day) => (one) => one.published_at.slice(0, 10) <= day,
};

const meant = (query) => POSTS.filter((one) => Object.entries(query).every(([name, value]) => MEANS[name](value)(one)));
const sorted = (posts) => posts.map((one) => one.platform_post_id).sort();

/** All posts of a query, which have to be those that it means. */
async function check(query, path = SEARCH, also = {}) {
  const found = await walk(get, path, { ...query, limit: 100 });
  const expected = sorted(meant({ ...query, ...also }));
  assert.deepEqual(sorted(found), expected, JSON.stringify(query));
  return expected.length;
}

describe("each filter, alone and with others", () => {
  const CASES = [
    { platform: "x,tiktok" }, { platform: "x,tiktok,linkedin,snapchat" }, { username: "user.1,user.2" }, { username: "user.3,nobody" }, { hashtag: "tag1,four" },
    { hashtag: "tag1,tag2,tag3,tag4,tag5,tag6" }, { media_type: "none" }, { media_type: "video,none" }, { kind: "reply" }, { kind: "original,quote" },
    { language: "pt" }, { language: "en-US,JA" }, { language: "und" }, { mentions: "gull" }, { mentions: "user.1,user.6" }, { refers_to: "x:n2" }, { min_views: 3000 },
    { min_shares: 30 }, { exclude_username: "user.1,user.2" }, { exclude_hashtag: "four" }, { exclude_mentions: "gull" },
    { platform: "instagram,x", hashtag: "tag1,tag2", kind: "reply,quote", exclude_mentions: "user.1", min_views: 10 },
    { username: Array.from({ length: 13 }, (_, n) => `user.${n}`).join(","), exclude_hashtag: "tag0", keyword: "coral", language: "en,und" },
  ];
  for (const query of CASES) {
    test(new URLSearchParams(query).toString(), async () => {
      assert.ok((await check(query)) > 0, "some posts are meant");
    });
  }

  test("by-user and by-hashtag take them too, beside what is in the path", async () => {
    const more = { kind: "reply,original", exclude_hashtag: "four", language: "en,und,pt,ja" };
    assert.ok((await check(more, `${API}/posts/by-user/tiktok/user.5`, { platform: "tiktok", username: "user.5" })) > 0);
    assert.ok((await check({ kind: "repost", mentions: "gull" }, `${API}/posts/by-hashtag/instagram/tag1`, { platform: "instagram", hashtag: "tag1" })) >= 0);
  });

  test("twenty items on all networks", async () => {
    const list = (name) => Array.from({ length: 20 }, (_, n) => `${name}${n}`).join(",");
    await check({ username: list("user."), hashtag: list("tag"), exclude_mentions: list("nobody"), exclude_username: list("other"), language: "en,pt,ja,und" });
  });
});

test("a thousand random queries find what a filter over all posts does", async () => {
  let state = 20_261_130;
  const below = (end) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
  const some = (values) => [...new Set(Array.from({ length: 1 + below(4) }, () => values[below(values.length)]))].join(",");
  const users = Array.from({ length: 14 }, (_, n) => `user.${n}`);
  const tags = ["tag0", "tag1", "tag2", "tag3", "four", "unused"];
  const VALUES = {
    platform: () => some(PLATFORMS), username: () => some(users), hashtag: () => some(tags), keyword: () => pick(["coral", "kelp", "whale"], below(3)),
    media_type: () => some(["none", "image", "video", "carousel", "reel"]), kind: () => some(KINDS), language: () => some(["en", "pt", "ja", "und", "fil"]),
    mentions: () => some(["gull", ...users]), refers_to: () => pick(["x:n2", "x:n3"], below(2)), min_likes: () => below(420), min_comments: () => below(9), min_views: () => below(4200),
    min_shares: () => below(52), exclude_username: () => some(users), exclude_hashtag: () => some(tags), exclude_mentions: () => some(["gull", ...users]),
    from_date: () => `2026-02-${String(1 + below(14)).padStart(2, "0")}`, to_date: () => `2026-02-${15 + below(14)}`,
  };
  const names = Object.keys(VALUES);
  const clashes = (query) => ["username", "hashtag", "mentions"].some((name) => query[name] && items(query[`exclude_${name}`] ?? "").some((value) => items(query[name]).includes(value)));
  let found = 0;
  const one = async () => {
    const query = Object.fromEntries(Array.from({ length: 1 + below(4) }, () => names[below(names.length)]).map((name) => [name, VALUES[name]()]));
    if (clashes(query)) return faults(await get(address(SEARCH, query))).forEach((said) => assert.match(said, /^exclude_\w+ INVALID_VALUE$/));
    const sort_by = pick(["published_at", "likes_count", "views_count"], below(3));
    const posts = await walk(get, SEARCH, { ...query, sort_by, limit: 100 });
    assert.deepEqual(sorted(posts), sorted(meant(query)), JSON.stringify({ ...query, sort_by }));
    found += posts.length;
  };
  for (let n = 0; n < 1_000; n += 1) await one();
  assert.ok(found > 10_000, `${found} posts`);
});

describe("what is wrong is said", () => {
  const CASES = {
    "platform=x,twitter": ["platform INVALID_VALUE"],
    "username=a,,b": ["username INVALID_VALUE"],
    [`hashtag=${Array.from({ length: 21 }, (_, n) => `t${n}`).join(",")}`]: ["hashtag OUT_OF_RANGE"],
    "username=a,b&exclude_username=B": ["exclude_username INVALID_VALUE"],
    "refers_to=nonsense": ["refers_to INVALID_VALUE"],
    "kind=retweet&language=x&media_type=gif": ["kind INVALID_VALUE", "language INVALID_VALUE", "media_type INVALID_VALUE"],
    "exclude_user=a": ["exclude_user UNKNOWN_PARAMETER"],
    "exclude_hashtag=": ["exclude_hashtag EMPTY_VALUE"],
  };
  for (const [query, expected] of Object.entries(CASES)) {
    test(query, async () => assert.deepEqual(faults(await get(`${SEARCH}?${query}`)), expected));
  }

  test("a value that is decoded first may hold no comma in a query, and may in a path", async () => {
    assert.equal((await get(`${SEARCH}?username=a%2Cb`)).body.data.query.username, "a,b");
    const { query } = (await get(`${API}/posts/by-user/x/a%2Cb`)).body.data;
    assert.equal(query.username, "a,b");
    assert.deepEqual(faults(await get(`${SEARCH}?username=a%2Ca`)), ["username INVALID_VALUE"]);
  });
});

test("a list in another order is the same page, cursor and ETag", async () => {
  const [one, two] = [await get(`${SEARCH}?username=user.1,user.2&platform=x,tiktok&limit=3`), await get(`${SEARCH}?username=user.2,@USER.1&platform=tiktok,x&limit=3`)];
  assert.equal(one.text, two.text);
  assert.equal(one.headers.etag, two.headers.etag);
  const next = await get(`${SEARCH}?username=user.2,user.1&platform=tiktok,twitter&limit=3&cursor=${one.body.data.page.next_cursor}`);
  assert.equal(next.status, 200, next.text);
  const named = (await get(`${SEARCH}?platform=twitter,tiktok&limit=100`)).body.data;
  assert.deepEqual([...new Set(named.posts.map((post) => post.platform))].sort(), ["tiktok", "twitter"]);
  assert.equal(named.query.platform, "tiktok,twitter");
});

test("a browser token allows lists within its own", async () => {
  const token = browserToken(server.token, ["px", "ptiktok", "uuser.1", "uuser.2"]);
  const status = async (query) => (await get(`${SEARCH}?${query}`, { token })).status;
  assert.equal(await status("platform=tiktok,x&username=user.1,user.2&exclude_username=user.5"), 200);
  assert.equal(await status("platform=x&username=user.2"), 200);
  fault(await get(`${SEARCH}?platform=x,instagram&username=user.1`, { token }), 403, "INSUFFICIENT_SCOPE");
  fault(await get(`${SEARCH}?platform=x&username=user.1,user.3`, { token }), 403, "INSUFFICIENT_SCOPE");
  fault(await get(`${SEARCH}?platform=x&exclude_username=user.1`, { token }), 403, "INSUFFICIENT_SCOPE");
});
