// Every address with every kind of credential: each door opens to its own key and to no other.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { api } from "../openapi/document.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { startServer } from "../support/server.mjs";
import { startStripe, stripeSecrets } from "../support/stripe.mjs";
import { newAccount } from "./support/api.mjs";
import { testTokenOf } from "./support/api-token.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { browser } from "./support/dashboard.mjs";
import { load, post } from "./support/posts.mjs";

const OWN = "owner@example.com";
const METHODS = ["GET", "POST", "PATCH", "DELETE"];
/** What stands in the place of a path's parameters. */
const PARTS = { platform: "instagram", username: "nobody", hashtag: "reef", email: "other@example.com", id: "instagram:none", session: "cs_none" };

/** The only post. */
const POST = "instagram:1";
/** The parameters without which an address of the public API is a 400. */
const REQUIRED = { "/api/v1/posts": `?ids=${POST}` };

/** The addresses of the API document below a path, with all of their methods. */
const described = (start, parts = PARTS) =>
  Object.entries(api.paths)
    .filter(([path]) => path.startsWith(start))
    .flatMap(([path, item]) => METHODS.filter((method) => item[method.toLowerCase()]).map((method) => [method, path.replace(/\{(\w+)\}/g, (_, name) => parts[name] ?? "x") + (REQUIRED[path] ?? "")]));

/** The addresses of the dashboard's API, of the table that the service finds them in. */
const dashboard = () => {
  const table = readFileSync(inRoot("src/router/dashboard.rs"), "utf8");
  const rows = [...table.matchAll(/^ {4}\("([\w.-]+)", Place::\w+, "[\w/-]+", "([A-Z, ]+)"\),$/gm)].filter(([, place]) => place !== "outbox");
  return [...rows.flatMap(([, place, methods]) => methods.split(", ").map((method) => [method, `/dashboard/api/${place}`])), ["GET", "/dashboard/api/payments/cs_none/receipt"]];
};
const OPEN = /\/(service|sign-up|sign-in|confirm)$/;

let server;
let stripe;
let keys;
before(async () => {
  stripe = await startStripe(stripeSecrets());
  server = await startServer({ ...stripe.settings, account: false });
  await load(server, [post("1")]);
  const token = await newAccount(server, OWN, 1000);
  await newAccount(server, "other@example.com", 7);
  const own = browser(server);
  await own.enter("sign-in", OWN);
  const session = /__Host-session=([\w-]+)/.exec(own.cookie())[1];
  keys = { token, browser: browserToken(token), test: await testTokenOf(server, OWN), operator: server.operatorSecret, session, stripe: stripe.secrets.STRIPE_SECRET_KEY, webhook: stripe.secrets.STRIPE_WEBHOOK_SECRET };
});
after(async () => {
  await server?.stop();
  await stripe?.stop();
});

const PAGE = { "sec-fetch-site": "same-origin" };
/** Each way in which a key can be brought. */
const WAYS = {
  bearer: (key) => ({ authorization: `Bearer ${key}` }),
  basic: (key) => ({ authorization: `Basic ${Buffer.from(`${key}:${key}`).toString("base64")}` }),
  header: (key) => ({ "x-api-token": key }),
  cookie: (key) => ({ cookie: `__Host-session=${key}; __Host-browser=${key}` }),
  access: (key) => ({ "cf-access-jwt-assertion": key }),
  signature: (key) => ({ "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${key}` }),
};
/** Every key in every way, but for the right ones, given as "way key". */
const wrong = (right) => [["nothing", {}], ...Object.entries(keys).flatMap(([name, key]) => Object.entries(WAYS).map(([way, headers]) => [`${way} ${name}`, headers(key)]))].filter(([what]) => !right.includes(what));
const call = (method, path, headers) => server.call(path, { method, headers: { ...PAGE, ...headers }, ...(["POST", "PATCH", "DELETE"].includes(method) ? { json: {} } : {}) });

/** Calls addresses with all keys that do not fit; each has to be refused by one of these codes. */
async function allRefused(addresses, right, codes) {
  for (const [method, path] of addresses) {
    const answers = await Promise.all(wrong(right).map(async ([what, headers]) => [what, await call(method, path, headers)]));
    for (const [what, answer] of answers) {
      if (method === "HEAD") assert.equal(answer.status, 401, `${what} at ${method} ${path}`);
      else assert.ok(codes.includes(answer.body?.error?.code), `${what} at ${method} ${path}: ${answer.status} ${answer.text}`);
    }
  }
}

test("the public API opens to tokens only, in their two headers", async () => {
  const addresses = described("/api/v1/", { ...PARTS, id: POST }).filter(([, path]) => !/health|openapi/.test(path));
  assert.ok(addresses.length >= 7, String(addresses.length));
  await allRefused(addresses, ["token", "browser", "test"].flatMap((key) => [`bearer ${key}`, `header ${key}`]), ["MISSING_API_TOKEN", "INVALID_API_TOKEN"]);
  for (const [method, path] of addresses) {
    for (const way of ["bearer", "header"]) {
      assert.equal((await call(method, path, WAYS[way](keys.token))).status, 200, path);
      const derived = await call(method, path, WAYS[way](keys.browser));
      assert.deepEqual([derived.status, derived.body.error?.code], path.endsWith("/account") ? [403, "INSUFFICIENT_SCOPE"] : [200, undefined], path);
      const invented = await call(method, path, WAYS[way](keys.test));
      assert.deepEqual([invented.status, invented.body.error?.code], path.includes(POST) && !path.includes("?") ? [404, "POST_NOT_FOUND"] : [200, undefined], path);
    }
  }
});

test("operators' addresses open to the operator secret only, as a bearer", async () => {
  const addresses = described("/operator/v1/");
  assert.ok(addresses.length >= 14, String(addresses.length));
  await allRefused(addresses, ["bearer operator"], ["INVALID_OPERATOR_SECRET"]);
  for (const [method, path] of addresses) assert.notEqual((await call(method, path, WAYS.bearer(keys.operator))).status, 401, path);
});

test("owners' addresses open to a session's cookie only", async () => {
  const addresses = dashboard();
  assert.ok(addresses.length >= 25, String(addresses.length));
  await allRefused(addresses.filter(([, path]) => !OPEN.test(path)), ["cookie session"], ["NOT_SIGNED_IN"]);
  for (const [method, path] of addresses.filter(([method, path]) => ["GET", "HEAD"].includes(method) && !OPEN.test(path))) {
    assert.notEqual((await call(method, path, WAYS.cookie(keys.session))).status, 401, path);
  }
});

test("a session does not open to the other cookie's value, nor to its own in another cookie", async () => {
  for (const cookie of [`session=${keys.session}`, `__Host-browser=${keys.session}`, `__Secure-session=${keys.session}`, `__host-session=${keys.session}`, ` __Host-session =${keys.session}`, `__Host-session=${keys.session}x`, `__Host-session=x; __Host-session=${keys.session}`]) {
    assert.equal((await call("GET", "/dashboard/api/account", { cookie })).body?.error?.code, "NOT_SIGNED_IN", cookie);
  }
});

test("the webhook opens to a signature only, whatever else comes along", async () => {
  for (const [what, headers] of wrong([])) assert.equal((await call("POST", "/payments/stripe/webhook", headers)).status, 400, what);
});

describe("after all of that", () => {
  test("nothing has changed, and the keys still fit", async () => {
    const account = await call("GET", "/dashboard/api/account", WAYS.cookie(keys.session));
    assert.deepEqual([account.status, account.body.data.account.email, account.body.data.account.status], [200, OWN, "active"]);
    const stats = await call("GET", "/operator/v1/stats", WAYS.bearer(keys.operator));
    assert.deepEqual([stats.status, stats.body.data.posts.total, stats.body.data.ledger], [200, 1, { accounts: 2, mismatched: 0 }]);
    const changes = await call("GET", "/operator/v1/changes", WAYS.bearer(keys.operator));
    assert.ok(!JSON.stringify(changes.body.data).includes("evil"));
  });
});
