// Each parameter's good, edge and bad values, and how addresses are decoded.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, faults, ids } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const MOST = "9007199254740991";

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
});
after(() => server?.stop());

/** For each parameter: values that are taken with their echo, and values that are refused with their code. */
const TABLE = {
  limit: {
    good: { 1: 1, 7: 7, 100: 100 },
    bad: {
      OUT_OF_RANGE: ["0", "101", "-1", "99999999999999999999"],
      INVALID_VALUE: ["+5", "5.0", "050", "00", "5 ", " 5", "1e1", "0x5", "five", "٥", "-0", "5,5", "NaN"],
    },
  },
  min_likes: {
    good: { 0: 0, 1: 1, [MOST]: Number(MOST) },
    bad: { OUT_OF_RANGE: ["-1", "9007199254740992", "18446744073709551616"], INVALID_VALUE: ["1.5", "01", "1e3", "null", "+1"] },
  },
  min_comments: {
    good: { 0: 0, 12: 12, [MOST]: Number(MOST) },
    bad: { OUT_OF_RANGE: ["-5", "9007199254740992"], INVALID_VALUE: ["many", "1_000"] },
  },
  media_type: {
    good: { image: "image", video: "video", carousel: "carousel", reel: "reel", none: "none", "video,image": "image,video" },
    bad: { INVALID_VALUE: ["text", "Image", "images", "image,gif", "image,image", "null"] },
  },
  kind: {
    good: { original: "original", "reply,quote,repost": "quote,reply,repost" },
    bad: { INVALID_VALUE: ["Reply", "retweet", "reply,", "reply,reply"] },
  },
  language: {
    good: { pt: "pt", "pt-BR": "pt", "EN,zh-Hant-TW": "en,zh", und: "und" },
    bad: { INVALID_VALUE: ["p", "português", "pt,pt-BR", "en us", "e1"] },
  },
  mentions: {
    good: { "@Reef.Watch": "reef.watch", "b,a": "a,b" },
    bad: { INVALID_VALUE: ["@", "a b", "a,,b", "STRASSE,straße"], OUT_OF_RANGE: ["é".repeat(101)] },
  },
  refers_to: {
    good: { "x:123": "x:123", "Twitter:123": "x:123", "instagram:C8abc_-": "instagram:C8abc_-" },
    bad: { INVALID_VALUE: ["nonsense", "x:", "myspace:1", "123"] },
  },
  min_views: { good: { 0: 0, [MOST]: Number(MOST) }, bad: { OUT_OF_RANGE: ["-1"], INVALID_VALUE: ["few"] } },
  min_shares: { good: { 7: 7 }, bad: { OUT_OF_RANGE: ["9007199254740992"], INVALID_VALUE: ["1.5"] } },
  exclude_username: { good: { "b,@A": "a,b" }, bad: { INVALID_VALUE: ["a,a"], OUT_OF_RANGE: [Array.from({ length: 21 }, (_, n) => `u${n}`).join(",")] } },
  exclude_hashtag: { good: { "#Reef": "reef" }, bad: { INVALID_VALUE: ["#", "a,"] } },
  exclude_mentions: { good: { a: "a" }, bad: { INVALID_VALUE: ["a/b"] } },
  sort_by: {
    good: { published_at: "published_at", likes_count: "likes_count", comments_count: "comments_count", views_count: "views_count" },
    bad: { INVALID_VALUE: ["likes", "shares_count", "Published_At", "published_at desc"] },
  },
  sort_order: { good: { asc: "asc", desc: "desc" }, bad: { INVALID_VALUE: ["ASC", "descending", "-1"] } },
  platform: {
    good: { tiktok: "tiktok", Instagram: "instagram", TWITTER: "twitter", X: "x", snapchat: "snapchat", LinkedIn: "linkedin" },
    bad: { UNSUPPORTED_PLATFORM: ["facebook", "x ", "twitter.com", "tik-tok"] },
  },
  username: {
    good: {
      "Reef.Watch": "reef.watch", "@reef": "reef", "@@reef": "@reef", ＲＥＥＦ: "reef", STRASSE: "strasse", straße: "strasse", "مرجان": "مرجان",
      ["é".repeat(100)]: "é".repeat(100), "🐠": "🐠", "a+b": "a+b", "a%b": "a%b",
    },
    bad: { INVALID_VALUE: ["@", "a b", "a/b", "a\u0007", "a\u00a0b", "\u0000"], OUT_OF_RANGE: ["é".repeat(101)] },
  },
  hashtag: {
    good: {
      Reef: "reef", "#Reef": "reef", "＃Reef": "reef", "##reef": "#reef", サンゴ: "サンゴ", "👩‍🚀": "👩‍🚀", "c/c++": "c/c++", Émaux: "émaux",
      ["a".repeat(100)]: "a".repeat(100),
    },
    bad: { INVALID_VALUE: ["#", "a b", "a\tb", "a\u3000b"], OUT_OF_RANGE: ["🐠".repeat(101)] },
  },
  keyword: {
    good: Object.fromEntries(["reef", '"coral reef" -bleach*', "a OR b", "珊瑚", "ref*", "珊瑚*", "100%", "x".repeat(256), "*, reef"].map((text) => [text, text])),
    bad: {
      INVALID_VALUE: ['"open', "-only", "OR", "a OR", "OR b", "a OR -b", "...", "ab*", "*", Array(33).fill("a").join(" "), Array.from({ length: 17 }, (_, n) => `abc${n}*`).join(" ")],
      OUT_OF_RANGE: ["é".repeat(257)],
    },
  },
  from_date: {
    good: {
      "1970-01-01": "1970-01-01T00:00:00.000Z", "2024-02-29": "2024-02-29T00:00:00.000Z", "2026-03-01T10:00:00Z": "2026-03-01T10:00:00.000Z",
      "2026-03-01T10:00:00.25+02:00": "2026-03-01T08:00:00.250Z", "2026-03-01t10:00:00-00:30": "2026-03-01T10:30:00.000Z",
      "2100-01-01T00:00:00+01:00": "2099-12-31T23:00:00.000Z", "2026-03-01T10:00:00 02:00": "2026-03-01T08:00:00.000Z",
    },
    bad: {
      INVALID_VALUE: ["2023-02-29", "2026-3-1", "2026-13-01", "2026-03-01T10:00:00", "2026-03-01 10:00:00Z", "2026-03-01T25:00:00Z", "20260301", "yesterday", "1772388245"],
      OUT_OF_RANGE: ["1969-12-31", "2100-01-01", "1970-01-01T00:00:00+01:00"],
    },
  },
  to_date: {
    good: {
      "2026-03-01": "2026-03-02T00:00:00.000Z", "2099-12-31": "2100-01-01T00:00:00.000Z", "2026-03-01T10:00:00Z": "2026-03-01T10:00:00.001Z",
      "2026-03-01T10:00:00.25+02:00": "2026-03-01T08:00:00.251Z",
    },
    bad: { INVALID_VALUE: ["2026-02-30", "tomorrow", "2026-03-01T10:00:00+2:00"], OUT_OF_RANGE: ["1969-12-31", "2100-01-01"] },
  },
};
const ECHO = { from_date: "from", to_date: "to_exclusive" };

for (const [name, { good, bad }] of Object.entries(TABLE)) {
  describe(name, () => {
    test("good values are understood", async () => {
      await Promise.all(Object.entries(good).map(async ([value, echo]) => {
        const answer = await get(address(SEARCH, { [name]: value }));
        assert.equal(answer.status, 200, answer.text);
        const { query, page } = answer.body.data;
        assert.deepEqual(name === "limit" ? page.limit : query[ECHO[name] ?? name], echo);
      }));
    });
    test("bad values are refused, never bent", async () => {
      await Promise.all(Object.entries(bad).flatMap(([code, values]) => values.map(async (value) => {
        assert.deepEqual(faults(await get(address(SEARCH, { [name]: value }))), [`${name} ${code}`], value);
      })));
    });
    test("an empty value and a second one are refused", async () => {
      const value = encodeURIComponent(Object.keys(good)[0]);
      assert.deepEqual(faults(await get(`${SEARCH}?${name}=`)), [`${name} EMPTY_VALUE`]);
      assert.deepEqual(faults(await get(`${SEARCH}?${name}`)), [`${name} EMPTY_VALUE`]);
      assert.deepEqual(faults(await get(`${SEARCH}?${name}=${value}&${name}=${value}`)), [`${name} DUPLICATE_PARAMETER`]);
    });
  });
}

test("every wrong item of a list is named, with what was probably meant", async () => {
  const told = async (query) => {
    const answer = await get(`${SEARCH}?${query}`);
    fault(answer, 400, "INVALID_PARAMETER");
    return answer.body.error.details.map((one) => [one.parameter, one.code, ...[one.did_you_mean].filter(Boolean)].join(" "));
  };
  for (const [query, expected] of [
    ["kind=original,quot,re", ["kind INVALID_VALUE quote", "kind INVALID_VALUE"]],
    ["platform=facebook,myspace", ["platform UNSUPPORTED_PLATFORM", "platform UNSUPPORTED_PLATFORM"]],
    ["platform=instagran", ["platform UNSUPPORTED_PLATFORM instagram"]],
    ["media_type=foo,bar", ["media_type INVALID_VALUE", "media_type INVALID_VALUE"]],
    ["username=a,b&exclude_username=a,b", ["exclude_username INVALID_VALUE", "exclude_username INVALID_VALUE"]],
    ["username=a%20b,c,,d%20e&limit=0", ["username INVALID_VALUE", "username INVALID_VALUE", "username INVALID_VALUE", "limit OUT_OF_RANGE"]],
    ["platform=&kind=&sort_by=", ["platform EMPTY_VALUE", "kind EMPTY_VALUE", "sort_by EMPTY_VALUE"]],
    ["sort_by=likes&format=jsn", ["sort_by INVALID_VALUE likes_count", "format INVALID_VALUE json"]],
    [`refers_to=x:${"1".repeat(257)}`, ["refers_to OUT_OF_RANGE"]],
  ]) {
    assert.deepEqual(await told(query), expected, query);
  }
  const grouped = await get(`${API}/posts/counts?group_by=days`);
  assert.equal(grouped.body.error.details[0].did_you_mean, "day");
  const two = await get(`${API}/posts/by-user/x,tiktok/a`);
  assert.deepEqual([two.body.error.details[0].code, two.body.error.details[0].did_you_mean], ["UNSUPPORTED_PLATFORM", undefined], "neither of the two was meant alone");
});

test("what is in the path is refused in the query, and names are exact", async () => {
  for (const name of ["platform", "username", "hashtag", "keyword"]) {
    for (const path of [`${API}/posts/by-user/x/a`, `${API}/posts/by-hashtag/x/a`]) {
      assert.deepEqual(faults(await get(address(path, { [name]: "x" }))), [`${name} UNKNOWN_PARAMETER`]);
    }
  }
  for (const name of ["Limit", "from", "page", "media_type[]", " limit"]) {
    assert.deepEqual(faults(await get(address(SEARCH, { [name]: "1" }))), [`${name} UNKNOWN_PARAMETER`]);
  }
});

test("a range includes both of its ends, and one that runs backwards is refused", async () => {
  for (const [from, to] of [["2026-03-01", "2026-03-01"], ["2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z"], ["2026-03-01T23:59:59Z", "2026-03-01"]]) {
    assert.equal((await get(address(SEARCH, { from_date: from, to_date: to }))).status, 200);
  }
  for (const [from, to] of [["2026-03-02", "2026-03-01"], ["2026-03-01T10:00:00.001Z", "2026-03-01T10:00:00Z"], ["2026-03-02T00:00:00Z", "2026-03-01"]]) {
    assert.deepEqual(faults(await get(address(SEARCH, { from_date: from, to_date: to }))), ["from_date INVALID_RANGE"]);
  }
});

describe("decoding", () => {
  const username = async (segment) => (await get(`${API}/posts/by-user/tiktok/${segment}`)).body?.data?.query.username;

  test("a path is decoded once, and + is itself there", async () => {
    assert.equal(await username("%52eef"), "reef");
    assert.equal(await username("a+b"), "a+b");
    assert.equal(await username("a%2Bb"), "a+b");
    assert.equal(await username("a%2541"), "a%41");
    assert.equal(await username("%F0%9F%90%A0"), "🐠");
    assert.equal(await username("%40reef"), "reef");
    assert.deepEqual((await get(`${API}/posts/by-hashtag/%54ikTok/%23a%2Fb`)).body.data.query.hashtag, "a/b");
  });

  test("what can't be decoded, and a slash in a username, is a fault of its parameter", async () => {
    for (const segment of ["%ff", "%", "%4", "%zz", "a%2Fb", "%20", "%00", "%C3%28", "%ED%A0%80"]) {
      assert.deepEqual(faults(await get(`${API}/posts/by-user/x/${segment}`)), ["username INVALID_VALUE"], segment);
    }
    assert.deepEqual(faults(await get(`${API}/posts/by-hashtag/%ff/a`)), ["platform INVALID_VALUE"]);
    assert.deepEqual(faults(await get(`${SEARCH}?keyword=%ff`)), ["keyword INVALID_VALUE"]);
    assert.deepEqual(faults(await get(`${SEARCH}?hashtag=%&limit=%zz`)), ["hashtag INVALID_VALUE", "limit INVALID_VALUE"]);
  });

  test("an empty segment is a 404", async () => {
    for (const path of ["by-user/x/", "by-user//a", "by-hashtag//"]) fault(await get(`${API}/posts/${path}`), 404, "NOT_FOUND");
  });

  test("+ is a blank in a query, and in dates the + of an offset", async () => {
    assert.equal((await get(`${SEARCH}?keyword=coral+reef%2Bb`)).body.data.query.keyword, "coral reef+b");
    const { query } = (await get(`${SEARCH}?from_date=2026-03-01T10:00:00+02:00&to_date=2026-03-01T10:00:00%2B01:00`)).body.data;
    assert.deepEqual([query.from, query.to_exclusive], ["2026-03-01T08:00:00.000Z", "2026-03-01T09:00:00.001Z"]);
  });

  test("empty pairs between & are nothing", async () => {
    assert.equal((await get(`${SEARCH}?&&limit=2&`)).body.data.page.limit, 2);
    assert.equal((await get(`${SEARCH}?`)).status, 200);
  });
});

describe("cursors", () => {
  let cursor;
  const base = { platform: "x", hashtag: "Walk", limit: 2 };
  before(async () => {
    await load(server, Array.from({ length: 7 }, (_, n) => post(`c${n}`, { platform: "x", hashtags: ["walk"], likes_count: n })));
    cursor = (await get(address(SEARCH, base))).body.data.page.next_cursor;
    assert.equal(typeof cursor, "string");
  });
  const next = (query) => get(address(SEARCH, { ...base, ...query, cursor: query.cursor ?? cursor }));

  test("go on with another limit, the network's other name and names that are compared alike", async () => {
    const expected = ids(await next({}));
    assert.equal(expected.length, 2);
    for (const query of [{ platform: "twitter" }, { platform: "TWITTER" }, { hashtag: "#wALK" }, { sort_by: "published_at", sort_order: "desc" }]) {
      assert.deepEqual(ids(await next(query)), expected);
    }
    assert.deepEqual(ids(await next({ limit: 4 })).slice(0, 2), expected);
    assert.equal(ids(await next({ limit: undefined })).length, 5);
  });

  test("are of one query only", async () => {
    const others = [
      { platform: "tiktok" }, { platform: undefined }, { hashtag: "walks" }, { keyword: "walk" }, { media_type: "image" }, { min_likes: 0 },
      { min_comments: 0 }, { from_date: "1970-01-01" }, { to_date: "2099-12-31" }, { sort_order: "asc" }, { sort_by: "likes_count" }, { username: "a" },
      { platform: "x,tiktok" }, { hashtag: "walk,walks" }, { kind: "original" }, { language: "und" }, { min_views: 0 }, { exclude_username: "a" },
    ];
    for (const query of others) assert.deepEqual(faults(await next(query)), ["cursor INVALID_CURSOR"], JSON.stringify(query));
  });

  test("that are malformed are refused", async () => {
    for (const text of ["x", cursor.slice(1), `${cursor}A`, `${cursor}=`, `${cursor}.`, cursor.toUpperCase(), cursor.replace(/^./, "_"), "%00", "0", "null", " "]) {
      assert.deepEqual(faults(await next({ cursor: text })), ["cursor INVALID_CURSOR"], text);
    }
  });

  test("are answered again and again alike", async () => {
    const [one, two] = [await next({}), await next({})];
    assert.equal(one.text, two.text);
  });
});
