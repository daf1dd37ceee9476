// Tokens, secrets, addresses and keywords are where they belong and nowhere else: every address of the service is called with
// marked ones, well and badly, and then the log and every answer are searched for them.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { startServer } from "../support/server.mjs";
import { startStripe, stripeSecrets } from "../support/stripe.mjs";
import { API, SEARCH, address, caller, operator } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { browser, outbox } from "./support/dashboard.mjs";
import { withDatabase } from "./support/databases.mjs";
import { logged } from "./support/logs.mjs";
import { load, post, send } from "./support/posts.mjs";

/** A word that nothing else here has. */
const mark = (what) => `marked${what}${randomBytes(6).toString("hex")}`;
const M = Object.fromEntries(["keyword", "author", "tag", "name", "company", "owner", "other", "reason", "content", "stranger", "typo"].map((what) => [what, mark(what)]));
const EMAIL = `${M.owner}@example.com`;
const OTHER = `${M.other}@example.com`;

let server;
let stripe;
let own;
/** All answers that came, by what was asked. */
const answers = [];
/** What must not be found, by its name. */
const secrets = {};

before(async () => {
  stripe = await startStripe(stripeSecrets());
  server = await startServer({ ...stripe.settings, account: false });
  stripe.sendTo(server);
  const inner = server.call;
  server.call = async (path, options = {}) => {
    const answer = await inner(path, options);
    answers.push({ what: `${options.method ?? "GET"} ${path.split("?")[0]}`, path, ...answer });
    return answer;
  };
  await drive();
});
after(async () => {
  await server?.stop();
  await stripe?.stop();
});

/** Calls every address, well and badly. */
async function drive() {
  const get = caller(server);
  const op = operator(server);
  await load(server, [post("1", { content: `${M.content} ${M.keyword}`, username: M.author, hashtags: [M.tag] })]);
  own = browser(server);
  await own.post("sign-up", { name: M.name, email: EMAIL, company: M.company });
  const mail = (await outbox(server)).find((one) => one.to === EMAIL);
  secrets.link = own.link(mail);
  secrets.code = /\b(\d{4} ?\d{4})\b/.exec(mail.text)[1];
  await own.post("confirm", { link: secrets.link });
  [, secrets.browser, secrets.session] = /__Host-browser=([\w-]+).*__Host-session=([\w-]+)/.exec(own.cookie());
  const { name: pack } = (await own.get("service")).body.data.packs[0];
  await own.post("checkouts", { pack });
  await own.post("test-payments", { pack });
  secrets.first = (await own.post("token", { action: "show" })).body.data.token;
  secrets.token = (await own.post("token", { action: "regenerate" })).body.data.token;
  secrets.derived = (await own.post("browser-token", {})).body.data?.token ?? browserToken(secrets.token);
  secrets.scoped = browserToken(secrets.token, [`u${M.author}`]);
  secrets.operatorsToken = (await op("/accounts", { name: M.name, email: OTHER, company: M.company, credits: 3 })).body.data.token;
  Object.assign(secrets, { operator: server.operatorSecret, stripe: stripe.secrets.STRIPE_SECRET_KEY, webhook: stripe.secrets.STRIPE_WEBHOOK_SECRET });
  secrets.tokenKey = /TOKEN_KEY="([^"]+)"/.exec(readFileSync(join(server.state, ".dev.vars"), "utf8"))[1];
  [secrets.sealed, secrets.tokenHash] = withDatabase(server.state, "ACCOUNTS", (database) => Object.values(database.prepare("SELECT sealed, token_key FROM tokens LIMIT 1").get()));
  assert.ok(Object.values(secrets).every((one) => typeof one === "string" && one.length >= 8), JSON.stringify(secrets));

  // The public API: found, not found, refused, with every kind of credential.
  const places = [address(SEARCH, { keyword: M.keyword }), `${API}/posts/by-user/instagram/${M.author}`, `${API}/posts/by-hashtag/instagram/${M.tag}`, `${API}/account`, `${API}/health`, `${API}/openapi.json`, `${API}/${M.typo}`];
  const tokens = [secrets.token, secrets.first, secrets.derived, secrets.scoped, secrets.operatorsToken, secrets.operator, `${secrets.token}x`, secrets.session, null];
  for (const path of places) {
    for (const token of tokens) await get(path, { token });
    await get(path, { token: null, headers: { "x-api-token": secrets.token, cookie: own.cookie() } });
    await get(path, { token: secrets.token, method: "POST", json: { email: EMAIL } });
    await get(path, { token: secrets.token, headers: { accept: "text/html" } });
    await get(path, { token: secrets.token, headers: { "idempotency-key": M.typo, "if-none-match": "*" } });
  }
  for (const query of [{ token: secrets.token }, { keyword: secrets.token }, { [secrets.token]: "1" }, { limit: secrets.derived }, { api_key: secrets.operator }, { keyword: "x".repeat(9000) }, { cursor: secrets.scoped }]) {
    for (const path of [SEARCH, `${API}/account`]) await get(address(path, query), { token: secrets.token });
  }

  // Operators.
  for (const place of ["/stats", "/accounts", "/changes", "/payments", "/shards", "/posts"]) {
    await op(place);
    await server.call(`/operator/v1${place}`, { bearer: `${secrets.operator}x` });
    await server.call(`/operator/v1${place}`, { bearer: secrets.token });
  }
  await op("/index", {});
  await op("/accounts", { email: OTHER });
  await op(`/accounts/${OTHER}/credits`, { credits: 5, reference: M.typo, reason: M.reason });
  await op(`/accounts/${OTHER}/credits`, { credits: 6, reference: M.typo, reason: M.reason });
  await op(`/accounts/${M.stranger}@example.com/token`, { action: "revoke" });
  await op(`/accounts/${OTHER}/status`, { status: "suspended" });
  await send(server, `{"platform":"${M.typo}"}\n{"${M.typo}":1}\nnot JSON ${M.typo}`);
  await server.call(`/operator/v1/posts/instagram:${M.stranger}`, { method: "DELETE", bearer: secrets.operator });
  await server.call(`/operator/v1/authors/instagram/${M.stranger}`, { method: "DELETE", bearer: secrets.operator });

  // Owners.
  for (const place of ["account", "usage", "usage.csv", "ledger", "ledger.csv", "payments", `payments/cs_${M.typo}/receipt`, "service", M.typo]) {
    await own.get(place);
    await server.call(`/dashboard/api/${place}`);
    await server.call(`/dashboard/api/${place}`, { bearer: secrets.token });
  }
  await own.post("checkouts", { pack: M.typo });
  await own.post("confirm", { link: secrets.link });
  await own.post("confirm", { code: secrets.code });
  await own.post("sign-in", { email: `${M.stranger}@example.com` });
  await own.post("email", { email: `${M.stranger}@example.com` });
  await own.send("PATCH", "account", { name: M.name, company: M.company });
  await own.post("token", { action: "burn" });
  stripe.broken = 400;
  await own.post("checkouts", { pack });
  stripe.broken = null;
  await own.post("sign-up", { email: EMAIL });

  // Payments, forged ones and those of strangers.
  await stripe.pay(stripe.strangeSession({ customer_details: { email: `${M.stranger}@example.com` } }));
  const event = stripe.event("checkout.session.completed", stripe.strangeSession({ customer_details: { email: EMAIL } }));
  const told = (headers) => server.call("/payments/stripe/webhook", { method: "POST", headers, body: JSON.stringify(event) });
  await told({ "stripe-signature": `t=1,v1=${secrets.webhook}` });
  await told({});

  // Storage that is out of order, with a credential of every kind.
  withDatabase(server.state, "POSTS_0", (database) => database.exec("ALTER TABLE versions RENAME TO hidden"));
  await get(address(SEARCH, { keyword: M.keyword, username: M.author }), { token: secrets.token });
  withDatabase(server.state, "POSTS_0", (database) => database.exec("ALTER TABLE hidden RENAME TO versions"));
  withDatabase(server.state, "ACCOUNTS", (database) => database.exec("ALTER TABLE accounts RENAME TO hidden"));
  for (const token of [secrets.token, secrets.derived]) await get(SEARCH, { token });
  await op("/accounts", { email: `${M.stranger}@example.com` });
  await own.get("account");
  withDatabase(server.state, "ACCOUNTS", (database) => database.exec("ALTER TABLE hidden RENAME TO accounts"));
  for (const path of ["/", "/docs/", "/dashboard/", "/operator/", `/${M.typo}`, "/dashboard/outbox", "/openapi.json"]) await server.call(path);
  await eventually(() => logged(server).length >= answers.length);
}

const shown = (text) => text.slice(0, 300);

test("every address was called, and most kinds of answers were given", () => {
  const statuses = new Set(answers.map(({ status }) => status));
  for (const status of [200, 201, 202, 304, 400, 401, 402, 403, 404, 405, 406, 409, 414, 503]) assert.ok(statuses.has(status) || status === 402, `none was answered ${status}: ${[...statuses]}`);
  const routes = new Set(logged(server).map(({ route }) => route));
  const expected = ["posts/search", "posts/by-user", "posts/by-hashtag", "account", "health", "openapi", "operator/posts", "operator/post", "operator/author", "operator/accounts", "operator/credits", "operator/status", "operator/token", "operator/changes", "operator/index", "operator/payments", "operator/shards", "operator/stats", "dashboard/service", "dashboard/sign-up", "dashboard/sign-in", "dashboard/confirm", "dashboard/account", "dashboard/email", "dashboard/token", "dashboard/browser-token", "dashboard/usage", "dashboard/ledger", "dashboard/payments", "dashboard/receipt", "dashboard/checkouts", "dashboard/test-payments", "dashboard/outbox", "static"];
  assert.deepEqual(expected.filter((route) => !routes.has(route)), []);
});

test("no line of the log has a secret, a token, a name, an address or a keyword", () => {
  // In development mails stand in the log in place of being sent.
  const lines = server.logs().split("\n").filter((line) => !line.startsWith("mail to "));
  assert.ok(lines.length > 100);
  for (const line of lines) {
    for (const [what, secret] of Object.entries(secrets)) assert.ok(!line.includes(secret), `${what} in ${shown(line)}`);
    assert.doesNotMatch(line, /marked|@example\.com|postern_(live|browser)_|whsec_|sk_test_|127\.0\.0\.1|::1/);
  }
});

test("the runtime's own record has no secret, not even in an address", () => {
  // But for tokens that a caller put into an address himself: that is what TOKEN_IN_QUERY is for.
  const text = readFileSync(join(server.state, "server.log"), "utf8").split("\n").filter((line) => !/^mail to |\[wrangler:info\] GET \/api\/v1\/(posts\/search|account)\?/.test(line)).join("\n");
  for (const [what, secret] of Object.entries(secrets)) assert.ok(!text.includes(secret), what);
});

describe("answers", () => {
  /** Where each is shown, once: to whom it is. */
  const BELONGS = {
    first: ["POST /dashboard/api/token"],
    token: ["POST /dashboard/api/token"],
    derived: ["POST /dashboard/api/browser-token"],
    operatorsToken: ["POST /operator/v1/accounts"],
    link: ["GET /dashboard/outbox"],
    code: ["GET /dashboard/outbox"],
    session: ["POST /dashboard/api/confirm"],
    browser: ["POST /dashboard/api/sign-up", "POST /dashboard/api/sign-in", "POST /dashboard/api/email"],
  };
  const all = (answer) => `${JSON.stringify(answer.headers)}\n${answer.text}`;

  test("have no secret but the one that was asked for", () => {
    for (const [what, secret] of Object.entries(secrets)) {
      const found = new Set(answers.filter((answer) => all(answer).includes(secret)).map((answer) => answer.what));
      assert.deepEqual([...found].filter((place) => !BELONGS[what]?.includes(place)), [], `${what} stands where it should not`);
    }
  });

  test("have no secret in a header, but for cookies", () => {
    for (const { headers, what } of answers) {
      const { "set-cookie": cookies, ...rest } = headers;
      for (const [name, secret] of Object.entries(secrets)) assert.ok(!JSON.stringify(rest).includes(secret), `${name} in the headers of ${what}`);
      assert.doesNotMatch(JSON.stringify({ ...rest, link: undefined }), /marked|@example\.com/, what);
      if (cookies) assert.ok(cookies.every((one) => /^__Host-(session|browser|known)=/.test(one)) && what.startsWith("POST /dashboard/api/"), `${what} ${cookies}`);
    }
  });

  test("that are errors name nobody's address, no keyword and no other's data, and nothing of storage", () => {
    for (const { status, text, what, path } of answers.filter((one) => one.status >= 400 && one.body)) {
      assert.doesNotMatch(text, new RegExp(`@example\\.com|${M.keyword}|${M.owner}|${M.other}|${M.name}|${M.company}|${M.content}|${M.reason}`), `${status} of ${what}: ${shown(text)}`);
      assert.doesNotMatch(text, /sqlite|D1_|no such|\.rs\b|\bat \w+ \(|stack|SELECT|INSERT/i, `${status} of ${path}: ${shown(text)}`);
    }
  });

  test("have addresses of accounts only for operators and for their owners", () => {
    const allowed = /^(GET|POST|PATCH) (\/operator\/v1\/|\/dashboard\/api\/account$|\/dashboard\/outbox$|\/api\/v1\/account$)/;
    for (const answer of answers.filter((one) => all(one).includes(EMAIL) || all(one).includes(OTHER))) assert.match(answer.what, allowed, shown(answer.text));
  });

  test("of pages are files, the same for everyone", () => {
    for (const { text, what } of answers.filter(({ headers }) => /html/.test(headers["content-type"] ?? ""))) {
      assert.doesNotMatch(text, /marked|postern_live_[0-9A-Za-z]{49}|postern_browser_[\w-]{50}|sk_(test|live)_\w{10}|whsec_\w/, what);
    }
  });
});

test("databases keep no token, no link, no session and no secret as it is", () => {
  const stored = withDatabase(server.state, "ACCOUNTS", (database) => {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'mails'").all();
    return tables.map(({ name }) => JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all(), (_, value) => (typeof value === "bigint" ? String(value) : value))).join("\n");
  });
  const kept = ["sealed", "tokenHash", "code"]; // what is for storage; a code lasts 15 minutes, and five tries
  for (const [what, secret] of Object.entries(secrets).filter(([what]) => !kept.includes(what))) assert.ok(!stored.includes(secret), `${what} is in a table`);
  assert.ok(stored.includes(secrets.sealed));
});
