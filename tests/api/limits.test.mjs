// Rate limits: of the calls of an account, of its browser tokens and of its dashboard, and of a network's refused credentials
// and mails. Past a limit nothing is asked of storage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/eventually.mjs";
import { startServer } from "../support/server.mjs";
import { unknownToken } from "./support/api-token.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { browser, outbox } from "./support/dashboard.mjs";
import { API, SEARCH, address, caller, fault, newAccount, operator } from "./support/api.mjs";
import { roomInMinute } from "./support/minute.mjs";

/** Runs with a server of its own: a limit that was reached stays so for a minute. */
async function withServer(options, run) {
  const server = await startServer(options);
  try {
    await run(server, caller(server));
  } finally {
    await server.stop();
  }
}

function limited(answer) {
  fault(answer, 429, "RATE_LIMITED");
  assert.match(answer.headers["retry-after"], /^[1-9]\d?$/);
}

test("an account's calls are limited, each account's apart", async () => {
  await withServer({ rateLimits: { calls: 10 } }, async (server, get) => {
    const other = await newAccount(server, "other@example.com", 10);
    const paths = [SEARCH, `${API}/account`, `${SEARCH}?limit=0`, `${API}/posts/by-user/x/a`];
    await roomInMinute(15);
    const answers = [];
    for (let n = 0; n < 14; n += 1) answers.push(await get(paths[n % 4], n % 2 ? { method: "HEAD" } : {}));
    assert.ok(answers.slice(0, 10).every(({ status }) => status !== 429), answers.map(({ status }) => status).join());
    for (const answer of [await get(SEARCH), await get(`${SEARCH}?limit=0`), await get(`${API}/account`)]) {
      limited(answer);
      assert.equal(answer.headers["ratelimit-policy"], '"account";q=10;w=60');
      assert.equal(answer.headers["x-credits-charged"], "0");
      assert.match(answer.headers["x-credits-remaining"], /^\d+$/);
      assert.equal(answer.headers["x-rows-read"], "0");
    }
    assert.equal((await get(SEARCH, { token: other })).status, 200);
    assert.equal((await get(`${API}/health`)).status, 200);
    assert.equal((await operator(server)("/stats")).status, 200);
  });
});

test("30 refused credentials a minute, then they are 429, for the API and operators alike, while good ones work", async () => {
  await withServer({ rateLimits: { refusals: 30 } }, async (server, get) => {
    const bad = [
      () => get(SEARCH, { token: "nonsense" }),
      () => server.call("/operator/v1/stats", { bearer: "x".repeat(64) }),
      () => get(`${API}/account`, { token: `postern_live_${"0".repeat(43)}2IeHPF` }),
    ];
    await roomInMinute(20);
    assert.equal((await get(SEARCH)).status, 200, "known to be good");
    const statuses = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await bad[n % 3]()).status);
    assert.deepEqual(statuses, Array(30).fill(401));
    for (const refused of bad) limited(await refused());
    for (let n = 0; n < 40; n += 1) assert.equal((await get(address(SEARCH, { limit: 1 + n }))).status, 200);
    assert.equal((await operator(server)("/stats")).status, 200);
    fault(await get(SEARCH, { token: null }), 401, "MISSING_API_TOKEN");
    for (const refused of bad) limited(await refused());
  });
});

/** A call from an address of the network. */
const from = (address) => ({ headers: { "cf-connecting-ip": address } });

test("all addresses of a /64 are one network, and past its limit storage is asked once a second", async () => {
  await withServer({ rateLimits: { refusals: 5 } }, async (server, get) => {
    await roomInMinute(20);
    const guess = (n) => get(SEARCH, { token: unknownToken(), ...from(`2001:db8:1:2::${n.toString(16)}`) });
    const first = [];
    for (let n = 0; n < 6; n += 1) first.push((await guess(n)).status);
    assert.deepEqual(first, [401, 401, 401, 401, 401, 429]);
    // What storage would say shows whether it was asked: these tokens are good, and nobody has used them yet.
    const tokens = [];
    for (const name of ["a", "b", "c"]) tokens.push(await newAccount(server, `${name}@example.com`, 10));
    const good = (token) => get(SEARCH, { token, ...from("2001:db8:1:2:ffff::1") });
    await sleep(1_100);
    assert.equal((await good(tokens[0])).status, 200, "the lookup of this second");
    const waits = await good(tokens[1]);
    limited(waits);
    assert.equal(waits.headers["retry-after"], "1");
    assert.equal((await good(tokens[0])).status, 200, "a token that is known to be good");
    assert.equal((await get(SEARCH, { token: tokens[2], ...from("2001:db8:1:3::1") })).status, 200, "another network");
    await sleep(1_100);
    assert.equal((await good(tokens[1])).status, 200, "the lookup of the next second");
  });
});

test("a thousand guesses from hundreds of networks, sixty at a time, leave the service to everybody else", async () => {
  await withServer({ rateLimits: { refusals: 30 } }, async (server, get) => {
    const wave = (n) => {
      const address = `2001:db8:${n.toString(16)}::1`;
      const cookie = `__Host-session=${randomBytes(32).toString("base64url")}`;
      return Promise.all([
        get(SEARCH, { token: unknownToken(), ...from(address) }),
        server.call("/dashboard/api/account", { headers: { "cf-connecting-ip": address, cookie } }),
        server.call("/dashboard/api/confirm", { method: "POST", json: { link: "x" }, headers: { "cf-connecting-ip": address, "sec-fetch-site": "same-origin" } }),
      ]);
    };
    for (let first = 0; first < 333; first += 20) {
      const waves = Array.from({ length: 20 }, (_, n) => wave(first + n));
      const good = await get(SEARCH);
      assert.equal(good.status, 200, good.text);
      for (const answer of (await Promise.all(waves)).flat()) assert.ok([401, 429].includes(answer.status), answer.text);
    }
    assert.equal((await operator(server)("/stats")).body.data.ledger.mismatched, 0);
  });
});

test("browser tokens of one account are limited together, however many are made", async () => {
  await withServer({ rateLimits: { browserAccount: 10 } }, async (server, get) => {
    await roomInMinute(15);
    const answers = [];
    for (let n = 0; n < 14; n += 1) answers.push(await get(SEARCH, { token: browserToken(server.token) }));
    assert.deepEqual(answers.map(({ status }) => status), [...Array(10).fill(200), ...Array(4).fill(429)]);
    answers.slice(10).forEach(limited);
    assert.equal(answers.at(-1).headers["x-rows-read"], "0");
    assert.equal((await get(SEARCH)).status, 200, "the API token has a limit of its own");
  });
});

test("the dashboard is limited by session and by account, without asking storage", async () => {
  await withServer({ rateLimits: { dashboard: 10 } }, async (server) => {
    const [one, other] = [browser(server), browser(server)];
    for (const own of [one, other]) await own.enter("sign-up", "reef@example.com");
    await roomInMinute(15);
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await one.get("ledger")).status);
    assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429]);
    const past = await other.get("usage");
    limited(past);
    assert.equal((await one.get("account")).headers["x-rows-read"], "0");
    const third = browser(server);
    await third.enter("sign-up", "tide@example.com");
    assert.equal((await third.get("account")).status, 200, "another account");
  });
});

test("strangers who used up an address's links can't keep out a browser that signed in before", async () => {
  await withServer({ account: false, vars: { MAILS_PER_HOUR: "26" } }, async (server) => {
    const owner = browser(server);
    await owner.enter("sign-up", "reef@example.com");
    const ask = (n) => browser(server).post("sign-in", { email: "Reef@Example.com" }, from(`2001:db8:0:${n.toString(16)}::1`));
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await ask(n)).status);
    assert.deepEqual(statuses, [...Array(25).fill(202), ...Array(15).fill(429)]);
    limitedFor(await browser(server).post("sign-up", { email: "new@example.com" }), 3600);
    assert.equal((await owner.post("sign-out", {})).status, 200);
    assert.equal((await owner.post("sign-in", { email: "reef@example.com" })).status, 202);
    const [mail] = await outbox(server);
    assert.equal(mail.to, "reef@example.com", "the address that the account has");
    assert.equal((await owner.post("confirm", { link: owner.link(mail) })).status, 200);
    const alarms = () => server.logs().split("\n").filter((line) => line.includes('"alarm":"mail-cap"'));
    await eventually(() => alarms().length >= 2);
    assert.equal(alarms().length, 2, "near the cap, and at it");
  });
});

/** A 429 that says to wait for so many seconds at most. */
function limitedFor(answer, most) {
  fault(answer, 429, "RATE_LIMITED");
  assert.ok(Number(answer.headers["retry-after"]) <= most);
}

test("addresses that a mail service could take for others are refused, and nothing is sent", async () => {
  await withServer({ account: false }, async (server) => {
    const bad = ["a<victim@x>", "a,b@x", "x@y(1)", "a@b", "a<victim@example.com>", "a,b@example.com", "x@example.com(1)", "x\uff20example.com", "mar\u212a@example.com", "\"a\"@example.com"];
    for (const email of bad) fault(await browser(server).post("sign-up", { email }), 400, "INVALID_PARAMETER");
    assert.deepEqual(await outbox(server), []);
  });
});
