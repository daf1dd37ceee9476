// Texts that try to be SQL, full-text expressions, JSON or headers are texts: answered rightly, or refused, and nothing else.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, operator, walk } from "./support/api.mjs";
import { load, post, send } from "./support/posts.mjs";

const SQL = [
  "' OR '1'='1", "'; DROP TABLE posts;--", '" OR ""="', "1; DELETE FROM documents", "' UNION SELECT token_key FROM tokens--", "\\'; --", "x' AND sleep(5)--",
  "%' ESCAPE '!", "*/ OR /*", "?1", ":a", "@a", "$1", "' || (SELECT sealed FROM tokens) || '", "CAST(1 AS INTEGER)", "x'00'", "NULL", "json_each('[1]')", "0; PRAGMA writable_schema=1", "'';ATTACH DATABASE 'x' AS y",
];
const FULL_TEXT = [
  "a AND b", "a NOT b", "a NEAR b", "NEAR(a b, 5)", "NEAR(", "text:coral", "{text}:coral", "-text:coral", "^coral", "coral + reef", "coral*reef", "(coral OR reef) AND x", "((((coral", "coral)", 'co"ral', '"coral" "', '"""coral"""',
  "rank MATCH 'x'", "words MATCH 'coral'", "rowid:1", "coral\u0000reef", "\\*", "a OR b OR", "AND", "NOT", "OR OR", "{}", "[]", "*", "**", '"*"', "coral^2", "~coral", "coral AND NOT", "col : coral",
];
const PLACES = { keyword: [SEARCH, "keyword"], username: [SEARCH, "username"], hashtag: [SEARCH, "hashtag"], cursor: [SEARCH, "cursor"], platform: [SEARCH, "platform"], media_type: [SEARCH, "media_type"], sort_by: [SEARCH, "sort_by"], limit: [SEARCH, "limit"], from_date: [SEARCH, "from_date"] };

let server;
let get;
let whole;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, [
    post("coral", { content: "coral reef at dawn" }),
    ...SQL.map((text, n) => post(`sql${n}`, { username: `sql${n}`, content: text, hashtags: [`h'${n}"`] })),
    ...FULL_TEXT.map((text, n) => post(`fts${n}`, { username: "it's\"me", content: text.replaceAll("\u0000", " ") })),
  ]);
  whole = (await walk(get, SEARCH, { limit: 100 })).map((one) => JSON.stringify(one)).sort();
  assert.equal(whole.length, 1 + SQL.length + FULL_TEXT.length);
});
after(async () => {
  try {
    const posts = (await walk(get, SEARCH, { limit: 100 })).map((one) => JSON.stringify(one)).sort();
    assert.deepEqual(posts, whole, "every post is as it was");
    const stats = (await operator(server)("/stats")).body.data;
    assert.deepEqual([stats.posts.total, stats.ledger], [whole.length, { accounts: 2, mismatched: 0 }]);
  } finally {
    await server?.stop();
  }
});

/** The answer is one of ours, and nothing internal is in it. */
function tight(answer, text) {
  assert.ok([200, 400, 404].includes(answer.status), `${answer.status} for ${text}: ${answer.text}`);
  if (answer.status !== 200) assert.doesNotMatch(answer.text, /sqlite|D1_|fts5|no such|near \\?"|\.rs\b/i);
}

for (const [place, [path, name]] of Object.entries(PLACES)) {
  test(`as ${place}`, async () => {
    await Promise.all([...SQL, ...FULL_TEXT].map(async (text) => tight(await get(address(path, { [name]: text })), text)));
  });
}

test("as a segment of a path", async () => {
  await Promise.all(SQL.map(async (text) => {
    const part = encodeURIComponent(text);
    for (const path of [`by-user/x/${part}`, `by-user/${part}/a`, `by-hashtag/tiktok/${part}`]) tight(await get(`${API}/posts/${path}`), text);
  }));
});

describe("texts that look like more are still found as texts", () => {
  test("a keyword finds its words and nothing else", async () => {
    const found = async (keyword) => (await walk(get, SEARCH, { keyword })).map((one) => one.platform_post_id).sort();
    assert.deepEqual(await found("'; DROP TABLE posts;--"), ["sql1"]);
    assert.deepEqual(await found("' UNION SELECT token_key FROM tokens--"), ["sql4"]);
    assert.deepEqual(await found("text:coral"), ["fts5", "fts6", "fts7"]);
    assert.deepEqual(await found("{text}:coral"), ["fts5", "fts6", "fts7"]);
    assert.deepEqual(await found("NEAR(a b, 5)"), ["fts3"]);
    assert.deepEqual(await found("' a OR '1'='1"), (await found("a")).concat(await found('"1 1"')).sort());
  });

  test("what says nothing, or says it wrongly, is a 400", async () => {
    for (const keyword of ["*", "**", "{}", "[]", "OR OR", "a OR b OR", '"coral" "', "*/ OR /*", "' OR '1'='1"]) assert.equal((await get(address(SEARCH, { keyword }))).status, 400, keyword);
  });

  test("operators of full text are words", async () => {
    const count = async (keyword) => (await walk(get, SEARCH, { keyword, limit: 100 })).length;
    assert.equal(await count("coral AND reef"), await count('"coral" and "reef"'));
    assert.equal(await count("coral dawn"), 1);
    assert.equal(await count("coral NOT dawn"), 0);
    assert.equal(await count("coral NEAR dawn"), 0);
    assert.equal(await count("rank:1"), 0);
  });

  test("names with quotes are found exactly", async () => {
    assert.equal((await walk(get, SEARCH, { username: "it's\"me", limit: 100 })).length, FULL_TEXT.length);
    assert.deepEqual((await walk(get, `${API}/posts/by-hashtag/instagram/${encodeURIComponent("h'3\"")}`)).map((one) => one.platform_post_id), ["sql3"]);
    assert.equal((await walk(get, SEARCH, { username: "' OR 1=1--".replaceAll(" ", "") })).length, 0);
  });
});

test("as an operator's e-mail address, name, reference and import", async () => {
  const ask = operator(server);
  for (const text of SQL) {
    const answer = await ask(`/accounts/${encodeURIComponent(text)}/status`, { status: "suspended" });
    assert.ok([400, 404].includes(answer.status), answer.text);
    tight(answer, text);
    tight(await ask(address("/accounts", { cursor: text })), text);
  }
  const email = "x'||{SELECT*1}||'@example.com";
  const granted = await ask("/accounts/test@example.com/credits", { credits: 1, reference: "'); DELETE FROM ledger;--", reason: "', 0)--" });
  assert.deepEqual([granted.status, (await ask("/accounts", { email, name: SQL[1] })).body?.data?.account.name ?? "refused"].slice(0, 1), [200]);
  const status = await ask(`/accounts/${encodeURIComponent("' OR 1=1 --@example.com")}/token`, { action: "revoke" });
  assert.equal(status.status, 404);
  assert.equal((await get(`${API}/account`)).body.data.account.status, "active");
  const listed = (await ask("/accounts")).body.data.accounts.find((one) => one.email === email);
  assert.equal(listed?.name, SQL[1]);
  await ask(`/accounts/${encodeURIComponent(email)}/token`, { action: "revoke" });
  const sent = await send(server, '{"platform":"x\'; DROP TABLE posts;--","platform_post_id":"1"}');
  assert.equal(sent.body.data.rejected[0].code, "UNSUPPORTED_PLATFORM");
});

test("as headers", async () => {
  for (const text of SQL.filter((one) => !one.includes("\n"))) {
    const answer = await get(SEARCH, { headers: { "x-request-id": text, "if-none-match": text } });
    assert.equal(answer.status, 200);
    assert.match(answer.headers["x-request-id"], /^[A-Za-z0-9_-]+$/);
    assert.equal((await get(SEARCH, { token: text })).status, 401);
    assert.equal((await get(SEARCH, { token: null, headers: { "x-api-token": text } })).status, 401);
    assert.ok([200, 400].includes((await get(SEARCH, { headers: { "idempotency-key": text } })).status));
  }
});
