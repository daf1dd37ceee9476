// What a browser token may do in earnest: its scope, its limits, and the owner's daily cap.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, balance, caller, fault, faults, newAccount, operator } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { postern } from "./support/cli.mjs";
import { browser } from "./support/dashboard.mjs";
import { describedBy } from "./support/document.mjs";
import { roomInMinute } from "./support/minute.mjs";
import { load, post } from "./support/posts.mjs";

const USER = `${API}/posts/by-user/instagram/reef.watch`;
const TAG = `${API}/posts/by-hashtag/instagram/reef`;
const UNKNOWN = `postern_live_${"0".repeat(43)}2IeHPF`;

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, Array.from({ length: 12 }, (_, n) => post(`p${n}`, { content: `post ${n} #reef` })));
});
after(async () => {
  try {
    const stats = await operator(server)("/stats");
    assert.equal(stats.body.data.ledger.mismatched, 0, "every balance is the sum of its ledger");
  } finally {
    await server?.stop();
  }
});

const change = async (email, what, body) => {
  const answer = await operator(server)(`/accounts/${encodeURIComponent(email)}/${what}`, body);
  assert.equal(answer.status, 200, answer.text);
};

test("it reads posts in both headers, spends the account's credits and sees no balance", async () => {
  const apiToken = await newAccount(server, "plain@example.com", 10);
  const token = browserToken(apiToken);
  for (const headers of [{ authorization: `Bearer ${token}` }, { authorization: `bearer  ${token}` }, { "x-api-token": token }]) {
    const answer = await server.call(USER, { headers });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.headers["x-credits-charged"], answer.headers["x-credits-remaining"]], ["1", undefined]);
    assert.equal(answer.headers["ratelimit-policy"], '"browser-token";q=100000;w=60');
    assert.equal(answer.headers["access-control-allow-origin"], "*");
    describedBy(USER, "GET", answer);
  }
  assert.equal(await balance(get, apiToken), 7);
  const head = await get(USER, { token, method: "HEAD" });
  assert.deepEqual([head.status, head.headers["x-credits-charged"], head.text], [200, "0", ""]);
  const etag = head.headers.etag;
  assert.equal((await get(USER, { token, headers: { "if-none-match": etag } })).status, 304);
  assert.equal((await get(USER, { token: apiToken })).headers.etag, etag);
});

test("the command line makes one", async () => {
  const made = await postern(server, ["browser-token", "--token-file", "-", "--expires-in", "15m", "--username", "@Reef.Watch", "--max-limit", "5"], server.token);
  assert.deepEqual([made.code, made.err], [0, ""]);
  const token = made.out.trim();
  const page = await get(USER, { token });
  assert.deepEqual([page.status, page.body.data.page.limit, page.body.data.page.returned], [200, 5, 5]);
  const next = await get(page.headers.link.match(/<([^>]+)>/)[1].replace(server.url, ""), { token });
  assert.deepEqual([next.status, next.body.data.page.returned], [200, 5]);
  fault(await get(SEARCH, { token }), 403, "INSUFFICIENT_SCOPE");
});

describe("a call outside what it may do", () => {
  const cases = [
    ["the account", [], `${API}/account`, 403],
    ["another platform", ["pinstagram"], `${SEARCH}?platform=x`, 403],
    ["no platform", ["pinstagram"], SEARCH, 403],
    ["the platform", ["pinstagram"], `${SEARCH}?platform=Instagram`, 200],
    ["the other name of the network", ["px"], `${SEARCH}?platform=twitter`, 200],
    ["no such platform", ["pinstagram"], `${SEARCH}?platform=myspace`, 400],
    ["another username", ["ureef.watch"], `${API}/posts/by-user/instagram/other`, 403],
    ["no username", ["ureef.watch"], TAG, 403],
    ["the username, folded", ["uother", "ureef.watch"], `${API}/posts/by-user/instagram/%40REEF.Watch`, 200],
    ["a username that can't be one", ["ureef.watch"], address(SEARCH, { username: "a b" }), 400],
    ["another hashtag", ["hreef"], `${SEARCH}?hashtag=kelp`, 403],
    ["the hashtag", ["hreef"], address(SEARCH, { hashtag: "#REEF" }), 200],
    ["a limit over its largest", ["l5"], `${SEARCH}?limit=6`, 403],
    ["its largest limit", ["l5"], `${SEARCH}?limit=5`, 200],
    ["a limit that is none", ["l5"], `${SEARCH}?limit=0`, 400],
    ["scope before parameters", ["hreef"], `${SEARCH}?limit=0&foo=1`, 403],
    ["no origin", ["ohttps://a.example"], SEARCH, 403],
    ["another origin", ["ohttps://a.example"], SEARCH, 403, "https://b.example"],
    ["one of its origins", ["ohttps://a.example", "ohttps://c.example"], SEARCH, 200, "https://c.example"],
  ];
  for (const [name, lines, path, status, origin] of cases) {
    test(`${name}: ${status}`, async () => {
      const token = browserToken(server.token, lines);
      for (const headers of [{ authorization: `Bearer ${token}` }, { "x-api-token": token }]) {
        if (origin) headers.origin = origin;
        const answer = await server.call(path, { headers });
        describedBy(path, "GET", answer);
        if (status === 403) fault(answer, 403, "INSUFFICIENT_SCOPE");
        else if (status === 400) faults(answer);
        else assert.equal(answer.status, status, answer.text);
        assert.equal(answer.headers["x-credits-remaining"], undefined);
        assert.ok(!answer.text.includes(token.slice(16)), answer.text);
      }
    });
  }
});

describe("it is refused, in the text of any token", () => {
  const refused = [
    ["expired", () => browserToken(server.token, [], { expiresIn: -61 })],
    ["too far ahead", () => browserToken(server.token, [], { expiresIn: 86_400 + 65 })],
    ["made of an unknown token", () => browserToken(UNKNOWN)],
    ["signed by nobody", () => browserToken(server.token, [], { tag: Buffer.alloc(32) })],
    ["a line that nobody knows", () => browserToken(server.token, ["zfoo"])],
    ["cut", () => browserToken(server.token).slice(0, -1)],
    ["too long", () => browserToken(server.token, Array(400).fill("ureef.watch"))],
  ];
  for (const [name, make] of refused) {
    test(name, async () => {
      const error = fault(await get(SEARCH, { token: make() }), 401, "INVALID_API_TOKEN");
      const any = fault(await get(SEARCH, { token: "nonsense" }), 401, "INVALID_API_TOKEN");
      assert.equal(error.message, any.message);
    });
  }
  test("but not within a minute of its end, or a minute more than a day before it", async () => {
    for (const expiresIn of [-55, 86_400 + 55]) assert.equal((await get(SEARCH, { token: browserToken(server.token, [], { expiresIn }) })).status, 200);
  });
  test("where operators and owners go in", async () => {
    const token = browserToken(server.token);
    fault(await server.call("/operator/v1/stats", { bearer: token }), 401, "INVALID_OPERATOR_SECRET");
    assert.deepEqual(faults(await get(address(SEARCH, { keyword: token }))), ["keyword TOKEN_IN_QUERY"]);
  });
});

test("it dies with its token and sleeps with its account, from the next call on", async () => {
  const email = "parent@example.com";
  const token = browserToken(await newAccount(server, email, 100));
  for (let round = 0; round < 3; round += 1) {
    assert.equal((await get(USER, { token })).status, 200);
    await change(email, "status", { status: "suspended" });
    for (const path of [USER, `${SEARCH}?limit=0`, `${API}/account`]) fault(await get(path, { token }), 403, "ACCOUNT_INACTIVE");
    await change(email, "status", { status: "active" });
  }
  assert.equal((await get(USER, { token })).status, 200);
  await change(email, "token", { action: "regenerate" });
  for (const path of [USER, USER, `${API}/account`]) fault(await get(path, { token }), 401, "INVALID_API_TOKEN");
});

test("of 100 parallel calls at a cap of 40 credits a day, exactly 40 succeed, and the API token goes on", async () => {
  const email = "capped@example.com";
  const apiToken = await newAccount(server, email, 1000);
  const owner = browser(server);
  await owner.enter("sign-in", email);
  const cap = async (credits) => assert.equal((await owner.send("PATCH", "account", { browser_cap: credits })).status, 200);
  await cap(40);
  const tokens = Array.from({ length: 4 }, () => browserToken(apiToken));
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => get(address(SEARCH, { limit: 1 + (n % 5) }), { token: tokens[n % 4] })));
  const counted = (status) => answers.filter((answer) => answer.status === status);
  assert.deepEqual([counted(200).length, counted(402).length], [40, 60]);
  const error = fault(counted(402)[0], 402, "INSUFFICIENT_CREDITS");
  assert.match(error.message, /browser tokens may spend in a day/);
  assert.equal(counted(402)[0].headers["x-credits-remaining"], undefined);
  assert.equal((await get(SEARCH, { token: apiToken })).headers["x-credits-remaining"], "959");
  await cap(null);
  assert.equal((await get(SEARCH, { token: tokens[0] })).status, 200);
  await cap(0);
  fault(await get(SEARCH, { token: tokens[1] }), 402, "INSUFFICIENT_CREDITS");
});

test("of 100 parallel calls on 40 credits exactly 40 succeed, and a refusal does not say the balance", async () => {
  const apiToken = await newAccount(server, "race@example.com", 40);
  const token = browserToken(apiToken);
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(SEARCH, { token })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 40);
  const error = fault(answers.find(({ status }) => status !== 200), 402, "INSUFFICIENT_CREDITS");
  assert.match(error.message, /it is less/);
  assert.equal(await balance(get, apiToken), 0);
});

test("a call with an Idempotency-Key is charged once", async () => {
  const apiToken = await newAccount(server, "keyed@example.com", 10);
  const token = browserToken(apiToken);
  const charged = [];
  for (let n = 0; n < 3; n += 1) charged.push((await get(SEARCH, { token, headers: { "idempotency-key": "k" } })).headers["x-credits-charged"]);
  assert.deepEqual(charged, ["1", "0", "0"]);
});

test("it asks storage no more than its API token does", async () => {
  const apiToken = await newAccount(server, "counted@example.com", 20);
  const rows = {};
  for (const [name, token] of Object.entries({ api: apiToken, browser: browserToken(apiToken) })) {
    await get(USER, { token });
    const { headers } = await get(USER, { token });
    rows[name] = [headers["x-rows-read"], headers["x-rows-written"]].map(Number);
  }
  assert.equal(rows.browser[1], rows.api[1], "rows written");
  assert.ok(rows.browser[0] <= rows.api[0] + 1, JSON.stringify(rows)); // what was spent today is one row
});

test("nothing of it is logged", () => {
  assert.ok(!server.logs().includes("postern_browser_"));
});

test("60 calls a minute are its own limit, and neither its account's nor another token's", async () => {
  const limited = await startServer({ rateLimits: { browser: 6, calls: 8 } });
  try {
    const [one, other] = [browserToken(limited.token), browserToken(limited.token)];
    await load(limited, [post("1")]);
    await roomInMinute(15);
    const statuses = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await caller(limited)(SEARCH, { token: one })).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429]);
    const refused = await caller(limited)(SEARCH, { token: one });
    fault(refused, 429, "RATE_LIMITED");
    assert.equal(refused.headers["ratelimit-policy"], '"browser-token";q=6;w=60');
    assert.equal((await caller(limited)(SEARCH, { token: other })).status, 200);
    assert.equal((await caller(limited)(SEARCH)).headers["ratelimit-policy"], '"account";q=8;w=60');
  } finally {
    await limited.stop();
  }
});
