// Numbers of more posts than one answer counts, added up.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { post } from "../api/support/posts.mjs";
import { project } from "./support/installed.mjs";

const POSTS = Array.from({ length: 40_100 }, (_, n) =>
  post(n, {
    username: `u${n % 3}`,
    // A sign beyond the first plane sorts after a private one by bytes, and before it by UTF-16.
    hashtags: [`t${n % 130}`, "\u{1f980}", "\uf8ff"].slice(0, n % 4),
    language: n % 5 ? "en" : null,
    likes_count: n % 10 ? n : null,
    views_count: n % 20_000 === 7 ? Number.MAX_SAFE_INTEGER - 1 : 1,
    published_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  }),
);

let consumer;
let set;
before(async () => {
  consumer = await project();
  const { PostSet } = await import(pathToFileURL(join(consumer.folder, "node_modules/@postern/client/dist/offline/index.js")));
  set = await PostSet.from(POSTS.map((one) => JSON.stringify(one)).join("\n"));
});
after(() => consumer?.remove());

/** The numbers of some posts. */
function tally(posts) {
  const sum = (name) => {
    const known = posts.filter((one) => (one[name] ?? null) !== null);
    const total = known.reduce((sum, one) => sum + BigInt(one[name]), 0n);
    return { sum: total > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(total), known: known.length };
  };
  return { posts: posts.length, likes_count: sum("likes_count"), comments_count: sum("comments_count"), views_count: sum("views_count"), shares_count: sum("shares_count") };
}

function groups(keys) {
  const found = new Map();
  for (const one of POSTS) {
    for (const key of keys(one)) {
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(one);
    }
  }
  return [...found].map(([key, posts]) => ({ key, ...tally(posts) }));
}

test("all answers of a walk add up exactly", async () => {
  const answers = [];
  for await (const answer of set.counts({ groupBy: "day" }).pages()) answers.push(answer);
  assert.deepEqual(answers.map(({ total, page }) => [total.posts, page.has_more]), [[20_000, true], [20_000, true], [100, false]]);
  const all = await set.counts({ groupBy: "day" }).all();
  assert.deepEqual(all.total, tally(POSTS));
  assert.equal(all.total.views_count.sum, null);
  assert.deepEqual(all.groups, groups((one) => [one.published_at.slice(0, 10)]));
  assert.deepEqual([all.page, all.others, all.credits], [{ from: null, to_exclusive: null, has_more: false, next_cursor: null }, null, { charged: 0, remaining: null }]);
});

test("groups that have no top are exact, the most posts first", async () => {
  for (const [groupBy, keys] of [["username", (one) => [one.author.username]], ["language", (one) => [one.language]], ["kind", () => ["original"]]]) {
    const expected = groups(keys).sort((one, other) => other.posts - one.posts || (one.key < other.key ? -1 : 1));
    assert.deepEqual((await set.counts({ groupBy }).all()).groups, expected, groupBy);
  }
});

test("as many groups as were asked for remain, and the others are added up", async () => {
  const all = await set.counts({ groupBy: "hashtag", top: 2 }).all();
  const expected = groups((one) => one.hashtags).sort((one, other) => other.posts - one.posts);
  // Both have the most posts, in order of their bytes.
  assert.deepEqual(all.groups.map(({ key }) => key), ["\u{1f980}", "\uf8ff"]);
  assert.deepEqual(all.groups, ["\u{1f980}", "\uf8ff"].map((key) => expected.find((one) => one.key === key)));
  assert.equal(all.others.posts, expected.slice(2).reduce((sum, one) => sum + one.posts, 0));
});

test("equal groups are in the order of their bytes", async () => {
  const PostSet = set.constructor;
  const tie = await PostSet.from([0, 1].map((n) => JSON.stringify(post(n, { hashtags: ["\u{1f980}", "\uf8ff", "t"] }))).join("\n"));
  const one = await tie.counts({ groupBy: "hashtag" });
  assert.deepEqual(one.groups.map(({ key }) => key), ["t", "\uf8ff", "\u{1f980}"]);
  assert.deepEqual((await tie.counts({ groupBy: "hashtag" }).all()).groups, one.groups);
});
