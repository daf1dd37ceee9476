// Walks through pages: nothing twice, nothing left out, in the order that was asked for, and the same bytes each time.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, ids, walk } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const COUNTS = ["likes_count", "comments_count", "views_count"];
const INSTANT = "2026-01-01T00:00:00.000Z";

/** 300 posts of one millisecond, by ten authors, with few different counts and some unknown ones. */
const TIED = Array.from({ length: 300 }, (_, n) => {
  const count = (every) => (n % every === 0 ? null : n % 5);
  return post(`t${n}`, {
    platform: "tiktok", username: `tied${n % 10}`, published_at: INSTANT, hashtags: ["Tied"], content: `tied number ${n}`,
    likes_count: count(3), comments_count: count(4), views_count: count(7),
  });
});
/** Posts of different times, with equal and unknown counts. */
const SPREAD = Array.from({ length: 20 }, (_, n) =>
  post(`s${n}`, { username: "spread", published_at: new Date(Date.UTC(2026, 4, 1 + n)).toISOString(), likes_count: [null, 3, 9, 0][n % 4] }),
);

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, [...TIED, ...SPREAD]);
});
after(() => server?.stop());

const id = (one) => one.platform_post_id;
const sorted = (texts) => [...texts].sort();

describe("300 posts in one millisecond, in pages of 7", () => {
  for (const sort_by of ["published_at", ...COUNTS]) {
    test(`by ${sort_by}: each once, and asc is desc turned round within its counts`, async () => {
      const query = { hashtag: "tied", platform: "tiktok", sort_by, limit: 7 };
      const [desc, asc] = await Promise.all(["desc", "asc"].map((sort_order) => walk(get, SEARCH, { ...query, sort_order })));
      for (const walked of [desc, asc]) assert.deepEqual(sorted(walked.map(id)), sorted(TIED.map(id)));
      if (sort_by === "published_at") return assert.deepEqual(asc.map(id), desc.map(id).reverse());
      const known = (posts) => posts.filter((one) => one[sort_by] !== null);
      for (const [walked, sign] of [[desc, -1], [asc, 1]]) {
        const counts = known(walked).map((one) => one[sort_by]);
        assert.deepEqual(counts, [...counts].sort((a, b) => sign * (a - b)));
        assert.ok(walked.slice(counts.length).every((one) => one[sort_by] === null), "nulls last");
      }
      assert.deepEqual(known(asc).map(id), known(desc).map(id).reverse());
      const unknown = (posts) => posts.filter((one) => one[sort_by] === null).map(id);
      assert.deepEqual(unknown(asc), unknown(desc).reverse());
    });
  }

  test("the same through every address that lists them", async () => {
    const whole = (await walk(get, SEARCH, { hashtag: "tied", limit: 100 })).map(id);
    const tagged = await walk(get, `${API}/posts/by-hashtag/tiktok/%23TIED`, { limit: 7 });
    assert.deepEqual(tagged.map(id), whole);
    const worded = await walk(get, SEARCH, { keyword: "tied", limit: 13 });
    assert.deepEqual(worded.map(id), whole);
    const authored = await walk(get, `${API}/posts/by-user/tiktok/tied3`, { limit: 7 });
    assert.deepEqual(authored.map(id), whole.filter((one) => Number(one.slice(1)) % 10 === 3));
    const everything = await walk(get, SEARCH, { to_date: INSTANT, limit: 99 });
    assert.deepEqual(everything.map(id), whole);
    const kind = await walk(get, SEARCH, { platform: "tiktok", limit: 50 });
    assert.deepEqual(kind.map(id), whole);
  });
});

test("equal counts, and unknown ones, are newest first in desc and oldest first in asc", async () => {
  const by = (sign) => [...SPREAD].sort((a, b) => {
    if ((a.likes_count === null) !== (b.likes_count === null)) return a.likes_count === null ? 1 : -1;
    return sign * (a.likes_count - b.likes_count || Date.parse(a.published_at) - Date.parse(b.published_at));
  });
  for (const [sort_order, sign] of [["desc", -1], ["asc", 1]]) {
    const walked = await walk(get, `${API}/posts/by-user/instagram/spread`, { sort_by: "likes_count", sort_order, limit: 3 });
    assert.deepEqual(walked.map(id), by(sign).map(id), sort_order);
  }
});

test("has_more is exact at the edges of a page", async () => {
  for (const [limit, returned, more] of [[19, 19, true], [20, 20, false], [21, 20, false], [100, 20, false]]) {
    const answer = await get(address(`${API}/posts/by-user/instagram/spread`, { limit }));
    const { page } = answer.body.data;
    assert.deepEqual([page.returned, page.has_more, page.next_cursor !== null], [returned, more, more]);
    assert.equal(answer.headers.link !== undefined, more);
  }
});

test("the next link is the absolute address of the next page, without a token", async () => {
  let link = address(`${server.url}${API}/posts/by-user/instagram/spread`, { limit: 6, sort_by: "likes_count" });
  const walked = [];
  while (link) {
    const answer = await get(link.slice(server.url.length));
    walked.push(...ids(answer));
    const next = answer.headers.link;
    assert.ok(!next || !next.includes("postern_"), next);
    link = next && /^<([^>]+)>; rel="next"$/.exec(next)[1];
    assert.ok(!link || link.startsWith(`${server.url}/`), link);
  }
  assert.deepEqual(sorted(walked), sorted(SPREAD.map(id)));
});

test("the same query gives the same bytes and the same ETag", async () => {
  const path = address(SEARCH, { keyword: "tied number", sort_by: "views_count", limit: 40 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => get(path)));
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
  assert.equal(new Set(answers.map((answer) => answer.headers.etag)).size, 1);
  const reordered = await get(address(SEARCH, { limit: 40, sort_by: "views_count", keyword: "tied number" }));
  assert.equal(reordered.text, answers[0].text);
});

test("a walk during an import returns each post that was there throughout exactly once", async () => {
  const there = Array.from({ length: 60 }, (_, n) => post(`w${n}`, { platform: "linkedin", username: "walker", published_at: new Date(Date.UTC(2026, 5, 1, n)).toISOString() }));
  await load(server, there);
  const path = `${API}/posts/by-user/linkedin/walker`;
  for (const sort_order of ["desc", "asc"]) {
    const walked = [];
    let cursor;
    for (let page = 0; page < 40; page += 1) {
      const { data } = (await get(address(path, { limit: 7, sort_order, cursor }))).body;
      walked.push(...data.posts.map(id));
      if (!data.page.has_more) break;
      cursor = data.page.next_cursor;
      // New posts on both sides of the cursor, some in its own millisecond, and new counts for one that was there.
      const beside = data.posts.at(-1).published_at;
      const times = page < 8 ? [beside, beside, "2026-06-01T00:30:00Z", "2026-06-03T23:30:00Z"] : [];
      await load(server, [
        ...times.map((published_at, n) => post(`${sort_order}${page}-${n}`, { platform: "linkedin", username: "walker", published_at })),
        { ...there[page], likes_count: page, collected_at: `2026-07-0${sort_order === "asc" ? 2 : 1}T00:00:00Z` },
      ]);
    }
    assert.equal(new Set(walked).size, walked.length, "no post twice");
    const mine = new Set(there.map(id));
    const expected = there.map(id);
    assert.deepEqual(walked.filter((one) => mine.has(one)), sort_order === "asc" ? expected : expected.reverse());
  }
});

test("twitter and x are two names of one network", async () => {
  const told = await load(server, [
    post("77", { platform: "twitter", username: "two.names", content: "one #bird", kind: "reply", refers_to: "twitter:76" }),
    post("78", { platform: "x", username: "two.names", content: "two #bird" }),
  ]);
  assert.equal(told.inserted, 2);
  const again = await load(server, [post("77", { platform: "x", username: "two.names", content: "one #bird" })]);
  assert.deepEqual([again.inserted, again.unchanged], [0, 1]);
  for (const [name, expected] of [["twitter", "twitter"], ["X", "x"], ["Twitter", "twitter"]]) {
    for (const path of [`${API}/posts/by-user/${name}/two.names`, `${API}/posts/by-hashtag/${name}/bird`, `${SEARCH}?keyword=%23bird&platform=${name}`]) {
      const { posts, query } = (await get(path)).body.data;
      assert.deepEqual(posts.map((one) => [one.platform, one.id]).sort(), [[expected, "x:77"], [expected, "x:78"]], path);
      assert.equal(query.platform, expected);
    }
  }
  const { posts } = (await get(`${SEARCH}?username=two.names`)).body.data;
  assert.deepEqual(posts.map((one) => one.platform), ["x", "x"]);
  assert.equal(posts.find((one) => one.id === "x:77").refers_to, "x:76");
});
