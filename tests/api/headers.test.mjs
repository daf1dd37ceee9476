// The headers of every kind of answer, held against OWASP's list of secure headers: SECURITY.md says of each what is sent, or
// why it is not.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, newAccount } from "./support/api.mjs";
import { browser, outbox } from "./support/dashboard.mjs";
import { load, post } from "./support/posts.mjs";

const HOST = "api.example.com";
const STRICT = "max-age=63072000; includeSubDomains";
/** What says more about a server than its callers need to know, and what browsers no longer look at or never should have. */
const ABSENT = ["server", "x-powered-by", "via", "x-aspnet-version", "x-runtime", "x-generator", "x-xss-protection", "expect-ct", "public-key-pins", "feature-policy", "x-rows-read", "x-rows-written", "x-plan", "server-timing", "access-control-allow-credentials"];

/** Of every page, and of every other file: www/_headers. */
const OF_FILES = {
  "strict-transport-security": STRICT,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "access-control-allow-origin": undefined,
  "set-cookie": undefined,
};
/** Of everything that the Worker itself answers: data, never a document. */
const OF_DATA = { "strict-transport-security": STRICT, "x-content-type-options": "nosniff" };

let server;
let token;
before(async () => {
  server = await startServer({ https: true, account: false, vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: `https://${HOST}`, MAIL_FROM: "post@example.com" } });
  const inner = server.call;
  server.call = (path, options = {}) => inner(path, { ...options, headers: { host: HOST, ...options.headers } });
  token = await newAccount(server, "a@example.com", 10);
  await load(server, [post("1"), post("2")]);
});
after(() => server?.stop());

const ask = (path, { method = "GET", bearer, headers = {}, ...rest } = {}) => server.call(path, { method, bearer, headers, ...rest });
function has(answer, expected, what) {
  for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers[name], value, `${what}: ${name}`);
  for (const name of ABSENT) assert.equal(answer.headers[name], undefined, `${what}: ${name}`);
}

describe("files", () => {
  const FILES = ["/", "/docs/", "/explore/", "/open/", "/guides/", "/legal/terms", "/dashboard/", "/dashboard/sign-in", "/operator/", "/style.css", "/dom.js", "/openapi.json", "/icon.svg", "/robots.txt", "/no-such-page", "/dashboard/no-such-page"];
  for (const path of FILES) {
    test(`${path} has all that a browser keeps to`, async () => {
      const answer = await ask(path);
      assert.equal(answer.status, path.includes("no-such") ? 404 : 200);
      has(answer, OF_FILES, path);
      const policy = answer.headers["content-security-policy"];
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) assert.ok(policy.includes(part), `${path}: ${policy}`);
      assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|unsafe-hashes|https?:|\*/, path);
      assert.equal(policy.match(/default-src/g).length, 1, "one policy");
      assert.match(answer.headers["permissions-policy"], /camera=\(\), .*geolocation=\(\), .*microphone=\(\), .*payment=\(\)/);
      assert.ok(answer.headers["content-type"] && answer.headers["cache-control"], path);
    });
  }

  test("redirects have them, too", async () => {
    for (const path of ["/docs", "/index.html", "/dashboard", "/operator"]) {
      const answer = await ask(path);
      assert.ok([301, 302, 307, 308].includes(answer.status), `${path} ${answer.status}`);
      assert.equal(answer.text, "");
      has(answer, { "strict-transport-security": STRICT }, path);
    }
  });
});

describe("data", () => {
  const bearer = () => ({ bearer: token });
  const secret = () => ({ bearer: server.operatorSecret });
  const CASES = [
    ["a page of posts", 200, "private, no-cache", () => ask(SEARCH, bearer())],
    ["an unchanged page", 304, "private, no-cache", () => ask(SEARCH, { ...bearer(), headers: { "if-none-match": "*" } })],
    ["an account", 200, "private, no-cache", () => ask(`${API}/account`, bearer())],
    ["health", 200, "no-store", () => ask(`${API}/health`)],
    ["the document", 200, "public, max-age=300", () => ask(`${API}/openapi.json`)],
    ["a refused parameter", 400, "no-store", () => ask(`${SEARCH}?limit=0`, bearer())],
    ["a missing token", 401, "no-store", () => ask(SEARCH)],
    ["no such address", 404, "no-store", () => ask(`${API}/none`)],
    ["another method", 405, "no-store", () => ask(SEARCH, { method: "PUT" })],
    ["another type", 406, "no-store", () => ask(SEARCH, { headers: { accept: "text/html" } })],
    ["another host", 421, "no-store", () => ask(SEARCH, { headers: { host: "evil.example" } })],
    ["a page of another host", 421, "no-store", () => ask("/", { headers: { host: "evil.example" } })],
    ["an operator's list", 200, "no-store", () => ask("/operator/v1/accounts", secret())],
    ["operators' posts", 200, "no-store", () => ask("/operator/v1/posts", secret())],
    ["a wrong secret", 401, "no-store", () => ask("/operator/v1/accounts")],
    ["the dashboard's service", 200, "no-store", () => ask("/dashboard/api/service")],
    ["nobody's account", 401, "no-store", () => ask("/dashboard/api/account")],
    ["nobody's file", 401, "no-store", () => ask("/dashboard/api/ledger.csv")],
    ["a page of elsewhere", 403, "no-store", () => ask("/dashboard/api/sign-in", { method: "POST", json: {} })],
    ["no outbox", 404, "no-store", () => ask("/dashboard/outbox")],
    ["an unsigned event", 503, "no-store", () => ask("/payments/stripe/webhook", { method: "POST", body: "{}" })],
  ];
  for (const [what, status, cache, call] of CASES) {
    test(`${what} is ${status}, has its type, and is ${cache}`, async () => {
      const answer = await call();
      assert.ok(answer.status === status || (what === "an unsigned event" && answer.status === 400), `${answer.status} ${answer.text}`);
      has(answer, { ...OF_DATA, "cache-control": cache }, what);
      if (answer.text) assert.match(answer.headers["content-type"], /^application\/(json; charset=utf-8|x-ndjson)/, what);
      assert.equal(answer.headers.location, undefined);
    });
  }

  test("a preflight lets no cookie through", async () => {
    const answer = await ask(SEARCH, { method: "OPTIONS", headers: { origin: "https://page.example", "access-control-request-method": "GET" } });
    has(answer, { ...OF_DATA, "access-control-allow-origin": "*" }, "preflight");
  });
});

test("a file for a spreadsheet is one to save, and nobody keeps it", async () => {
  const local = await startServer({ account: false });
  try {
    const own = browser(local);
    await own.enter("sign-up", "csv@example.com");
    assert.equal((await outbox(local)).length, 1);
    for (const name of ["usage", "ledger"]) {
      const { headers } = await own.get(`${name}.csv`);
      assert.deepEqual([headers["content-type"], headers["content-disposition"], headers["x-content-type-options"], headers["cache-control"]], ["text/csv; charset=utf-8", `attachment; filename="postern-${name}.csv"`, "nosniff", "no-store"]);
    }
  } finally {
    await local.stop();
  }
});
