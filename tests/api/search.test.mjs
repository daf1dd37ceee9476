// What is found: texts come back to the letter, keywords in several scripts, and every filter alone and together.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, walk } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const TEXTS = {
  plain: "Coral spawning tonight",
  escapes: 'quotes " \' \\ / \b \f \n \r \t and <b>&amp;</b> {"a":[1]}',
  emoji: "love☕ 👩‍🚀👨‍👩‍👧‍👦 🇧🇷 👍🏽 ❤️",
  rightToLeft: "שָׁלוֹם وَالسَّلَامُ عَلَيْكُمْ \u202Eabc\u202C",
  cjk: "夜明けのサンゴ礁で泳ぐ。珊瑚 ﾊﾝｶｸ 한국어 텍스트",
  separators: "one\u2028two\u2029three\u0085four\u00a0five\u200bsix\ufeffseven",
  combining: "e\u0301 \u0041\u030a ﬁ ﬀ Å Å ǅ İı ẞß",
  edges: "\u0001\u001f\u007f\ud7ff\ue000\ufffd\uffff\u{10000}\u{10ffff}",
  blanks: "  leading and trailing  \n",
  empty: "",
  numbers: "9007199254740993 1e999 -0",
  sql: "Robert'); DROP TABLE posts;--",
  html: "</script><script>alert(1)</script>",
};

const KEYWORDS = [
  // text, keywords that find it, keywords that don't
  ["Coral Reefs at DAWN, covid-19 100%", ["coral", "CORAL reefs", '"reefs at dawn"', "cor*", "ree* dawn", "covid-19", '"covid 19"', "bleach OR dawn", "coral -bleach", "ＣＯＲＡＬ", "dawn.", "100"], ["reef", '"dawn at"', "19-covid", "coral -dawn", "bleach OR algae", "coral bleach OR algae", "awn", "oral"]],
  ["Crème brûlée à la Straße, Łódź and Øre, Ægir, œuf, ﬁne", ["creme brulee", "CRÈME", "strasse", "straße", "STRASSE", "lodz", "ore", "aegir", "oeuf", "fine"], ["cremes", "stra"]],
  ["Ελληνικά κύματα", ["ελληνικα", "ΚΥΜΑΤΑ", "κυμ*"], ["κυμ"]],
  ["Ёлка и йод", ["ёлка", "ЙОД"], ["елка", "иод"]],
  ["שָׁלוֹם עולם", ["שלום", "שָׁלוֹם", '"שלום עולם"'], ["שלו"]],
  ["مُحَمَّد يسبح", ["محمد", "يسبح"], ["محم"]],
  ["हिन्दी कि किताब", ["हिन्दी", "किताब"], ["हिन्द", "क"]],
  ["夜明けのサンゴ礁で泳ぐ。珊瑚", ["サンゴ", "サンゴ礁", "ンゴ", "礁", "泳ぐ", "夜明け 珊瑚", "ｻﾝｺﾞ"], ["サンコ礁", "ぐ珊", "礁サンゴ"]],
  ["방탄소년단 콘서트", ["소년", "방탄소년단", "콘서트", "단"], ["단콘", "년소"]],
  ["สวัสดีชาวโลก", ["สวัสดี", "ชาว", "โลก"], ["ชาวสวัสดี"]],
  ["love☕ on the 🏝️ with 👍🏽 and 👩‍🚀", ["☕", "love", "love☕", '"love ☕"', "👍", "👍🏿", "🏝", "👩‍🚀"], ["lov", "☕love", "🍵"]],
  ["snake_case, e-mail@host.example #HashTag", ["snake case", "snake_case", "email OR host", "hashtag", "#hashtag"], ["hash", "snakecase"]],
];

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  const texts = Object.entries(TEXTS).map(([name, content]) => post(name, { username: "texts", content, hashtags: [], mentions: [] }));
  const words = KEYWORDS.map(([content], n) => post(`k${n}`, { platform: "snapchat", username: "words", content, hashtags: ["tag"] }));
  await load(server, [...texts, ...words, ...FILTERED]);
});
after(() => server?.stop());

test("every text comes back to the letter", async () => {
  const { posts } = (await get(`${API}/posts/by-user/instagram/texts`)).body.data;
  assert.deepEqual(Object.fromEntries(posts.map((one) => [one.platform_post_id, one.content])), TEXTS);
});

test("names, urls and alternative texts come back to the letter, as written", async () => {
  const author = { username: "Ünï.👩‍🚀", display_name: 'Ü "quoted" \\ \u2028', id: "0123456789012345678901", url: "https://e.example/?a=1&b=%20" };
  const media = [{ type: "video", url: "https://cdn.example/ü.mp4", preview_url: "", width: 0, height: 1, duration_ms: 9007199254740991, alt_text: "שלום \n" }];
  const sent = post("id with blank/%2F?", { author, media, hashtags: ["Straße", "👩‍🚀"], mentions: ["Ünï"], media_type: "video", language: "x-ü" });
  await load(server, [sent]);
  const [one] = (await get(address(SEARCH, { username: "ÜNÏ.👩‍🚀" }))).body.data.posts;
  assert.deepEqual({ ...one.author, verified: undefined }, { ...author, verified: undefined, avatar_url: null, followers_count: null });
  assert.deepEqual(one.media, media);
  assert.deepEqual([one.id, one.hashtags, one.mentions, one.language], ["instagram:id with blank/%2F?", ["Straße", "👩‍🚀"], ["Ünï"], "x-ü"]);
});

describe("keywords", () => {
  const has = async (keyword, n) => {
    const posts = await walk(get, SEARCH, { keyword, username: "words", limit: 100 });
    return posts.some((one) => one.platform_post_id === `k${n}`);
  };
  for (const [n, [content, found, missed]] of KEYWORDS.entries()) {
    test(content, async () => {
      const right = await Promise.all(found.map((keyword) => has(keyword, n)));
      assert.deepEqual(found.filter((_, at) => !right[at]), [], "these have to find it");
      const wrong = await Promise.all(missed.map((keyword) => has(keyword, n)));
      assert.deepEqual(missed.filter((_, at) => wrong[at]), [], "these must not find it");
    });
  }

  test("OR binds tighter than a blank", async () => {
    const [coral, lodz] = await Promise.all(["coral dawn OR aegir", "straße dawn OR aegir"].map((keyword) => walk(get, SEARCH, { keyword })));
    assert.deepEqual([coral, lodz].map((posts) => posts.map((one) => one.platform_post_id)), [["k0"], ["k1"]]);
  });

  test("the hashtags of a post are searched with its text", async () => {
    assert.equal((await walk(get, SEARCH, { keyword: "tag", username: "words" })).length, KEYWORDS.length);
  });
});

/** 48 posts of one author of every kind, for filters. */
const FILTERED = Array.from({ length: 48 }, (_, n) =>
  post(`f${n}`, {
    platform: n % 2 ? "tiktok" : "x", username: n % 3 ? "filter.a" : "filter.b", content: n % 4 ? "wet filter" : "dry filter", hashtags: n % 5 ? ["Odd"] : ["odd", "Fifth"],
    media_type: [null, "image", "video", "carousel", "reel"][n % 5], likes_count: n % 7 ? n : null, comments_count: n % 6 ? n * 10 : null,
    published_at: new Date(Date.UTC(2026, 7, 1 + Math.floor(n / 8), (n % 8) * 3, 0, 0, n)).toISOString(),
  }),
);

describe("filters", () => {
  const listed = async (query, path = SEARCH) => (await walk(get, path, { ...query, limit: 9 })).map((one) => one.platform_post_id).sort();
  const expected = (passes) => FILTERED.filter(passes).map((one) => one.platform_post_id).sort();
  const BASE = { keyword: "filter" };

  const CASES = {
    media_type: [["image", "video", "carousel", "reel"], (value) => (one) => one.media_type === value],
    min_likes: [[0, 1, 20, 47, 48], (value) => (one) => value === 0 || (one.likes_count !== null && one.likes_count >= value)],
    min_comments: [[0, 1, 250, 471], (value) => (one) => value === 0 || (one.comments_count !== null && one.comments_count >= value)],
    from_date: [["2026-08-03", "2026-08-03T03:00:00.017Z", "2026-08-03T05:00:00.017+02:00", "2026-08-07"], (value) => (one) => Date.parse(one.published_at) >= Date.parse(value)],
    to_date: [["2026-08-03", "2026-07-31"], (value) => (one) => one.published_at.slice(0, 10) <= value],
    hashtag: [["odd", "FIFTH", "fift"], (value) => (one) => one.hashtags.some((tag) => tag.toLowerCase() === value.toLowerCase())],
    platform: [["x", "tiktok", "linkedin"], (value) => (one) => one.platform === value],
    username: [["filter.a", "@FILTER.B", "filter"], (value) => (one) => one.author.username === value.replace("@", "").toLowerCase()],
  };
  for (const [name, [values, passes]] of Object.entries(CASES)) {
    test(name, async () => {
      for (const value of values) assert.deepEqual(await listed({ ...BASE, [name]: value }), expected(passes(value)), String(value));
    });
  }

  test("a to_date that is an instant is included", async () => {
    const last = FILTERED[17].published_at;
    assert.deepEqual(await listed({ ...BASE, to_date: last }), expected((one) => one.published_at <= last));
  });

  test("all of them together, by every sort in both orders", async () => {
    const query = { ...BASE, platform: "x", username: "filter.a", hashtag: "odd", media_type: "video", min_likes: 2, min_comments: 20, from_date: "2026-08-01", to_date: "2026-08-06" };
    const passes = (one) => one.platform === "x" && one.author.username === "filter.a" && one.media_type === "video" && one.likes_count >= 2 && one.comments_count >= 20;
    assert.deepEqual(expected(passes), ["f2", "f22", "f32"]);
    for (const sort_by of ["published_at", "likes_count", "comments_count", "views_count"]) {
      for (const sort_order of ["asc", "desc"]) {
        const order = (await walk(get, SEARCH, { ...query, sort_by, sort_order, limit: 2 })).map((one) => one.platform_post_id);
        assert.deepEqual(order, sort_order === "asc" ? ["f2", "f22", "f32"] : ["f32", "f22", "f2"], `${sort_by} ${sort_order}`);
      }
    }
  });

  test("by-user and by-hashtag take the same filters", async () => {
    const passes = (one) => one.platform === "tiktok" && one.media_type === "reel" && one.likes_count >= 10;
    const query = { media_type: "reel", min_likes: 10 };
    assert.deepEqual(await listed(query, `${API}/posts/by-hashtag/tiktok/odd`), expected(passes));
    assert.deepEqual(await listed(query, `${API}/posts/by-user/tiktok/filter.a`), expected((one) => passes(one) && one.author.username === "filter.a"));
  });
});
