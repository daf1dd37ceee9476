// The longest keywords, the widest and narrowest ranges, the largest numbers, the last pages: right answers, held against
// a plain filter over all posts, for few rows, and never a 500.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postern } from "../support/postern.mjs";
import { startServer } from "../support/server.mjs";
import { SEARCH, address, caller, faults } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const SAMPLE = 3000;
const MOST = 9007199254740991;
/** A moment that no other post has. */
const MOMENT = "2026-05-05T05:05:05.005Z";

/** The words of a text that are not of scripts without blanks, folded as far as the sample needs it. */
const words = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(RUNS, " ").replace(/[^\p{L}\p{N}]+/gu, " ");
const RUNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\u30fc]+/gu;

const one = (id, content, rest = {}) => post(id, { username: "long.reads", content, hashtags: [], mentions: [], ...rest });
/** Letters of four kinds; of each a text of 256, one of 255, and one of 300. */
const LETTERS = { latin: "q", chinese: "京", thai: "ก", emoji: "🫖" };
const LONG = Object.entries(LETTERS).flatMap(([kind, letter]) => [255, 256, 300].map((length) => one(`${kind}-${length}`, letter.repeat(length))));
const SPECIAL = [
  ...LONG,
  one("most", "liked by everyone", { likes_count: MOST }),
  one("moment", "a moment", { published_at: MOMENT }),
  one("before", "a moment before", { published_at: "2026-05-05T05:05:05.004Z" }),
  one("after", "a moment after", { published_at: "2026-05-05T05:05:05.006Z" }),
  one("terms", Array.from({ length: 32 }, (_, n) => `term${n}`).join(" ")),
];

let server;
let get;
let posts;
before(async () => {
  server = await startServer();
  get = caller(server);
  const sample = (await postern(["sample", String(SAMPLE), "--seed", "5"])).stdout.trim().split("\n");
  for (let at = 0; at < sample.length; at += 600) await load(server, sample.slice(at, at + 600));
  await load(server, SPECIAL);
  posts = [...sample.map((line) => JSON.parse(line)), ...SPECIAL].map((line) => ({
    ...line,
    id: `${line.platform === "twitter" ? "x" : line.platform}:${line.platform_post_id}`,
    at: Date.parse(line.published_at),
    words: ` ${words([line.content, ...(line.hashtags ?? [])].join(" "))} `,
  }));
  assert.equal(new Set(posts.map(({ id }) => id)).size, SAMPLE + SPECIAL.length);
});
after(() => server?.stop());

const FIELD = { likes_count: "likes_count", comments_count: "comments_count", views_count: "views_count" };
/** What decides the order of a post: the count, and its time. */
const rank = (sort) => (line) => [FIELD[sort] ? line[sort] ?? null : 0, Date.parse(line.published_at)];

/** Nulls last; then by value, then by time. */
const order = (sort, descending) => (left, right) => {
  const [[value, at], [otherValue, otherAt]] = [rank(sort)(left), rank(sort)(right)];
  if ((value === null) !== (otherValue === null)) return value === null ? 1 : -1;
  return (value - otherValue || at - otherAt) * (descending ? -1 : 1);
};

/**
 * Asks for a page and holds it against the posts that pass, in order. Those of one rank may come in any order.
 *
 * @param {number} rows the most that storage may read
 */
async function check(query, passes, rows) {
  const { sort_by = "published_at", sort_order = "desc", limit = 50 } = query;
  const expected = posts.filter(passes).sort(order(sort_by, sort_order === "desc"));
  const answer = await get(address(SEARCH, query));
  const what = JSON.stringify(query).slice(0, 200);
  assert.equal(answer.status, 200, `${what}: ${answer.text}`);
  const { posts: page, page: about } = answer.body.data;
  assert.deepEqual(page.map(rank(sort_by)), expected.slice(0, limit).map(rank(sort_by)), what);
  const known = new Set(expected.map(({ id }) => id));
  assert.deepEqual(page.filter(({ id }) => !known.has(id)), [], what);
  assert.equal(new Set(page.map(({ id }) => id)).size, page.length, what);
  assert.deepEqual([about.returned, about.has_more], [Math.min(limit, expected.length), expected.length > limit], what);
  assert.ok(Number(answer.headers["x-rows-read"]) <= rows, `${what}: ${answer.headers["x-plan"]} read ${answer.headers["x-rows-read"]} rows, ${rows} are expected at most`);
  return expected.length;
}

/** The most rows of a page by time that names one set: two a post, and the account's. */
const simple = (returned) => 2 * returned + 50;
/** The most rows where plans are weighed: twice collecting a set, three rows a post, and what weighing takes. */
const weighed = (set, limit = 50) => 6 * set + 4 * (limit + 1) + 300;
/** The most rows of the words that a prefix stands for, and of how many posts they have. They are read first. */
const WRITTEN_OUT = 32;

const has = (word) => (line) => line.words.includes(` ${word} `);
const starts = (prefix) => (line) => line.words.includes(` ${prefix}`);
const count = (passes) => posts.filter(passes).length;
const SORTS = ["published_at", "likes_count", "comments_count", "views_count"];

/** The most frequent ASCII words of so many letters or more, with how many posts have them. */
function frequent(letters = 3) {
  const counts = new Map();
  for (const { words } of posts) for (const word of new Set(words.trim().split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].filter(([word]) => word.length >= letters && /^[a-z]+$/.test(word)).sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

describe("keywords", () => {
  for (const [kind, letter] of Object.entries(LETTERS)) {
    test(`256 times a letter: ${kind}`, async () => {
      const whole = kind === "latin";
      const long = (line) => (whole ? has(letter.repeat(256))(line) : line.content?.includes(letter.repeat(256)));
      for (const sort_by of SORTS) assert.equal(await check({ keyword: letter.repeat(256), sort_by }, long, weighed(2)), whole ? 1 : 2);
      assert.deepEqual(faults(await get(address(SEARCH, { keyword: letter.repeat(257) }))), ["keyword OUT_OF_RANGE"]);
    });
  }

  test("31 exclusions beside a word", async () => {
    const [word, ...others] = frequent();
    const excluded = others.slice(0, 31);
    const passes = (line) => has(word)(line) && !excluded.some((other) => has(other)(line));
    const keyword = `${word} ${excluded.map((other) => `-${other}`).join(" ")}`;
    assert.ok(keyword.length <= 256, keyword);
    for (const sort_by of SORTS) assert.ok((await check({ keyword, sort_by }, passes, weighed(count(has(word))))) > 0);
    await check({ keyword }, passes, simple(50));
  });

  test("32 terms, all of them or any", async () => {
    const every = Array.from({ length: 32 }, (_, n) => `term${n}`);
    assert.equal(await check({ keyword: every.join(" ") }, (line) => line.id === "instagram:terms", simple(1)), 1);
    const any = frequent(3).filter((word) => word.length < 5).slice(0, 32);
    const keyword = any.join(" OR ");
    assert.ok(any.length === 32 && keyword.length <= 256, keyword);
    const passes = (line) => any.some((word) => has(word)(line));
    for (const sort_by of SORTS) await check({ keyword, sort_by }, passes, weighed(count(passes)));
    await check({ keyword }, passes, simple(50));
    const message = "expected at most 32 terms, found one more";
    assert.ok((await get(address(SEARCH, { keyword: "a ".repeat(33).trim() }))).body.error.details[0].message.startsWith(message));
  });

  test("16 prefixes of three letters, all of them or any", async () => {
    const prefixes = [...new Set(frequent(4).map((word) => word.slice(0, 3)))].slice(0, 16);
    const [all, any] = [" ", " OR "].map((joined) => prefixes.map((prefix) => `${prefix}*`).join(joined));
    const some = (line) => prefixes.some((prefix) => starts(prefix)(line));
    for (const sort_by of SORTS) {
      await check({ keyword: all, sort_by }, (line) => prefixes.every((prefix) => starts(prefix)(line)), weighed(0) + 16 * WRITTEN_OUT);
      await check({ keyword: any, sort_by }, some, weighed(count(some)) + 16 * WRITTEN_OUT);
      const three = prefixes.slice(0, 3);
      const passes = (line) => three.every((prefix) => starts(prefix)(line));
      await check({ keyword: three.map((prefix) => `${prefix}*`).join(" "), sort_by }, passes, weighed(count(passes)) + 3 * WRITTEN_OUT);
    }
    await check({ keyword: any }, some, simple(50) + 16 * WRITTEN_OUT);
    const answer = await get(address(SEARCH, { keyword: `${all} xyz*` }));
    assert.match(answer.body.error.details[0].message, /^expected at most 16 prefixes .*, found one more at character 81$/);
  });
});

describe("numbers", () => {
  test("the largest minimum", async () => {
    for (const sort_by of SORTS) {
      assert.equal(await check({ min_likes: MOST, sort_by }, ({ likes_count }) => likes_count === MOST, weighed(1)), 1);
      assert.equal(await check({ min_comments: MOST, sort_by }, () => false, weighed(0)), 0);
      assert.equal(await check({ min_likes: MOST, min_comments: MOST, keyword: "coral", sort_by }, () => false, weighed(1)), 0);
    }
    for (const name of ["min_likes", "min_comments"]) {
      assert.deepEqual(faults(await get(`${SEARCH}?${name}=9007199254740992`)), [`${name} OUT_OF_RANGE`]);
    }
  });

  test("pages of one and of a hundred", async () => {
    for (const limit of [1, 100]) {
      for (const sort_by of SORTS) {
        for (const sort_order of ["asc", "desc"]) {
          await check({ limit, sort_by, sort_order }, () => true, weighed(limit, limit));
          await check({ limit, sort_by, sort_order, keyword: "coral" }, has("coral"), weighed(count(has("coral")), limit));
        }
      }
      await check({ limit }, () => true, simple(limit));
      await check({ limit, keyword: "coral", sort_order: "asc" }, has("coral"), simple(limit));
    }
  });
});

describe("ranges", () => {
  const within = (from, to) => ({ at }) => at >= Date.parse(from) && at <= Date.parse(to);

  test("of one millisecond", async () => {
    for (const sort_by of SORTS) {
      assert.equal(await check({ from_date: MOMENT, to_date: MOMENT, sort_by }, within(MOMENT, MOMENT), weighed(1)), 1);
      const query = { from_date: MOMENT, to_date: MOMENT, keyword: "moment", min_likes: 0, sort_by };
      assert.equal(await check(query, within(MOMENT, MOMENT), weighed(3)), 1);
    }
    await check({ from_date: MOMENT, to_date: MOMENT }, within(MOMENT, MOMENT), simple(1));
    const never = { from_date: "2031-01-01T00:00:00.001Z", to_date: "2031-01-01T00:00:00.001Z" };
    for (const sort_by of SORTS) assert.equal(await check({ ...never, sort_by }, () => false, weighed(0)), 0);
  });

  test("of all years", async () => {
    const all = { from_date: "1970-01-01", to_date: "2099-12-31" };
    for (const sort_by of SORTS) {
      for (const sort_order of ["asc", "desc"]) {
        await check({ ...all, sort_by, sort_order }, () => true, weighed(50));
        await check({ ...all, sort_by, sort_order, keyword: "coral" }, has("coral"), weighed(count(has("coral"))));
      }
    }
    await check(all, () => true, simple(50));
    await check({ ...all, sort_order: "asc" }, () => true, simple(50));
  });
});

describe("deep cursors", () => {
  /** Walks to the end; returns the posts and the most rows that a page read. */
  async function walked(query) {
    const found = [];
    let [cursor, rows] = [undefined, 0];
    do {
      const answer = await get(address(SEARCH, { ...query, cursor }));
      assert.equal(answer.status, 200, answer.text);
      found.push(...answer.body.data.posts);
      rows = Math.max(rows, Number(answer.headers["x-rows-read"]));
      cursor = answer.body.data.page.next_cursor ?? undefined;
    } while (cursor);
    return { found, rows };
  }

  for (const [query, passes, most] of [
    [{}, () => true, () => simple(100)],
    [{ keyword: "coral", sort_order: "asc" }, has("coral"), () => simple(100)],
    [{ sort_by: "likes_count" }, () => true, () => weighed(100, 100)],
    [{ sort_by: "views_count", sort_order: "asc", keyword: "coral" }, has("coral"), () => weighed(count(has("coral")), 100)],
  ]) {
    test(`the last page is as right as the first, and no dearer: ${JSON.stringify(query)}`, async () => {
      const { found, rows } = await walked({ ...query, limit: 100 });
      const { sort_by = "published_at", sort_order = "desc" } = query;
      const expected = posts.filter(passes).sort(order(sort_by, sort_order === "desc"));
      assert.deepEqual(found.map(rank(sort_by)), expected.map(rank(sort_by)));
      assert.deepEqual(found.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort());
      assert.ok(rows <= most(), `a page read ${rows} rows, ${most()} are expected at most`);
    });
  }

  test("a cursor beyond the end is an empty last page, free of charge", async () => {
    const line = (n, rest) => post(`moved-${n}`, { username: "soon.moved", content: "ephemeral", likes_count: n, published_at: `2026-06-0${n}T00:00:00Z`, ...rest });
    await load(server, [1, 2, 3].map((n) => line(n)));
    const queries = ["published_at", "likes_count"].map((sort_by) => ({ keyword: "ephemeral", limit: 1, sort_by, sort_order: "asc" }));
    const cursors = await Promise.all(queries.map(async (query) => (await get(address(SEARCH, query))).body.data.page.next_cursor));
    const earlier = { likes_count: 0, published_at: "2026-05-31T00:00:00Z", collected_at: "2026-06-30T00:00:00Z" };
    assert.equal((await load(server, [2, 3].map((n) => line(n, earlier)))).updated, 2);
    for (const [n, query] of queries.entries()) {
      const answer = await get(address(SEARCH, { ...query, cursor: cursors[n] }));
      assert.deepEqual([answer.status, answer.body.data.posts, answer.headers["x-credits-charged"]], [200, [], "0"]);
      assert.deepEqual(answer.body.data.page, { limit: 1, returned: 0, has_more: false, next_cursor: null });
      assert.ok(Number(answer.headers["x-rows-read"]) <= weighed(0));
    }
  });
});
