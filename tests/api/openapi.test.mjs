// Every answer that the API document describes, asked for in earnest, is as it says.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { api, operations } from "../openapi/document.mjs";
import { startServer } from "../support/server.mjs";
import { startStripe, stripeSecrets } from "../support/stripe.mjs";
import { API, SEARCH, caller, newAccount, operator } from "./support/api.mjs";
import { describedBy } from "./support/document.mjs";
import { roomInMinute } from "./support/minute.mjs";
import { load, ndjson, post } from "./support/posts.mjs";
import { foreignSince } from "./support/since.mjs";

const OPERATOR = "/operator/v1";
const USER = `${API}/posts/by-user/instagram/reef.watch`;
const TAG = `${API}/posts/by-hashtag/twitter/reef`;
const UNKNOWN = `postern_live_${"0".repeat(43)}2IeHPF`;
const LONG = "x".repeat(8200);
const RICH = post("r", {
  platform: "twitter", content: "rich #reef @you", media_type: "carousel", language: "en", kind: "reply", refers_to: "x:1", approximate: ["likes_count"], likes_count: 5,
  media: [{ type: "image", url: "https://cdn.example/1" }, { type: "video", url: "https://cdn.example/2", duration_ms: 100 }], edited_at: "2026-03-02T00:00:00Z",
  author: { username: "rich", id: "1", display_name: "Rich", url: "https://a.example", avatar_url: "https://a.example/a", verified: false, followers_count: 0 },
});

let server;
let stripe;
let get;
let poor;
let suspended;
const seen = new Set();
before(async () => {
  stripe = await startStripe(stripeSecrets());
  server = await startServer(stripe.settings);
  stripe.sendTo(server);
  get = caller(server);
  await load(server, [RICH, post("1"), post("2")]);
  poor = await newAccount(server, "poor@example.com", 0);
  suspended = await newAccount(server, "suspended@example.com", 1);
  await operator(server)("/accounts/suspended@example.com/status", { status: "suspended" });
});
after(async () => {
  await server?.stop();
  await stripe?.stop();
});

/** Makes a call and checks its answer against the document. */
async function check(from, path, status, options = {}) {
  const answer = await from.call(path, options);
  assert.equal(answer.status, status, `${options.method ?? "GET"} ${path}: ${answer.text}`);
  seen.add(describedBy(path, options.method ?? "GET", answer));
  return answer;
}

const json = (body, more = {}) => ({ method: "POST", bearer: server.operatorSecret, json: body, ...more });

async function withServer(options, run) {
  const other = await startServer({ account: false, ...options });
  try {
    await run(other);
  } finally {
    await other.stop();
  }
}

test("the document that is served is the one that is tested", async () => {
  const answer = await get(`${API}/openapi.json`, { token: null });
  assert.deepEqual(answer.body, api);
});

test("posts", async () => {
  for (const path of [SEARCH, USER, TAG]) {
    for (const method of ["GET", "HEAD"]) {
      const good = await check(server, path, 200, { method, bearer: server.token });
      await check(server, `${path}?limit=1&sort_by=likes_count`, 200, { method, bearer: server.token });
      await check(server, `${path}?from_date=2030-01-01`, 200, { method, bearer: server.token });
      await check(server, path, 304, { method, bearer: server.token, headers: { "if-none-match": good.headers.etag } });
      await check(server, `${path}?limit=0&min_like=1&sort_order=up&cursor=x&token=a&media_type=&limit=2&from_date=2026-02-02&to_date=2026-02-01`, 400, { method, bearer: server.token });
      await check(server, path, 401, { method });
      await check(server, path, 402, { method, bearer: poor });
      await check(server, path, 401, { method, bearer: UNKNOWN });
      await check(server, path, 403, { method, bearer: suspended });
      await check(server, path, 406, { method, headers: { accept: "text/html" } });
      await check(server, `${path}?keyword=${LONG}`, 414, { method });
    }
    await check(server, path, 405, { method: "DELETE" });
    await check(server, path, 204, { method: "OPTIONS" });
    await check(server, `${path}?keyword=${LONG}`, 204, { method: "OPTIONS" });
  }
  await check(server, `${SEARCH}?platform=myspace`, 400, { bearer: server.token });
  await check(server, SEARCH, 400, { bearer: server.token, headers: { "idempotency-key": "a b" } });
  await check(server, SEARCH, 401, { headers: { "x-api-token": "" } });
  await check(server, `${API}/posts/by-user/x/`, 404);
  await check(server, `${API}/posts/by-hashtag//a`, 404, { method: "HEAD" });
});

test("numbers of posts", async () => {
  const path = `${API}/posts/counts`;
  const bearer = server.token;
  for (const method of ["GET", "HEAD"]) {
    for (const query of ["?group_by=day", "?group_by=hashtag&top=1", "?group_by=language&platform=twitter,tiktok", "?keyword=nowhere"]) await check(server, path + query, 200, { method, bearer });
    const good = await check(server, path, 200, { method, bearer });
    await check(server, path, 304, { method, bearer, headers: { "if-none-match": good.headers.etag } });
    await check(server, `${path}?top=0&limit=1`, 400, { method, bearer });
    await check(server, path, 401, { method });
    await check(server, path, 402, { method, bearer: poor });
    await check(server, path, 403, { method, bearer: suspended });
    await check(server, path, 406, { method, headers: { accept: "text/csv" } });
    await check(server, `${path}?a=${LONG}`, 414, { method });
  }
  await check(server, path, 405, { method: "DELETE" });
  await check(server, path, 204, { method: "OPTIONS" });
});

test("what changed", async () => {
  const path = `${API}/posts/changes`;
  const bearer = server.token;
  for (const method of ["GET", "HEAD"]) {
    for (const query of ["", "?since=0", "?since=0&limit=1&fields=content", "?since=0&platform=twitter&hashtag=reef,kelp", "?since=0&username=nobody"]) await check(server, path + query, 200, { method, bearer });
    await check(server, `${path}?since=0&format=ndjson`, 200, { method, bearer });
    const good = await check(server, `${path}?since=0`, 200, { method, bearer });
    await check(server, `${path}?since=0`, 304, { method, bearer, headers: { "if-none-match": good.headers.etag } });
    await check(server, `${path}?since=x&limit=0&keyword=a`, 400, { method, bearer });
    await check(server, path, 401, { method });
    await check(server, path, 402, { method, bearer: poor });
    await check(server, path, 403, { method, bearer: suspended });
    await check(server, path, 406, { method, headers: { accept: "text/csv" } });
    await check(server, `${path}?since=${foreignSince()}`, 410, { method, bearer });
    await check(server, `${path}?a=${LONG}`, 414, { method });
  }
  await check(server, path, 405, { method: "DELETE" });
  await check(server, path, 204, { method: "OPTIONS" });
});

test("posts by their ids, and in every shape", async () => {
  const bearer = server.token;
  const one = `${API}/posts/instagram:1`;
  const many = `${API}/posts?ids=instagram:2,twitter:r,x:none`;
  for (const method of ["GET", "HEAD"]) {
    for (const path of [one, many]) {
      const and = path === one ? "?" : "&";
      const good = await check(server, path, 200, { method, bearer });
      await check(server, `${path}${and}fields=content,author.username,media`, 200, { method, bearer });
      await check(server, path, 304, { method, bearer, headers: { "if-none-match": good.headers.etag } });
      await check(server, `${path}${and}limit=1&fields=a`, 400, { method, bearer });
      await check(server, path, 401, { method });
      await check(server, path, 402, { method, bearer: poor });
      await check(server, path, 403, { method, bearer: suspended });
      await check(server, path, 406, { method, headers: { accept: "text/html" } });
      await check(server, `${path}${and}a=${LONG}`, 414, { method });
    }
    await check(server, `${API}/posts/none`, 400, { method, bearer });
    await check(server, `${API}/posts/x:none`, 404, { method, bearer });
    await check(server, `${API}/posts?ids=none,https://vm.tiktok.com/a`, 400, { method, bearer });
    await check(server, `${API}/posts?ids=x:none`, 200, { method, bearer });
    for (const path of [`${SEARCH}?limit=1`, USER, TAG, many]) {
      for (const shape of ["format=csv", "format=csv&fields=author,content&mark=1", "format=ndjson", "format=ndjson&fields=author.url", "fields=author.url,platform"]) {
        await check(server, `${path}${path.includes("?") ? "&" : "?"}${shape}`, 200, { method, bearer });
      }
      for (const accept of ["text/csv", "application/x-ndjson"]) await check(server, path, 200, { method, bearer, headers: { accept } });
    }
  }
  for (const path of [one, many]) {
    await check(server, path, 405, { method: "DELETE" });
    await check(server, path, 204, { method: "OPTIONS" });
  }
});

test("account, health and document", async () => {
  const account = `${API}/account`;
  const { headers } = await check(server, account, 200, { bearer: server.token });
  await check(server, account, 200, { bearer: poor, method: "HEAD" });
  await check(server, account, 304, { bearer: server.token, headers: { "if-none-match": headers.etag } });
  await check(server, `${account}?a=1`, 400, { bearer: server.token });
  await check(server, account, 401);
  await check(server, account, 403, { bearer: suspended });
  for (const path of [account, `${API}/health`, `${API}/openapi.json`]) {
    await check(server, path, 204, { method: "OPTIONS" });
    await check(server, path, 405, { method: "POST" });
    await check(server, path, 406, { headers: { accept: "image/png" } });
    await check(server, `${path}?a=${LONG}`, 414);
  }
  for (const method of ["GET", "HEAD"]) {
    await check(server, `${API}/health`, 200, { method });
    await check(server, `${API}/openapi.json`, 200, { method });
    await check(server, `${API}/openapi.json`, 304, { method, headers: { "if-none-match": "*" } });
  }
});

test("operators", async () => {
  const bearer = server.operatorSecret;
  const posts = (body, more = {}) => ({ method: "POST", bearer, body, headers: { "content-type": "application/x-ndjson" }, ...more });
  await check(server, `${OPERATOR}/posts`, 200, posts(ndjson([post("9"), "nonsense", "{}"])));
  await check(server, `${OPERATOR}/posts`, 413, posts("\n".repeat(1001)));
  await check(server, `${OPERATOR}/posts`, 415, json({}));
  await check(server, `${OPERATOR}/posts?a=1`, 400, posts(""));
  await check(server, `${OPERATOR}/posts`, 200, { bearer });
  await check(server, `${OPERATOR}/posts?limit=1&platform=instagram`, 200, { bearer });
  await check(server, `${OPERATOR}/posts?limit=1001&sort_by=likes_count&cursor=x`, 400, { bearer });
  await check(server, `${OPERATOR}/posts/instagram:9`, 200, { method: "DELETE", bearer });
  await check(server, `${OPERATOR}/posts/instagram:9`, 200, { method: "DELETE", bearer });
  await check(server, `${OPERATOR}/authors/twitter/rich`, 200, { method: "DELETE", bearer });
  for (const path of [`${OPERATOR}/posts/instagram:none`, `${OPERATOR}/authors/x/nobody`]) await check(server, path, 404, { method: "DELETE", bearer });
  for (const path of [`${OPERATOR}/posts/none`, `${OPERATOR}/authors/myspace/nobody?a=1`]) await check(server, path, 400, { method: "DELETE", bearer });
  for (const path of [`${OPERATOR}/posts/instagram:1`, `${OPERATOR}/authors/x/nobody`]) {
    await check(server, path, 401, { method: "DELETE" });
    await check(server, path, 405, { method: "POST", bearer });
    await check(server, path, 406, { method: "DELETE", headers: { accept: "text/html" } });
    await check(server, `${path}?a=${LONG}`, 414, { method: "DELETE" });
  }
  await check(server, `${OPERATOR}/accounts`, 201, json({ email: "new@example.com", name: "New", company: "Ltd", credits: 5 }));
  await check(server, `${OPERATOR}/accounts`, 409, json({ email: "new@example.com" }));
  await check(server, `${OPERATOR}/accounts`, 400, json({ credits: -1, mail: "x" }));
  await check(server, `${OPERATOR}/accounts?limit=1`, 200, { bearer });
  await check(server, `${OPERATOR}/accounts?limit=0&cursor=x`, 400, { bearer });
  const account = `${OPERATOR}/accounts/new@example.com`;
  await check(server, `${account}/credits`, 200, json({ credits: 5, reference: "a", reason: "b" }));
  await check(server, `${account}/credits`, 409, json({ credits: 6, reference: "a" }));
  await check(server, `${account}/status`, 200, json({ status: "suspended" }));
  await check(server, `${account}/token`, 200, json({ action: "revoke" }));
  await check(server, `${account}/token`, 200, json({ action: "regenerate" }));
  for (const what of ["credits", "status", "token"]) {
    await check(server, `${account}/${what}`, 400, json({ nothing: 1 }));
    await check(server, `${account}/${what}`, 415, { method: "POST", bearer, body: "{}" });
    await check(server, `${account}/${what}`, 413, json({ x: "x".repeat(2_000_000) }));
  }
  await check(server, `${OPERATOR}/accounts/no@example.com/status`, 404, json({ status: "active" }));
  await check(server, `${OPERATOR}/stats`, 200, { bearer });
  await check(server, `${OPERATOR}/changes?limit=1`, 200, { bearer });
  await check(server, `${OPERATOR}/changes?limit=0&cursor=x`, 400, { bearer });
  await check(server, `${OPERATOR}/shards`, 200, { bearer });
  await check(server, `${OPERATOR}/shards?a=1`, 400, { bearer });
  await check(server, `${OPERATOR}/shards`, 200, json({ shards: 1 }));
  await check(server, `${OPERATOR}/shards`, 400, json({ shards: 2 }));
  await check(server, `${OPERATOR}/index`, 200, json({}));
  await check(server, `${OPERATOR}/index`, 400, json({ shards: 2 }));
  await check(server, `${OPERATOR}/index`, 415, { method: "POST", bearer, body: "{}" });
  await check(server, `${OPERATOR}/fill`, 200, json({}));
  await check(server, `${OPERATOR}/fill`, 400, json({ posts: 2 }));
  await check(server, `${OPERATOR}/fill`, 415, { method: "POST", bearer, body: "{}" });
  await check(server, `${OPERATOR}/counts?group_by=username`, 200, { bearer });
  await check(server, `${OPERATOR}/counts?group_by=a`, 400, { bearer });
  for (const path of [`${OPERATOR}/posts`, `${OPERATOR}/accounts`, `${OPERATOR}/stats`, `${OPERATOR}/changes`, `${OPERATOR}/counts`, `${OPERATOR}/shards`, `${OPERATOR}/index`, `${OPERATOR}/fill`, `${account}/status`]) {
    const method = /stats$|changes$|counts$/.test(path) ? "GET" : "POST";
    await check(server, path, 401, { method });
    await check(server, path, 405, { method: "DELETE" });
    await check(server, path, 406, { method, headers: { accept: "text/html" } });
    await check(server, `${path}?a=${LONG}`, 414, { method });
  }
});

test("payments, for operators", async () => {
  const bearer = server.operatorSecret;
  const stranger = stripe.strangeSession();
  await stripe.pay(stranger);
  for (const query of ["", "?state=all&limit=1"]) await check(server, `${OPERATOR}/payments${query}`, 200, { bearer });
  await check(server, `${OPERATOR}/payments?state=open&limit=0`, 400, { bearer });
  const payment = `${OPERATOR}/payments/${stranger.id}`;
  const to = (credits) => json({ email: "poor@example.com", credits });
  await check(server, `${OPERATOR}/payments/none`, 404, to(5));
  await check(server, payment, 400, json({ email: "poor@example.com" }));
  await check(server, payment, 200, to(5));
  await check(server, payment, 409, to(6));
  for (const path of [`${OPERATOR}/payments`, payment]) {
    const method = path === payment ? "POST" : "GET";
    await check(server, path, 401, { method });
    await check(server, path, 405, { method: "DELETE" });
    await check(server, path, 406, { method, headers: { accept: "text/html" } });
    await check(server, `${path}?a=${LONG}`, 414, { method });
  }
});

test("limits, storage, settings and https", async () => {
  await withServer({ rateLimits: { refusals: 1, calls: 1 }, account: {} }, async (limited) => {
    await roomInMinute(10);
    for (let n = 0; n < 3; n += 1) {
      await limited.call(SEARCH, { bearer: UNKNOWN });
      await limited.call(SEARCH, { bearer: limited.token });
    }
    await check(limited, SEARCH, 429, { bearer: UNKNOWN });
    await check(limited, USER, 429, { bearer: limited.token });
    await check(limited, `${OPERATOR}/stats`, 429, { bearer: "wrong" });
  });
  await withServer({ migrations: false }, async (empty) => {
    for (const path of [SEARCH, USER, TAG, `${API}/account`]) await check(empty, path, 503, { bearer: UNKNOWN });
    await check(empty, `${API}/health`, 503);
    await check(empty, `${OPERATOR}/stats`, 503, { bearer: empty.operatorSecret });
  });
  await withServer({ vars: { CREDITS_PER_PAGE: "none" } }, async (broken) => {
    for (const path of [SEARCH, `${API}/health`, `${API}/openapi.json`, `${OPERATOR}/stats`]) {
      const answer = await check(broken, path, 500);
      assert.ok(!answer.text.includes("CREDITS_PER_PAGE"), answer.text);
    }
  });
  await withServer({ vars: { ENVIRONMENT: "production" }, secrets: { OPERATOR_SECRET: null } }, async (plain) => {
    for (const path of [SEARCH, `${API}/health`, `${API}/account`, `${OPERATOR}/stats`]) await check(plain, path, 403);
    await check(plain, SEARCH, 403, { method: "OPTIONS" });
  });
  await withServer({ vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: "https://api.example.com" }, secrets: { OPERATOR_SECRET: null }, https: true }, async (secure) => {
    for (const path of [SEARCH, `${API}/health`, `${OPERATOR}/stats`]) await check(secure, path, 421);
    const headers = { host: "api.example.com" };
    await check(secure, `${API}/health`, 200, { headers });
    await check(secure, SEARCH, 401, { headers });
    await check(secure, `${OPERATOR}/stats`, 404, { headers });
  });
});

test("every response of the document was met", () => {
  const all = operations().flatMap(({ operation }) => Object.values(operation.responses).map((response) => response.$ref.split("/").at(-1)));
  assert.deepEqual([...new Set(all)].filter((name) => !seen.has(name)).sort(), []);
});
