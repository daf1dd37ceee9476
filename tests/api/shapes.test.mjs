// Which keys of posts an answer has, and in which format: what is written, what it costs, and what it shares with JSON.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, balance, caller, fault, faults, newAccount } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { load, post } from "./support/posts.mjs";

const USER = `${API}/posts/by-user/twitter/rich`;
const TAG = `${API}/posts/by-hashtag/twitter/reef`;
const KEYS = [
  "id", "platform", "platform_post_id", "url", "author", "content", "language", "media_type", "media", "hashtags", "mentions", "likes_count", "comments_count",
  "views_count", "shares_count", "saves_count", "kind", "refers_to", "approximate", "published_at", "edited_at", "collected_at",
];
const AUTHOR = ["id", "username", "display_name", "url", "avatar_url", "verified", "followers_count"];
const COLUMNS = KEYS.flatMap((key) => (key === "author" ? AUTHOR.map((part) => `author_${part}`) : key === "media" ? ["media_urls"] : [key]));
const CSV = "text/csv; charset=utf-8";
const NDJSON = "application/x-ndjson";
const TODAY = /\d{4}-\d\d-\d\d/;

const RICH = post("r", {
  platform: "twitter", content: 'He said "low, tide"\r\n=and #reef', media_type: "carousel", language: "en", kind: "reply", refers_to: "x:1", approximate: ["likes_count"], likes_count: 5,
  mentions: ["kelp", "bo"], hashtags: ["reef", "サンゴ"], published_at: "2026-03-05T00:00:00Z", edited_at: "2026-03-06T00:00:00Z", collected_at: "2026-03-07T00:00:00Z",
  media: [{ type: "image", url: "https://cdn.example/1" }, { type: "video", url: "https://cdn.example/2", duration_ms: 100 }],
  author: { username: "rich", id: "17", display_name: "=Rich", url: "https://a.example", verified: false, followers_count: 0 },
});

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, [RICH, ...Array.from({ length: 6 }, (_, n) => post(`p${n}`, { content: `-${n} #kelp` }))]);
});
after(() => server?.stop());

/** The cells of a CSV file: a reader of its own, so that quotes are looked at. */
function cells(text) {
  assert.match(text, /\r\n$/, "every line ends");
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  assert.deepEqual(rows.pop(), []);
  return rows;
}

const lines = (answer) => answer.text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
const whole = async (path) => (await get(path)).body.data.posts;

describe("fields", () => {
  test("an answer has the keys that are asked for, in the order of a post, and always the id", async () => {
    for (const path of [SEARCH, USER, TAG]) {
      const all = await whole(path);
      for (const [fields, keys] of [["likes_count,content", ["id", "content", "likes_count"]], ["id", ["id"]], ["platform", ["id", "platform"]], [KEYS.toReversed().join(), KEYS]]) {
        const answer = await get(address(path, { fields }));
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.body.data.posts, all.map((one) => Object.fromEntries(keys.map((key) => [key, one[key]]))));
        for (const one of answer.body.data.posts) assert.deepEqual(Object.keys(one), keys);
      }
    }
  });

  test("parts of the author come in an author of their own", async () => {
    const [{ author }] = await whole(USER);
    for (const [fields, parts] of [["author.username,author.verified", ["username", "verified"]], ["author.url", ["url"]], ["author", AUTHOR], ["author.id,author", AUTHOR]]) {
      const [one] = await whole(address(USER, { fields }));
      assert.deepEqual(one, { id: "x:r", author: Object.fromEntries(parts.map((part) => [part, author[part]])) });
      assert.deepEqual(Object.keys(one.author), parts);
    }
  });

  test("page and query stay, and know nothing of fields", async () => {
    const [plain, some] = [await get(`${SEARCH}?limit=2`), await get(`${SEARCH}?limit=2&fields=content`)];
    assert.deepEqual(some.body.data.page, plain.body.data.page);
    assert.deepEqual(some.body.data.query, plain.body.data.query);
  });

  test("every key that there is not is named, with those that there are", async () => {
    const answer = await get(`${SEARCH}?fields=id,contents,author.name,likes&limit=0`);
    assert.deepEqual(faults(answer).sort(), ["fields INVALID_VALUE", "fields INVALID_VALUE", "fields INVALID_VALUE", "limit OUT_OF_RANGE"]);
    const named = answer.body.error.details.filter((one) => one.parameter === "fields");
    assert.deepEqual(named.map((one) => one.did_you_mean).filter(Boolean).sort(), ["content", "likes_count"]);
    for (const one of named) assert.deepEqual(one.allowed, KEYS.flatMap((key) => (key === "author" ? [key, ...AUTHOR.map((part) => `author.${part}`)] : [key])));
  });

  test("it is a list as all are", async () => {
    for (const [query, expected] of [
      ["fields=", "fields EMPTY_VALUE"], ["fields=id,,url", "fields INVALID_VALUE"], ["fields=id,", "fields INVALID_VALUE"], ["fields=url,url", "fields INVALID_VALUE"],
      ["fields=ID", "fields INVALID_VALUE"], ["fields=id&fields=url", "fields DUPLICATE_PARAMETER"], [`fields=${"url,".repeat(29)}url`, "fields OUT_OF_RANGE"],
      ["field=id", "field UNKNOWN_PARAMETER"], ["fields=id,postern_live_x", "fields TOKEN_IN_QUERY"],
    ]) {
      const answer = await get(`${SEARCH}?${query}`);
      assert.deepEqual(faults(answer), [expected], query);
      assert.ok(!answer.text.includes("postern_live_x"));
    }
    assert.equal((await get(`${SEARCH}?field=id`)).body.error.details[0].did_you_mean, "fields");
  });

  test("what is not shown does not change the ETag, and what is shown does", async () => {
    const counted = (likes, day) => load(server, [post("etag", { author: { username: "etag" }, likes_count: likes, collected_at: `2026-04-0${day}T00:00:00Z` })]);
    const etags = async () => {
      const found = [];
      for (const query of ["", "?fields=content", "?fields=likes_count", "?format=csv&fields=content", "?format=ndjson"]) found.push((await get(`${API}/posts/by-user/instagram/etag${query}`)).headers.etag);
      return found;
    };
    await counted(1, 1);
    const before = await etags();
    await counted(2, 2);
    const changed = (await etags()).map((etag, n) => etag !== before[n]);
    assert.deepEqual(changed, [true, false, true, false, true]);
  });
});

describe("CSV", () => {
  test("has a column for each key, and a line for each post", async () => {
    const answer = await get(`${USER}?format=csv`);
    assert.deepEqual([answer.status, answer.headers["content-type"]], [200, CSV]);
    const [head, row, ...rest] = cells(answer.text);
    assert.deepEqual([head, rest], [COLUMNS, []]);
    assert.deepEqual(Object.fromEntries(head.map((name, n) => [name, row[n]])), {
      id: "x:r", platform: "twitter", platform_post_id: "r", url: "", author_id: "17", author_username: "rich", author_display_name: "'=Rich", author_url: "https://a.example",
      author_avatar_url: "", author_verified: "false", author_followers_count: "0", content: 'He said "low, tide"\r\n=and #reef', language: "en", media_type: "carousel",
      media_urls: "https://cdn.example/1 https://cdn.example/2", hashtags: "reef サンゴ", mentions: "kelp bo", likes_count: "5", comments_count: "", views_count: "", shares_count: "",
      saves_count: "", kind: "reply", refers_to: "x:1", approximate: "likes_count", published_at: "2026-03-05T00:00:00.000Z", edited_at: "2026-03-06T00:00:00.000Z",
      collected_at: "2026-03-07T00:00:00.000Z",
    });
  });

  test("has the columns of the fields", async () => {
    const answer = await get(`${USER}?format=csv&fields=author.username,media,content`);
    assert.deepEqual(cells(answer.text)[0], ["id", "author_username", "content", "media_urls"]);
  });

  test("guards texts that begin like a formula, and nothing else", async () => {
    const starts = ["=1", "+1", "-1", "@a", "\tx", "\rx"];
    const kept = ["a=1", " =1", "'=1", "1-1", "；=1", "#a"];
    const all = [...starts, ...kept];
    await load(server, all.map((content, n) => post(`g${n}`, { author: { username: "guard" }, content, hashtags: [], mentions: [], published_at: `2026-03-01T00:00:${10 + n}Z` })));
    const answer = await get(`${API}/posts/by-user/instagram/guard?format=csv&fields=content&sort_order=asc`);
    assert.deepEqual(cells(answer.text).slice(1).map(([, content]) => content), [...starts.map((text) => `'${text}`), ...kept]);
  });

  test("without posts it is the header line; with mark=1 a byte order mark comes first", async () => {
    const none = `${SEARCH}?username=nobody&format=csv`;
    assert.equal((await get(none)).text, `${COLUMNS.join()}\r\n`);
    for (const [mark, first] of [["1", [0xef, 0xbb, 0xbf]], ["0", [0x69, 0x64, 0x2c]]]) {
      const answer = await fetch(`${server.url}${none}&mark=${mark}`, { headers: { authorization: `Bearer ${server.token}` } });
      assert.deepEqual([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)], first);
    }
    const marked = await get(`${SEARCH}?format=csv&mark=1&limit=1`);
    const [, next] = /<(.+)>; rel="next"/.exec(marked.headers.link);
    assert.ok(next.includes("format=csv") && !next.includes("mark"), "a mark in the middle of joined pages would be part of a text");
    assert.ok(!(await get(next.slice(next.indexOf("/api/")))).text.startsWith("\ufeff"));
    assert.deepEqual(faults(await get(`${SEARCH}?format=csv&mark=yes`)), ["mark INVALID_VALUE"]);
    assert.deepEqual(faults(await get(`${SEARCH}?mark=1`)), ["mark INVALID_VALUE"]);
    assert.deepEqual(faults(await get(`${SEARCH}?mark=1&format=ndjson`)), ["mark INVALID_VALUE"]);
  });
});

describe("NDJSON", () => {
  test("has a post a line, as in a page", async () => {
    for (const path of [SEARCH, USER, `${SEARCH}?fields=content,author.username`]) {
      const answer = await get(`${path}${path.includes("?") ? "&" : "?"}format=ndjson`);
      assert.deepEqual([answer.status, answer.headers["content-type"]], [200, NDJSON]);
      assert.deepEqual(lines(answer), await whole(path));
      assert.ok(answer.text.endsWith("\n") && !answer.text.includes("\n\n"));
    }
  });

  test("without posts it is empty", async () => {
    for (const fields of [undefined, "id"]) assert.equal((await get(address(SEARCH, { username: "nobody", format: "ndjson", fields }))).text, "");
  });
});

describe("the format", () => {
  const type = async (path, accept) => {
    const answer = await get(path, { headers: accept === undefined ? {} : { accept } });
    return answer.status === 200 ? answer.headers["content-type"].split(";")[0] : answer.status;
  };

  test("is the one that Accept likes best", async () => {
    for (const [accept, expected] of [
      [undefined, "application/json"], ["*/*", "application/json"], ["text/csv", "text/csv"], ["TEXT/CSV;header=present", "text/csv"], [NDJSON, NDJSON], ["text/*", "text/csv"],
      ["text/csv, application/json", "application/json"], ["text/csv;q=0.9, application/json;q=0.8", "text/csv"], ["text/csv;q=0.1, */*;q=0.2", "application/json"],
      ["text/csv;q=0", 406], ["text/csv;q=0, */*", "application/json"], ["application/json;q=0, */*", 406], ["application/json;q=0, application/*", 406], ["application/json;q=0, text/csv;q=0.1, */*", "text/csv"], ["text/html", 406], ["image/png, text/plain", 406],
    ]) {
      assert.equal(await type(SEARCH, accept), expected, accept);
    }
    const { message } = fault(await get(SEARCH, { headers: { accept: "text/html" } }), 406, "NOT_ACCEPTABLE");
    assert.match(message, /application\/json or text\/csv or application\/x-ndjson/);
  });

  test("is named by `format`, which wins, and then Accept never is a 406", async () => {
    for (const accept of [undefined, "text/html", "application/json", "text/csv", `${NDJSON};q=0`]) {
      assert.equal(await type(`${SEARCH}?format=json`, accept), "application/json");
      assert.equal(await type(`${SEARCH}?format=csv`, accept), "text/csv");
      assert.equal(await type(`${SEARCH}?format=ndjson`, accept), NDJSON);
      assert.equal(await type(`${SEARCH}?format=xml`, accept), 400);
    }
    for (const value of ["xml", "CSV"]) assert.deepEqual((await get(`${SEARCH}?format=${value}`)).body.error.details.map((one) => one.allowed), [["json", "csv", "ndjson"]]);
  });

  test("is only that of posts", async () => {
    for (const path of [`${API}/account`, `${API}/health`, `${API}/openapi.json`]) assert.equal(await type(path, "text/csv"), 406);
    assert.deepEqual(faults(await get(`${API}/account?format=csv`)), ["format UNKNOWN_PARAMETER"]);
  });

  test("of errors is JSON", async () => {
    fault(await get(`${SEARCH}?format=csv&limit=0`), 400, "INVALID_PARAMETER");
    fault(await get(`${SEARCH}?format=ndjson`, { token: null }), 401, "MISSING_API_TOKEN");
    fault(await get(SEARCH, { token: await newAccount(server, "shape-poor@example.com", 0), headers: { accept: "text/csv" } }), 402, "INSUFFICIENT_CREDITS");
  });
});

describe("headers", () => {
  test("Link and X-Next-Cursor stand in place of page", async () => {
    for (const format of ["csv", "ndjson"]) {
      const json = await get(`${SEARCH}?limit=3`);
      const { headers } = await get(`${SEARCH}?limit=3&format=${format}&fields=id`);
      const cursor = json.body.data.page.next_cursor;
      assert.equal(headers["x-next-cursor"], cursor);
      const next = new URL(/^<(.*)>; rel="next"$/.exec(headers.link)[1]);
      assert.deepEqual(Object.fromEntries(next.searchParams), { limit: "3", cursor, fields: "id", format });
      const last = await get(`${SEARCH}?limit=100&format=${format}`);
      assert.deepEqual([last.headers.link, last.headers["x-next-cursor"]], [undefined, undefined]);
    }
    assert.equal((await get(`${SEARCH}?limit=3`)).headers["x-next-cursor"], undefined);
  });

  test("a walk by Link keeps its shape, whichever way it was asked for", async () => {
    const all = (await whole(`${SEARCH}?limit=100`)).map((one) => one.id);
    for (const [query, accept] of [["format=ndjson&fields=id", undefined], ["fields=id", NDJSON], ["format=ndjson&fields=id", "text/html"]]) {
      const seen = [];
      for (let path = `${SEARCH}?limit=4&${query}`; path; ) {
        const answer = await get(path, { headers: accept ? { accept } : {} });
        assert.equal(answer.headers["content-type"], NDJSON);
        seen.push(...lines(answer).map((one) => one.id));
        path = /^<[^/]*\/\/[^/]*(\/.*)>/.exec(answer.headers.link ?? "")?.[1];
      }
      assert.deepEqual(seen, all);
    }
    const { headers } = await get(`${SEARCH}?limit=1&format=json`, { headers: { accept: "text/csv" } });
    assert.match(headers.link, /[?&]format=json>/);
  });

  test("a cursor goes on in any shape, and belongs to its query", async () => {
    const cursor = (await get(`${SEARCH}?limit=2&format=csv`)).headers["x-next-cursor"];
    const ids = (await whole(`${SEARCH}?limit=4&fields=id`)).map((one) => one.id);
    for (const query of ["", "&fields=id", "&format=json&fields=content,url"]) assert.deepEqual((await whole(`${SEARCH}?limit=2&cursor=${cursor}${query}`)).map((one) => one.id), ids.slice(2));
    assert.deepEqual(faults(await get(`${SEARCH}?format=csv&keyword=kelp&cursor=${cursor}`)), ["cursor INVALID_CURSOR"]);
  });

  test("files have a name of endpoint and day, and none of what was asked for", async () => {
    for (const [path, name] of [[`${SEARCH}?keyword=kelp&`, "posts-search"], [`${USER}?`, "posts-by-user"], [`${TAG}?`, "posts-by-hashtag"]]) {
      for (const format of ["csv", "ndjson"]) {
        const { headers } = await get(`${path}format=${format}`);
        const [, file] = /^attachment; filename="(.*)"$/.exec(headers["content-disposition"]);
        assert.match(file, new RegExp(`^postern-${name}-${TODAY.source}\\.${format}$`));
        assert.match(file, /^[A-Za-z0-9-]+\.[a-z]+$/);
        assert.ok(file.length <= 80);
      }
    }
    assert.equal((await get(SEARCH)).headers["content-disposition"], undefined);
  });

  test("pages of any origin may read them, and caches know what they depend on", async () => {
    const { headers } = await get(`${SEARCH}?format=csv&limit=1`);
    const exposed = headers["access-control-expose-headers"].split(", ");
    for (const name of ["Link", "X-Next-Cursor", "X-Missing", "Content-Disposition"]) assert.ok(exposed.includes(name), name);
    assert.ok(headers.vary.split(", ").includes("Accept"));
    assert.deepEqual([headers["cache-control"], headers["x-content-type-options"]], ["private, no-cache", "nosniff"]);
  });

  test("every shape has an ETag of its own, which makes a free 304", async () => {
    const shapes = ["", "format=csv", "format=ndjson", "format=csv&mark=1", "fields=id", "fields=id,url", "fields=id&format=csv", "fields=id&format=ndjson"];
    const etags = [];
    for (const shape of shapes) {
      const path = `${SEARCH}?limit=3&${shape}`;
      const { etag } = (await get(path)).headers;
      const same = await get(path, { headers: { "if-none-match": etag } });
      assert.deepEqual([same.status, same.text, same.headers["x-credits-charged"], same.headers.etag], [304, "", "0", etag], shape);
      assert.equal(same.headers.link, undefined);
      etags.push(etag);
    }
    assert.equal(new Set(etags).size, shapes.length);
    const named = await get(`${SEARCH}?limit=3`, { headers: { accept: "text/csv" } });
    assert.equal(named.headers.etag, etags[1], "the same bytes, however they were asked for");
    const next = await get(`${SEARCH}?limit=3&format=csv&sort_order=asc`);
    assert.ok(!etags.includes(next.headers.etag));
  });

  test("HEAD answers as GET does, without a body and the next page, for nothing", async () => {
    for (const shape of ["format=csv", "format=ndjson", "fields=id", "format=csv&fields=id&mark=1"]) {
      const path = `${SEARCH}?limit=2&${shape}`;
      const [answer, head] = [await get(path), await get(path, { method: "HEAD" })];
      assert.deepEqual([head.status, head.text, head.headers["x-credits-charged"]], [200, "", "0"]);
      for (const name of ["etag", "content-type", "content-disposition", "vary"]) assert.equal(head.headers[name], answer.headers[name], name);
      assert.deepEqual([head.headers.link, head.headers["x-next-cursor"]], [undefined, undefined]);
    }
  });
});

describe("the price", () => {
  test("is that of a page, in every shape", async () => {
    const token = await newAccount(server, "shape-price@example.com", 100);
    for (const shape of ["format=csv", "format=ndjson", "fields=id"]) {
      const charged = async (query) => (await get(`${SEARCH}?${query}&${shape}`, { token })).headers["x-credits-charged"];
      assert.deepEqual([await charged("limit=1"), await charged("username=nobody")], ["1", "0"], shape);
    }
    assert.equal(await balance(get, token), 97);
  });

  test("is paid once for a key and a whole request", async () => {
    const token = await newAccount(server, "shape-key@example.com", 100);
    const headers = { "idempotency-key": "one" };
    const charged = async (query, accept) => (await get(`${SEARCH}?${query}`, { token, headers: { ...headers, ...(accept && { accept }) } })).headers["x-credits-charged"];
    for (const shape of ["limit=2", "limit=2&fields=id", "limit=2&fields=id,url", "limit=2&format=csv", "limit=2&format=csv&mark=1", "limit=2&format=ndjson"]) {
      assert.deepEqual([await charged(shape), await charged(shape)], ["1", "0"], shape);
    }
    // The same request, written otherwise.
    assert.equal(await charged("format=csv&limit=2&mark=0"), "0");
    assert.equal(await charged("limit=2", "text/csv"), "0");
    assert.equal(await charged("fields=url,id&limit=2"), "0");
    assert.equal(await balance(get, token), 94);
  });
});

test("browser tokens may ask for every shape", async () => {
  const token = browserToken(server.token, ["lx".replace("l", "p")]);
  for (const [shape, type] of [["format=csv", CSV], ["format=ndjson", NDJSON], ["fields=id", "application/json; charset=utf-8"]]) {
    const answer = await get(`${USER}?${shape}`, { token });
    assert.deepEqual([answer.status, answer.headers["content-type"]], [200, type], answer.text);
    fault(await get(`${SEARCH}?platform=tiktok&${shape}`, { token }), 403, "INSUFFICIENT_SCOPE");
  }
});

test("a page that is cached has every shape", async () => {
  // Prefixes are expensive enough to be looked at; what matters is that shapes of one query do not mix, cached or not.
  for (let n = 0; n < 3; n += 1) {
    const json = await get(`${SEARCH}?keyword=kel*&fields=content`);
    const csv = await get(`${SEARCH}?keyword=kel*&fields=content&format=csv`);
    assert.deepEqual(cells(csv.text).slice(1), json.body.data.posts.map((one) => [one.id, `'${one.content}`]));
  }
});
