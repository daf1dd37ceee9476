// The operators' addresses: accounts, credits, status, tokens, the list and the stats.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { api } from "../openapi/document.mjs";
import { startServer } from "../support/server.mjs";
import { API, address, caller, fault, faults, newAccount, operator } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const TOKEN = /^postern_live_[0-9A-Za-z]{49}$/;
const TEST_TOKEN = /^postern_test_[0-9A-Za-z]{49}$/;
const MOST = Number.MAX_SAFE_INTEGER;

let server;
let ask;
before(async () => {
  server = await startServer({ account: false });
  ask = operator(server);
});
after(() => server?.stop());

const at = (email, what) => `/accounts/${encodeURIComponent(email)}/${what}`;
/** Faults as `parameter CODE`, sorted. */
const wrong = async (path, json) => faults(await ask(path, json)).sort();

describe("an account", () => {
  test("is made active with its credits and its token", async () => {
    const answer = await ask("/accounts", { name: "Ada Reef", email: "Ada@Example.com", company: "Reef Ltd", credits: 500 });
    assert.equal(answer.status, 201);
    const { token, test_token: test, ...rest } = answer.body.data;
    assert.match(token, TOKEN);
    assert.match(test, TEST_TOKEN);
    assert.deepEqual(rest, { account: { name: "Ada Reef", email: "Ada@Example.com", company: "Reef Ltd", status: "active" }, balance: { current: 500, total_used: 0 } });
    assert.equal((await caller(server)(`${API}/account`, { token })).status, 200);
  });

  test("needs an e-mail address only", async () => {
    const { data } = (await ask("/accounts", { email: "bare@example.com", name: null })).body;
    assert.deepEqual([data.account, data.balance], [{ name: "", email: "bare@example.com", company: "", status: "active" }, { current: 0, total_used: 0 }]);
  });

  test("is a 409 the second time, whatever the case of its address, and changes nothing", async () => {
    const token = await newAccount(server, "twice@example.com", 7);
    for (const email of ["twice@example.com", "TWICE@example.COM"]) fault(await ask("/accounts", { email, credits: 9 }), 409, "ACCOUNT_EXISTS");
    const { data } = (await caller(server)(`${API}/account`, { token })).body;
    assert.equal(data.balance.current, 7);
    const racing = await Promise.all(Array.from({ length: 10 }, () => ask("/accounts", { email: "race@example.com", credits: 1 })));
    assert.deepEqual(racing.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
  });

  test("is refused for every fault of its body at once", async () => {
    const cases = [
      [{}, ["email EMPTY_VALUE"]],
      [{ email: "" }, ["email EMPTY_VALUE"]],
      [{ email: "no-at" }, ["email INVALID_VALUE"]],
      [{ email: "a@b@c" }, ["email INVALID_VALUE"]],
      [{ email: "a b@example.com" }, ["email INVALID_VALUE"]],
      [{ email: 7 }, ["email INVALID_VALUE"]],
      [{ email: `${"a".repeat(250)}@b.example` }, ["email OUT_OF_RANGE"]],
      [{ email: "ok@example.com", credits: -1 }, ["credits OUT_OF_RANGE"]],
      [{ email: "ok@example.com", credits: MOST + 1 }, ["credits OUT_OF_RANGE"]],
      [{ email: "ok@example.com", credits: 1.5 }, ["credits INVALID_VALUE"]],
      [{ email: "ok@example.com", credits: "5" }, ["credits INVALID_VALUE"]],
      [{ email: "ok@example.com", name: "n".repeat(201), company: [], credit: 1 }, ["company INVALID_VALUE", "credit UNKNOWN_PARAMETER", "name OUT_OF_RANGE"]],
      [{ email: "ok@example.com", name: "a\u0000b" }, ["name INVALID_VALUE"]],
    ];
    for (const [body, expected] of cases) assert.deepEqual(await wrong("/accounts", body), expected, JSON.stringify(body));
    const near = fault(await ask("/accounts", { email: "ok@example.com", credit: 1 }), 400, "INVALID_PARAMETER");
    assert.equal(near.details[0].did_you_mean, "credits");
    fault(await ask(at("ok@example.com", "status"), { status: "active" }), 404, "ACCOUNT_NOT_FOUND");
  });
});

describe("what the document says of a field", () => {
  const calls = [
    { schema: "NewAccount", path: () => "/accounts", good: (n) => ({ email: `field${n}@example.com` }), status: 201 },
    { schema: "Grant", path: () => at("fields@example.com", "credits"), good: (n) => ({ credits: 1, reference: `field ${n}` }), status: 200 },
  ];
  before(() => newAccount(server, "fields@example.com", 0));
  for (const { schema, path, good, status } of calls) {
    const { properties } = api.components.schemas[schema];
    let n = 0;
    const tried = (field, value) => ask(path(), { ...good((n += 1)), [field]: value });
    for (const [field, { type, maxLength, pattern }] of Object.entries(properties)) {
      test(`${schema}.${field} may ${type.includes("null") ? "" : "not "}be null`, async () => {
        const answer = await tried(field, null);
        if (type.includes("null")) assert.equal(answer.status, status, answer.text);
        else assert.deepEqual(faults(answer), [`${field} EMPTY_VALUE`]);
      });
      if (!maxLength || pattern) continue;
      test(`${schema}.${field} has at most ${maxLength} characters`, async () => {
        const longest = await tried(field, "é".repeat(maxLength));
        assert.equal(longest.status, status, longest.text);
        assert.deepEqual(faults(await tried(field, "é".repeat(maxLength + 1))), [`${field} OUT_OF_RANGE`]);
      });
    }
  }
});

test("a body that is no JSON object is a fault of the body", async () => {
  for (const body of ["", "nonsense", "[]", "null", '"text"', "{", '{"email":"a@b.example"}x', "\u00ff"]) {
    const answer = await server.call("/operator/v1/accounts", { method: "POST", bearer: server.operatorSecret, body: Buffer.from(body, "latin1"), headers: { "content-type": "application/json" } });
    assert.deepEqual(faults(answer), ["body INVALID_VALUE"], body);
  }
  const twice = await server.call("/operator/v1/accounts", { method: "POST", bearer: server.operatorSecret, body: '{"email":"a@b.example","email":"c@d.example"}', headers: { "content-type": "application/json" } });
  assert.deepEqual(faults(twice), ["email DUPLICATE_PARAMETER"]);
});

test("a body of another type is a 415, one that is too large a 413", async () => {
  const send = (type, body = '{"email":"a@b.example"}') => server.call("/operator/v1/accounts", { method: "POST", bearer: server.operatorSecret, body, headers: type ? { "content-type": type } : {} });
  for (const type of [null, "text/plain", "application/x-ndjson", "application/x-www-form-urlencoded"]) fault(await send(type), 415, "UNSUPPORTED_MEDIA_TYPE");
  fault(await send("application/json", `{"name":"${"x".repeat(2_000_000)}"}`), 413, "PAYLOAD_TOO_LARGE");
  assert.deepEqual(faults(await send("Application/JSON; charset=utf-8", "{}")), ["email EMPTY_VALUE"]);
});

describe("credits", () => {
  test("are granted and taken back, once for each reference of the account", async () => {
    const email = "Grant@Example.com";
    await newAccount(server, email, 10);
    await newAccount(server, "beside@example.com", 10);
    const give = (credits, reference, to = "gRANT@example.com") => ask(at(to, "credits"), { credits, reference, reason: "test" });
    const now = async (answer) => (await answer).body.data?.balance;
    assert.deepEqual(await now(give(5, "r1")), { current: 15, total_used: 0 });
    assert.deepEqual(await now(give(5, "r1")), { current: 15, total_used: 0 });
    fault(await give(6, "r1"), 409, "REFERENCE_REUSED");
    fault(await give(-5, "r1"), 409, "REFERENCE_REUSED");
    assert.deepEqual(await now(give(-40, "R1")), { current: -25, total_used: 0 });
    assert.deepEqual(await now(give(7, "r1", "beside@example.com")), { current: 17, total_used: 0 });
    const together = await Promise.all(Array.from({ length: 10 }, () => give(100, "at once")));
    assert.ok(together.every(({ status }) => status === 200));
    assert.deepEqual(await now(give(1, "last")), { current: 76, total_used: 0 });
  });

  test("are refused for every fault", async () => {
    await newAccount(server, "faults@example.com", 10);
    const cases = [
      [{}, ["credits EMPTY_VALUE", "reference EMPTY_VALUE"]],
      [{ credits: 0, reference: "a" }, ["credits INVALID_VALUE"]],
      [{ credits: "1", reference: "" }, ["credits INVALID_VALUE", "reference EMPTY_VALUE"]],
      [{ credits: MOST + 1, reference: 7 }, ["credits OUT_OF_RANGE", "reference INVALID_VALUE"]],
      [{ credits: 1, reference: "r".repeat(256), reason: "r".repeat(1001) }, ["reason OUT_OF_RANGE", "reference OUT_OF_RANGE"]],
      [{ credits: MOST, reference: "too much" }, ["credits OUT_OF_RANGE"]],
    ];
    for (const [body, expected] of cases) assert.deepEqual(await wrong(at("faults@example.com", "credits"), body), expected, JSON.stringify(body));
    assert.deepEqual((await ask(at("faults@example.com", "credits"), { credits: 1, reference: "too much" })).body.data.balance, { current: 11, total_used: 0 });
  });
});

describe("status and token", () => {
  test("status is active or suspended and makes no token", async () => {
    await newAccount(server, "status@example.com", 1);
    for (const status of ["suspended", "suspended", "active"]) {
      const { data } = (await ask(at("status@example.com", "status"), { status })).body;
      assert.deepEqual(data, { account: { name: "", email: "status@example.com", company: "", status }, balance: { current: 1, total_used: 0 } });
    }
  });

  test("other values name what there is", async () => {
    await newAccount(server, "values@example.com", 1);
    for (const [what, name, allowed] of [["status", "status", ["active", "suspended"]], ["token", "action", ["regenerate", "revoke"]]]) {
      const { details } = fault(await ask(at("values@example.com", what), { [name]: "pending" }), 400, "INVALID_PARAMETER");
      assert.deepEqual([details[0].parameter, details[0].code, details[0].allowed], [name, "INVALID_VALUE", allowed]);
      assert.deepEqual(await wrong(at("values@example.com", what), {}), [`${name} EMPTY_VALUE`]);
      assert.deepEqual(await wrong(at("values@example.com", what), { [name]: allowed[0], more: 1 }), ["more UNKNOWN_PARAMETER"]);
    }
  });

  test("an e-mail address of nobody is a 404, a bad one a 400", async () => {
    for (const [what, body] of [["credits", { credits: 1, reference: "a" }], ["status", { status: "active" }], ["token", { action: "revoke" }], ["token", { action: "regenerate" }]]) {
      fault(await ask(at("nobody@example.com", what), body), 404, "ACCOUNT_NOT_FOUND");
      assert.deepEqual(faults(await ask(`/accounts/%ff/${what}`, body)), ["email INVALID_VALUE"]);
    }
    for (const path of ["/accounts/", "/accounts//token", "/accounts/a@b.example", "/accounts/a@b.example/nothing", "/accounts/a@b.example/token/x"]) fault(await ask(path, {}), 404, "NOT_FOUND");
  });
});

test("the list has every account in pages, and never a token that costs something", async () => {
  const token = await newAccount(server, "listed@example.com", 3);
  await newAccount(server, "tokenless@example.com", 3);
  await ask(at("tokenless@example.com", "token"), { action: "revoke" });
  const whole = (await ask("/accounts?limit=100")).body.data;
  assert.ok(whole.accounts.length > 5);
  const walked = [];
  let cursor;
  do {
    const answer = await ask(address("/accounts", { limit: 2, cursor }));
    assert.ok(!answer.text.includes("postern_live_"));
    const { accounts, page } = answer.body.data;
    assert.deepEqual([page.limit, page.returned], [2, accounts.length]);
    assert.equal(page.has_more, page.next_cursor !== null);
    walked.push(...accounts);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(walked, whole.accounts);
  const find = (email) => walked.find((one) => one.email === email);
  const { created_at, token: shown, test_token: test, reference, ...listed } = find("listed@example.com");
  assert.match(test, TEST_TOKEN);
  assert.match(reference, /^account_[1-9]\d*$/);
  assert.deepEqual(listed, { name: "", email: "listed@example.com", company: "", status: "active", balance: { current: 3, total_used: 0 } });
  assert.deepEqual(shown, { last_four: token.slice(-4), created_at });
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 600_000);
  assert.equal(find("tokenless@example.com").token, null);
  assert.deepEqual(faults(await ask("/accounts?limit=0&cursor=x&page=2")).sort(), ["cursor INVALID_CURSOR", "limit OUT_OF_RANGE", "page UNKNOWN_PARAMETER"]);
});

test("the stats count posts of each platform and check the ledger", async () => {
  const before = (await ask("/stats")).body.data;
  await load(server, [post("1", { platform: "twitter", published_at: "2026-01-01T00:00:00Z" }), post("2", { platform: "x", published_at: "2026-02-01T00:00:00Z" }), post("3", { platform: "linkedin" })]);
  const { posts, storage, ledger } = (await ask("/stats")).body.data;
  assert.equal(posts.total, before.posts.total + 3);
  assert.deepEqual(posts.platforms.map((one) => one.platform), ["tiktok", "instagram", "x", "snapchat", "linkedin"]);
  assert.deepEqual(posts.platforms[2], { platform: "x", posts: 2, oldest: "2026-01-01T00:00:00.000Z", newest: "2026-02-01T00:00:00.000Z" });
  assert.deepEqual(posts.platforms[0], { platform: "tiktok", posts: 0, oldest: null, newest: null });
  assert.ok(storage.accounts_bytes > 0 && storage.posts_bytes > 0);
  assert.equal(ledger.mismatched, 0);
  assert.ok(ledger.accounts > 5);
  assert.deepEqual(faults(await ask("/stats?a=1")), ["a UNKNOWN_PARAMETER"]);
});

test("other methods are a 405 with Allow, what excludes JSON a 406, both before the secret", async () => {
  const allowed = { "/posts": "GET, HEAD, POST", "/posts/x:1": "DELETE", "/authors/x/somebody": "DELETE", "/accounts": "GET, HEAD, POST", "/stats": "GET, HEAD", "/index": "POST", "/accounts/a@b.example/credits": "POST", "/accounts/a@b.example/status": "POST", "/accounts/a@b.example/token": "POST" };
  for (const [path, allow] of Object.entries(allowed)) {
    const refused = await server.call(`/operator/v1${path}`, { method: "PATCH" });
    fault(refused, 405, "METHOD_NOT_ALLOWED");
    assert.equal(refused.headers.allow, allow);
    for (const method of allow.split(", ").filter((one) => one !== "HEAD")) {
      fault(await server.call(`/operator/v1${path}`, { method, headers: { accept: "text/html" } }), 406, "NOT_ACCEPTABLE");
      fault(await server.call(`/operator/v1${path}`, { method }), 401, "INVALID_OPERATOR_SECRET");
    }
    const closed = await server.call(`/operator/v1${path}`, { method: allow.split(", ")[0] });
    assert.equal(closed.headers["www-authenticate"], "Bearer");
    assert.equal(closed.headers["cache-control"], "no-store");
  }
});

describe("the secret", () => {
  const LONG = "0123456789abcdefghijklmnopqrstuv";
  const cases = [
    ["is unset", { OPERATOR_SECRET: null }, LONG, 404],
    ["has 31 characters", { OPERATOR_SECRET: LONG.slice(1) }, LONG.slice(1), 404],
    ["is unset beside a previous one", { OPERATOR_SECRET: null, OPERATOR_SECRET_PREVIOUS: LONG }, LONG, 404],
    ["has 32 characters", { OPERATOR_SECRET: LONG }, LONG, 200],
    ["is the previous one", { OPERATOR_SECRET_PREVIOUS: LONG }, LONG, 200],
  ];
  for (const [name, secrets, bearer, status] of cases) {
    test(`${name}: ${status}`, async () => {
      const own = await startServer({ secrets, account: false });
      try {
        for (const path of ["/operator/v1/stats", "/operator/v1/accounts"]) assert.equal((await own.call(path, { bearer })).status, status);
        fault(await own.call("/operator/v1/stats", { bearer: `${bearer}x` }), status === 404 ? 404 : 401, status === 404 ? "NOT_FOUND" : "INVALID_OPERATOR_SECRET");
        if (name.includes("previous one")) assert.equal((await own.call("/operator/v1/stats", { bearer: own.operatorSecret ?? LONG })).status, status);
      } finally {
        await own.stop();
      }
    });
  }
});
