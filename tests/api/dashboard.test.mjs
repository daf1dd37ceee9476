// The dashboard's API in the real runtime: mailed links, cookies, files, and what must not get in.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, caller, fault, operator } from "./support/api.mjs";
import { browser, outbox } from "./support/dashboard.mjs";
import { load, post } from "./support/posts.mjs";

let server;
before(async () => {
  server = await startServer({ account: false, vars: { LOW_BALANCE: "2" } });
  await load(server, [post("1")]);
});
after(() => server?.stop());

describe("a mailed link", () => {
  test("signs up, once, in the browser that asked for it", async () => {
    const own = browser(server);
    const asked = await own.post("sign-up", { name: "Ada Reef", email: "Ada@Example.com", company: "Reef Ltd" });
    assert.deepEqual([asked.status, asked.body.data], [202, { sent: true, expires_in: 900 }]);
    const [cookie] = asked.headers["set-cookie"];
    assert.match(cookie, /^__Host-browser=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=900$/);
    const [mail] = await outbox(server);
    assert.deepEqual([mail.to, mail.subject], ["Ada@Example.com", "Confirm your address"]);
    const link = own.link(mail);
    fault(await browser(server).post("confirm", { link }), 403, "OTHER_BROWSER");
    const confirmed = await own.post("confirm", { link });
    assert.deepEqual([confirmed.status, confirmed.body.data], [200, { did: "signed_up" }]);
    assert.match(confirmed.headers["set-cookie"][0], /^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=7776000$/);
    fault(await own.post("confirm", { link }), 401, "INVALID_LINK");
    const account = await own.get("account");
    assert.equal(account.headers["cache-control"], "no-store");
    assert.equal(account.headers["access-control-allow-origin"], undefined);
    const { created_at, ...shown } = account.body.data.account;
    assert.deepEqual(shown, { name: "Ada Reef", email: "Ada@Example.com", company: "Reef Ltd", status: "pending" });
    assert.match(created_at, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(account.body.data.balance, { current: 0, total_used: 0 });
    assert.deepEqual([account.body.data.token, account.body.data.settings], [null, { browser_cap: null }]);
  });

  test("is used by one of ten calls at once", async () => {
    const own = browser(server);
    await own.post("sign-up", { email: "race@example.com" });
    const link = own.link((await outbox(server))[0]);
    const calls = await Promise.all(Array.from({ length: 10 }, () => own.post("confirm", { link })));
    assert.deepEqual(calls.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)]);
  });

  test("names this service, whatever Host the call had", async () => {
    const own = browser(server);
    const forged = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    assert.equal((await own.post("sign-up", { email: "forged@example.com" }, { headers: forged })).status, 202);
    const [mail] = await outbox(server);
    assert.ok(mail.text.includes(`${server.url}/dashboard/confirm#`) && !mail.text.includes("evil"), mail.text);
  });

  test("can be asked for by none but a page of ours, in JSON of a sensible size", async () => {
    const own = browser(server);
    const ask = (options) => own.post("sign-in", { email: "ada@example.com" }, options);
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": undefined, origin: "https://evil.example" }, { "sec-fetch-site": undefined }]) {
      fault(await ask({ headers }), 403, "WRONG_ORIGIN");
    }
    assert.equal((await ask({ headers: { "sec-fetch-site": undefined, origin: server.url } })).status, 202);
    fault(await ask({ headers: { "content-type": "text/plain" } }), 415, "UNSUPPORTED_MEDIA_TYPE");
    fault(await own.post("sign-in", { email: `${"a".repeat(1_000_000)}@example.com` }), 413, "PAYLOAD_TOO_LARGE");
    fault(await own.post("sign-in", { email: "no address" }), 400, "INVALID_PARAMETER");
  });
});

test("a session that is not in the table opens nothing", async () => {
  for (const cookie of ["", "__Host-session=", `__Host-session=${"x".repeat(43)}`, `session=${"x".repeat(43)}`]) {
    fault(await server.call("/dashboard/api/account", { headers: { cookie } }), 401, "NOT_SIGNED_IN");
  }
  const token = { headers: { authorization: `Bearer ${server.operatorSecret}` } };
  fault(await server.call("/dashboard/api/account", token), 401, "NOT_SIGNED_IN");
});

test("a session's cookie opens neither the API nor the operators' addresses", async () => {
  const own = browser(server);
  await own.enter("sign-up", "cookie@example.com");
  fault(await server.call(`${API}/account`, { headers: { cookie: own.cookie() } }), 401, "MISSING_API_TOKEN");
  fault(await server.call("/operator/v1/stats", { headers: { cookie: own.cookie() } }), 401, "INVALID_OPERATOR_SECRET");
});

test("an owner sees usage and ledger, also as files, and is told that credits run low", async () => {
  const made = await operator(server)("/accounts", { email: "used@example.com", credits: 3 });
  const own = browser(server);
  await own.enter("sign-in", "used@example.com");
  const get = caller(server);
  for (let n = 0; n < 2; n += 1) assert.equal((await get(SEARCH, { token: made.body.data.token })).status, 200);
  const { days } = (await own.get("usage")).body.data;
  assert.deepEqual([days.length, days[29].calls, days[29].credits], [30, 2, 2]);
  const { entries, page } = (await own.get("ledger")).body.data;
  assert.deepEqual(entries.map(({ kind, credits, balance }) => [kind, credits, balance]), [["pages", -2, 1], ["opening", 3, 3]]);
  assert.deepEqual(page, { limit: 50, returned: 2, has_more: false, next_cursor: null });
  const usage = await own.get("usage.csv", { headers: { accept: "text/html,*/*" } });
  assert.equal(usage.headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(usage.text.split("\r\n").length, 32);
  const ledger = await own.get("ledger.csv");
  assert.match(ledger.text.split("\r\n")[1], /^20[\d-]+T[\d:.]+Z,opening,3,3,"opening",""$/);
  const [low] = await outbox(server);
  assert.deepEqual([low.to, low.subject], ["used@example.com", "Your credits are running low"]);
  fault(await own.get("ledger?limit=0"), 400, "INVALID_PARAMETER");
  fault(await own.get("ledger?cursor=x"), 400, "INVALID_PARAMETER");
});

test("a regenerated and a revoked token are refused at the very next call", async () => {
  const made = await operator(server)("/accounts", { email: "turns@example.com", credits: 9 });
  const own = browser(server);
  await own.enter("sign-in", "turns@example.com");
  const get = caller(server);
  const status = async (token) => (await get(SEARCH, { token })).status;
  let { token } = made.body.data;
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await status(token), 200);
    const next = (await own.post("token", { action: "regenerate" })).body.data.token;
    assert.deepEqual([await status(token), await status(next)], [401, 200]);
    token = next;
  }
  assert.deepEqual((await own.post("token", { action: "revoke" })).body.data, { token: null });
  assert.equal(await status(token), 401);
});

test("a deleted account is gone with its token, its session and its data", async () => {
  const made = await operator(server)("/accounts", { email: "gone@example.com", credits: 9 });
  const own = browser(server);
  await own.enter("sign-in", "gone@example.com");
  const get = caller(server);
  assert.equal((await get(SEARCH, { token: made.body.data.token })).status, 200);
  fault(await own.send("DELETE", "account", { email: "other@example.com" }), 400, "INVALID_PARAMETER");
  assert.equal((await own.send("DELETE", "account", { email: "GONE@example.com" })).status, 200);
  fault(await get(SEARCH, { token: made.body.data.token }), 401, "INVALID_API_TOKEN");
  fault(await own.get("account"), 401, "NOT_SIGNED_IN");
  const again = await operator(server)("/accounts", { email: "gone@example.com", credits: 1 });
  assert.deepEqual([again.status, again.body.data.balance.current], [201, 1]);
  const stats = await operator(server)("/stats");
  assert.equal(stats.body.data.ledger.mismatched, 0);
});

test("in production mails go out through the platform, and there is no outbox", async () => {
  const host = "api.example.com";
  const origin = `https://${host}`;
  const production = await startServer({
    https: true,
    account: false,
    vars: { ENVIRONMENT: "production", PUBLIC_ORIGIN: origin, MAIL_FROM: "post@example.com" },
  });
  try {
    const headers = { host, "sec-fetch-site": "same-origin" };
    const call = (path, options = {}) => production.call(path, { ...options, headers: { ...headers, ...options.headers } });
    const asked = await call("/dashboard/api/sign-up", { method: "POST", json: { email: "sent@example.com" } });
    assert.equal(asked.status, 202, asked.text);
    for (const accept of ["application/json", "text/html"]) {
      fault(await call("/dashboard/outbox", { headers: { accept } }), 404, "NOT_FOUND");
    }
    fault(await call("/dashboard/api/test-payments", { method: "POST", json: { pack: "x" } }), 401, "NOT_SIGNED_IN");
    const mail = await sent(production.state);
    assert.doesNotMatch(production.logs(), /^mail to /m);
    assert.match(mail, /https:\/\/api\.example\.com\/dashboard\/confirm#[\w-]{43}/);
    const elsewhere = await production.call("/dashboard/api/sign-up", { method: "POST", json: { email: "a@example.com" }, headers: { host: "evil.example", "sec-fetch-site": "same-origin" } });
    fault(elsewhere, 421, "MISDIRECTED_REQUEST");
  } finally {
    await production.stop();
  }
});

/** The text of the mail that the runtime wrote in place of sending it. */
async function sent(state) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const files = readdirSync(state, { recursive: true }).filter((name) => /email.*\.txt$/.test(name));
    if (files.length > 0) return readFileSync(join(state, files[0]), "utf8");
    await sleep(100);
  }
  throw new Error("expected a mail, and none was written");
}
