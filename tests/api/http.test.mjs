// What is HTTP's: methods, negotiation, conditional requests, CORS, and the headers of every answer.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const OPEN = [`${API}/health`, `${API}/openapi.json`];
const POSTS = [SEARCH, `${API}/posts/by-user/instagram/reef.watch`, `${API}/posts/by-hashtag/x/none`, `${API}/posts/instagram:p1`, `${API}/posts?ids=instagram:p1`];
const PUBLIC = [...POSTS, `${API}/account`, ...OPEN];
const METHODS = "GET, HEAD, OPTIONS";
const OWN = [
  "X-Request-Id", "ETag", "Link", "RateLimit-Policy", "Retry-After", "X-Credits-Charged", "X-Credits-Remaining", "WWW-Authenticate", "X-Rows-Read",
  "X-Rows-Written", "X-Plan", "Server-Timing", "Allow",
];

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, Array.from({ length: 5 }, (_, n) => post(`p${n}`)));
});
after(() => server?.stop());

/** One answer of each kind that the API has without breaking it. */
const kinds = () => Promise.all([
  get(SEARCH), get(`${SEARCH}?limit=0`), get(SEARCH, { token: null }), get(SEARCH, { token: "x" }), get(`${API}/none`), get(SEARCH, { method: "PUT" }),
  get(SEARCH, { headers: { accept: "text/html" } }), get(address(SEARCH, { keyword: "x".repeat(8200) })), ...PUBLIC.slice(1).map((path) => get(path)),
]);

test("HEAD answers as GET does, without a body, a charge and the next page", async () => {
  for (const path of [...PUBLIC, `${SEARCH}?limit=2`, `${SEARCH}?limit=0`, `${API}/none`]) {
    const [whole, head] = [await get(path), await get(path, { method: "HEAD" })];
    assert.deepEqual([head.status, head.text], [whole.status, ""], path);
    // Of the length, HEAD may say nothing, but nothing wrong.
    assert.ok([undefined, whole.headers["content-length"]].includes(head.headers["content-length"]), path);
    const apart = ["date", "content-length", "transfer-encoding", "x-request-id", "x-rows-read", "x-rows-written", "server-timing", "x-credits-charged", "x-credits-remaining", "link"];
    const rest = ({ headers }) => Object.fromEntries(Object.entries(headers).filter(([name]) => !apart.includes(name)));
    assert.deepEqual(rest(head), rest(whole), path);
    assert.equal(head.headers.link, undefined, path);
    assert.ok([undefined, "0"].includes(head.headers["x-credits-charged"]));
  }
});

test("OPTIONS is the preflight of every address, for any origin, without a credential", async () => {
  const headers = { origin: "https://page.example", "access-control-request-method": "GET", "access-control-request-headers": "authorization,x-api-token" };
  for (const path of PUBLIC) {
    const answer = await get(`${path}?limit=0`, { method: "OPTIONS", token: null, headers });
    assert.deepEqual([answer.status, answer.text], [204, ""]);
    assert.equal(answer.headers["access-control-allow-origin"], "*");
    assert.equal(answer.headers["access-control-allow-methods"], METHODS);
    assert.equal(answer.headers["access-control-max-age"], "86400");
    const allowed = answer.headers["access-control-allow-headers"].toLowerCase().split(", ");
    for (const name of ["authorization", "x-api-token", "accept", "if-none-match", "idempotency-key", "x-request-id"]) assert.ok(allowed.includes(name), name);
    assert.equal(answer.headers["access-control-allow-credentials"], undefined);
  }
});

test("any other method is a 405 with Allow, before any credential", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
    for (const path of PUBLIC) {
      const answer = await get(path, { method, token: null });
      fault(answer, 405, "METHOD_NOT_ALLOWED");
      assert.equal(answer.headers.allow, METHODS);
    }
  }
  fault(await get(`${API}/none`, { method: "POST" }), 404, "NOT_FOUND");
});

describe("Accept", () => {
  const TAKEN = [undefined, "", "*/*", "application/json", "application/*", "APPLICATION/JSON", "application/json; charset=utf-8", "application/json;q=0.1", "text/html, application/xml;q=0.9, */*;q=0.8", "application/json;q=1, */*;q=0", "text/html,application/json", "application/json; version=2"];
  const REFUSED = ["text/html", "application/json;q=0", "application/json; q=0.000, */*", "application/*;q=0", "*/*;q=0", "application/xml", "application/problem+json", "application/json;q=0, application/*;q=1"];
  for (const accept of TAKEN) test(`${accept} takes JSON`, async () => {
    assert.equal((await get(SEARCH, { headers: accept === undefined ? {} : { accept } })).status, 200);
  });
  for (const accept of REFUSED) test(`${accept} is a 406, before any credential`, async () => {
    for (const path of PUBLIC) fault(await get(path, { token: null, headers: { accept } }), 406, "NOT_ACCEPTABLE");
  });
});

test("an address of more than 8 KiB is a 414, before any credential", async () => {
  const longest = `${SEARCH}?keyword=`;
  const edge = longest + "x".repeat(8192 - longest.length);
  fault(await get(edge, { token: null }), 401, "MISSING_API_TOKEN");
  fault(await get(`${edge}x`, { token: null }), 414, "URI_TOO_LONG");
  fault(await get(`${API}/posts/by-user/x/${"a".repeat(8192)}`, { token: null, method: "POST" }), 414, "URI_TOO_LONG");
});

describe("conditional requests", () => {
  test("an ETag is a strong one of the body, and If-None-Match a 304", async () => {
    for (const path of [...POSTS, `${API}/account`, `${API}/openapi.json`]) {
      const { headers } = await get(path, { method: "HEAD" });
      const { etag } = headers;
      assert.match(etag ?? "none", /^"[^"]+"$/, path);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"a",W/"b" , W/${etag}`, "*"]) {
        const answer = await get(path, { headers: { "if-none-match": tags } });
        assert.deepEqual([answer.status, answer.text, answer.headers.etag], [304, "", etag], `${path} ${tags}`);
        assert.deepEqual([answer.headers["content-type"], answer.headers.link], [undefined, undefined]);
        assert.ok(answer.headers.vary && answer.headers["cache-control"]);
      }
      for (const tags of ['"other"', etag.slice(1, -1), "", `${etag.slice(0, -2)}"`]) {
        assert.equal((await get(path, { headers: { "if-none-match": tags } })).status, 200, `${path} ${tags}`);
      }
    }
  });

  test("an ETag can't be computed from the body", async () => {
    const unkeyed = (text) => createHash("sha256").update(text).digest("base64url").slice(0, 24);
    for (const path of [`${API}/account`, `${SEARCH}?hashtag=none`]) {
      const { headers, text } = await get(path);
      for (const guess of [text, text.slice(text.indexOf('],"page"'))]) assert.notEqual(headers.etag, `"${unkeyed(guess)}"`, path);
    }
  });

  test("another body is another ETag, an error has none", async () => {
    const tags = new Set();
    for (const path of [SEARCH, `${SEARCH}?limit=4`, `${SEARCH}?sort_order=asc`, `${SEARCH}?platform=instagram`, `${SEARCH}?hashtag=a`, `${SEARCH}?hashtag=b`]) tags.add((await get(path)).headers.etag);
    assert.equal(tags.size, 6);
    const before = (await get(SEARCH)).headers.etag;
    await load(server, [post("p0", { likes_count: 9, collected_at: "2026-04-01T00:00:00Z" })]);
    assert.notEqual((await get(SEARCH)).headers.etag, before);
    const refused = await get(`${SEARCH}?limit=0`, { headers: { "if-none-match": "*" } });
    assert.deepEqual([refused.status, refused.headers.etag], [400, undefined]);
  });

  test("the same ETag for X and twitter would be a lie: their bodies differ", async () => {
    await load(server, [post("1", { platform: "x", username: "a" })]);
    const [x, twitter] = await Promise.all(["x", "twitter"].map((name) => get(`${API}/posts/by-user/${name}/a`)));
    assert.notEqual(x.headers.etag, twitter.headers.etag);
  });
});

test("every answer of the API has its headers, errors too", async () => {
  for (const answer of await kinds()) {
    const { headers } = answer;
    assert.equal(headers["access-control-allow-origin"], "*");
    const exposed = headers["access-control-expose-headers"].split(", ");
    for (const name of OWN) assert.ok(exposed.includes(name), name);
    assert.equal(headers["access-control-allow-credentials"], undefined);
    assert.equal(headers.vary, "Authorization, X-API-Token, Origin, Accept");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.match(headers["x-request-id"], /^[A-Za-z0-9_-]{1,64}$/);
    assert.equal(headers["strict-transport-security"], undefined);
    assert.equal(headers["set-cookie"], undefined);
    assert.equal(answer.status >= 400 ? headers["cache-control"] : "no-store", "no-store");
  }
  for (const path of POSTS) assert.equal((await get(path)).headers["cache-control"], "private, no-cache");
});

test("there is no CORS on operators' addresses and the site", async () => {
  const headers = { origin: "https://page.example" };
  for (const path of ["/operator/v1/stats", "/operator/v1/none", "/", "/none"]) {
    const answer = await server.call(path, { headers });
    assert.equal(Object.keys(answer.headers).find((name) => name.startsWith("access-control-")), undefined, path);
  }
  const preflight = await server.call("/operator/v1/stats", { method: "OPTIONS", headers });
  fault(preflight, 405, "METHOD_NOT_ALLOWED");
});

test("a good X-Request-Id is kept, another one replaced, each new one different", async () => {
  for (const id of ["a", "A-z_09", "x".repeat(64)]) assert.equal((await get(SEARCH, { headers: { "x-request-id": id } })).headers["x-request-id"], id);
  const made = new Set();
  for (const id of ["", "x".repeat(65), "a b", "a.b", "é", "a,b", '"'].map((text) => Buffer.from(text).toString("latin1"))) {
    const answer = await get(`${SEARCH}?limit=0`, { headers: { "x-request-id": id } });
    assert.match(answer.headers["x-request-id"], /^[A-Za-z0-9_-]{16,64}$/);
    assert.equal(answer.body.error.request_id, answer.headers["x-request-id"]);
    made.add(answer.headers["x-request-id"]);
  }
  assert.equal(made.size, 7);
});

test("bodies of pages carry no balance and no request id", async () => {
  const { text, headers } = await get(SEARCH, { headers: { "x-request-id": "recognisable-id" } });
  assert.ok(!text.includes("recognisable-id") && !text.includes(headers["x-credits-remaining"]));
});

test("development says what storage did", async () => {
  const page = await get(SEARCH);
  assert.match(page.headers["x-rows-read"], /^[1-9]\d*$/);
  assert.match(page.headers["x-rows-written"], /^[1-9]\d*$/);
  assert.equal(page.headers["x-plan"], "time");
  assert.equal((await get(`${SEARCH}?keyword=x`)).headers["x-plan"], "keyword");
  const health = await get(`${API}/openapi.json`);
  assert.deepEqual([health.headers["x-rows-read"], health.headers["x-rows-written"], health.headers["x-plan"]], ["0", "0", undefined]);
});
