// The bodies of answers: successes and errors in their envelope, details fault by fault, and what is not wrapped.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, operator } from "./support/api.mjs";
import { load, post, served } from "./support/posts.mjs";

const PLATFORMS = ["tiktok", "instagram", "twitter", "x", "snapchat", "linkedin"];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const FULL = post("C8abc", {
  author: {
    id: "17", username: "reef.watch", display_name: "Reef Watch", url: "https://social.example/reef.watch",
    avatar_url: "https://cdn.example/a.jpg", verified: true, followers_count: 120345,
  },
  url: "https://social.example/p/C8abc", content: "Coral tonight #Reef @moss.lab", language: "en", media_type: "image",
  media: [{ type: "image", url: "https://cdn.example/1.jpg", preview_url: null, width: 1080, height: 1350, duration_ms: null, alt_text: "Corals" }],
  likes_count: 10423, comments_count: 311, views_count: 0, shares_count: 9007199254740991, saves_count: 2, kind: "quote",
  refers_to: "instagram:B7", approximate: ["likes_count"], published_at: "2026-03-01T20:04:05.5+02:00", edited_at: "2026-03-01T19:00:00Z",
});
const BARE = post("9007199254740993", { published_at: "2026-02-01T00:00:00Z" });
const ECHO = {
  platform: null, username: null, hashtag: null, keyword: null, media_type: null, kind: null, language: null, mentions: null,
  refers_to: null, min_likes: null, min_comments: null, min_views: null, min_shares: null, exclude_username: null, exclude_hashtag: null,
  exclude_mentions: null, from: null, to_exclusive: null, sort_by: "published_at", sort_order: "desc",
};

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, [FULL, BARE]);
});
after(() => server?.stop());

/** What is said of each fault beside its message, which has to be a text. */
function details(answer) {
  return fault(answer, 400, "INVALID_PARAMETER").details.map(({ message, ...rest }) => {
    assert.ok(typeof message === "string" && message.startsWith("expected "), message);
    return rest;
  });
}

test("a page has every key of every post, of the page and of the query", async () => {
  const answer = await get(SEARCH);
  const expected = [
    { ...served(FULL), edited_at: "2026-03-01T19:00:00.000Z", hashtags: ["Reef"], mentions: ["moss.lab"] },
    served(BARE),
  ];
  assert.deepEqual(answer.body, {
    success: true,
    data: { posts: expected, page: { limit: 50, returned: 2, has_more: false, next_cursor: null }, query: ECHO },
  });
  assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
});

test("the query is echoed as it was understood", async () => {
  const query = {
    platform: "TWITTER", username: "@Reef.Watch", hashtag: "＃Straße", keyword: ' "Coral  Reef" -x ', media_type: "reel", min_likes: 0,
    min_comments: 7, from_date: "2026-03-01", to_date: "2026-03-02T01:00:00+01:00", sort_by: "views_count", sort_order: "asc", limit: 3,
  };
  const { data } = (await get(address(SEARCH, query))).body;
  assert.deepEqual(data, {
    posts: [],
    page: { limit: 3, returned: 0, has_more: false, next_cursor: null },
    query: {
      ...ECHO, platform: "twitter", username: "reef.watch", hashtag: "strasse", keyword: ' "Coral  Reef" -x ', media_type: "reel", min_likes: 0,
      min_comments: 7, from: "2026-03-01T00:00:00.000Z", to_exclusive: "2026-03-02T00:00:00.001Z", sort_by: "views_count", sort_order: "asc",
    },
  });
});

test("an unknown user and a hashtag nobody used are 200 without posts", async () => {
  for (const path of ["by-user/tiktok/nobody", "by-hashtag/linkedin/nothing"]) {
    const answer = await get(`${API}/posts/${path}`);
    assert.deepEqual([answer.status, answer.body.data.posts], [200, []]);
  }
});

test("the account has its three parts, texts that were not given are empty", async () => {
  const made = await operator(server)("/accounts", { email: "Bare@Example.com", credits: 3 });
  const answer = await get(`${API}/account`, { token: made.body.data.token });
  assert.deepEqual(answer.body, {
    success: true,
    data: {
      account: { name: "", email: "Bare@Example.com", company: "", status: "active" },
      balance: { current: 3, total_used: 0 },
      usage: { api_calls_30_days: 0 },
    },
  });
});

test("health is not wrapped, needs no token and ignores its query", async () => {
  for (const path of [`${API}/health`, `${API}/health?limit=0&token=abc&limit=1`]) {
    const answer = await get(path, { token: null });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body), ["status", "version", "timestamp"]);
    assert.deepEqual([answer.body.status, answer.body.version], ["healthy", "v1"]);
    assert.match(answer.body.timestamp, INSTANT);
    assert.ok(Math.abs(Date.parse(answer.body.timestamp) - Date.now()) < 60_000);
    assert.equal(answer.headers["cache-control"], "no-store");
  }
});

test("the API document is not wrapped, needs no token and ignores its query", async () => {
  for (const path of [`${API}/openapi.json`, `${API}/openapi.json?key=1&nonsense`]) {
    const answer = await get(path, { token: null });
    assert.deepEqual([answer.status, answer.body.openapi.slice(0, 4)], [200, "3.1."]);
  }
});

test("the account takes no parameter", async () => {
  const answer = await get(`${API}/account?limit=5&x=&limit=6`);
  assert.deepEqual(details(answer), [
    { parameter: "limit", code: "UNKNOWN_PARAMETER" },
    { parameter: "x", code: "UNKNOWN_PARAMETER" },
  ]);
});

describe("details of faults", () => {
  const range = (minimum, maximum) => ({ minimum, maximum });
  const COUNTS = range(0, 9007199254740991);
  const CASES = {
    "limit=0": [{ parameter: "limit", code: "OUT_OF_RANGE", ...range(1, 100) }],
    "limit=050": [{ parameter: "limit", code: "INVALID_VALUE", ...range(1, 100) }],
    "min_likes=-1": [{ parameter: "min_likes", code: "OUT_OF_RANGE", ...COUNTS }],
    "min_comments=1e3": [{ parameter: "min_comments", code: "INVALID_VALUE", ...COUNTS }],
    "media_type=gif": [{ parameter: "media_type", code: "INVALID_VALUE", allowed: ["image", "video", "carousel", "reel", "none"] }],
    "sort_by=likes": [{ parameter: "sort_by", code: "INVALID_VALUE", allowed: ["published_at", "likes_count", "comments_count", "views_count"], did_you_mean: "likes_count" }],
    "sort_order=up": [{ parameter: "sort_order", code: "INVALID_VALUE", allowed: ["asc", "desc"] }],
    "platform=instagam": [{ parameter: "platform", code: "UNSUPPORTED_PLATFORM", allowed: PLATFORMS, did_you_mean: "instagram" }],
    "platform=myspace": [{ parameter: "platform", code: "UNSUPPORTED_PLATFORM", allowed: PLATFORMS }],
    "min_like=1": [{ parameter: "min_like", code: "UNKNOWN_PARAMETER", did_you_mean: "min_likes" }],
    "offset=1": [{ parameter: "offset", code: "UNKNOWN_PARAMETER" }],
    "limit=1&limit=1": [{ parameter: "limit", code: "DUPLICATE_PARAMETER" }],
    "hashtag=": [{ parameter: "hashtag", code: "EMPTY_VALUE" }],
    "limit=": [{ parameter: "limit", code: "EMPTY_VALUE", minimum: 1, maximum: 100 }],
    "sort_order=": [{ parameter: "sort_order", code: "EMPTY_VALUE", allowed: ["asc", "desc"] }],
    hashtag: [{ parameter: "hashtag", code: "EMPTY_VALUE" }],
    "from_date=2026-03-02&to_date=2026-03-01": [{ parameter: "from_date", code: "INVALID_RANGE" }],
    "cursor=nonsense": [{ parameter: "cursor", code: "INVALID_CURSOR" }],
    "token=abc": [{ parameter: "token", code: "TOKEN_IN_QUERY" }],
    "keyword=%22open": [{ parameter: "keyword", code: "INVALID_VALUE" }],
  };
  for (const [query, expected] of Object.entries(CASES)) {
    test(query, async () => assert.deepEqual(details(await get(`${SEARCH}?${query}`)), expected));
  }

  test("one answer names every fault of the path and of the query", async () => {
    const answer = await get(`${API}/posts/by-user/myspace/a%20b?limit=0&min_like=1&sort_by=&keyword=x&limit=2&cursor=x`);
    const named = details(answer).map(({ parameter, code }) => `${parameter} ${code}`).sort();
    assert.deepEqual(named, [
      "cursor INVALID_CURSOR", "keyword UNKNOWN_PARAMETER", "limit DUPLICATE_PARAMETER", "limit OUT_OF_RANGE", "min_like UNKNOWN_PARAMETER",
      "platform UNSUPPORTED_PLATFORM", "sort_by EMPTY_VALUE", "username INVALID_VALUE",
    ]);
    assert.equal(answer.body.error.message, "8 faults in the parameters: see details");
  });

  test("a message says what was expected and what came", async () => {
    const { error } = (await get(`${SEARCH}?limit=101`)).body;
    assert.equal(error.details[0].message, 'expected a whole number from 1 to 100, and 101 came');
    assert.equal(error.message, `limit: ${error.details[0].message}`);
  });
});

describe("what is no address", () => {
  const NONE = [
    "/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/health", "/api/v1/posts/", "/api/v1/posts/by-user", "/api/v1/posts/by-hashtag", "/api/v1/posts/search/", "/api/v1/health/", "/api/v1/Health",
    "/api/v1/posts/by-user/x", "/api/v1/posts/by-user/x/", "/api/v1/posts/by-user//a", "/api/v1/posts/by-user/x/a/b", "/api/v1/posts/by-hashtag/x/",
    "/api//v1/health", "/operator/v2", "/operator/v1", "/operator/v1/nothing",
  ];
  for (const path of NONE) {
    test(`${path} is a 404 in JSON, with and without a token`, async () => {
      fault(await get(path), 404, "NOT_FOUND");
      fault(await get(`${path}?limit=0`, { token: null }), 404, "NOT_FOUND");
    });
  }

  test("elsewhere it is the site's page", async () => {
    for (const path of ["/nothing", "/apis", "/api.v1", "/operators"]) {
      const answer = await get(path);
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers["content-type"], /^text\/html/);
      assert.match(answer.text, /<!doctype html>/i);
    }
  });
});
