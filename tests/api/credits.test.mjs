// What costs a credit and what does not, and that no race, repetition or failure changes that.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, balance, caller, fault, newAccount, operator } from "./support/api.mjs";
import { load, post } from "./support/posts.mjs";

const ACCOUNT = `${API}/account`;

let server;
let get;
before(async () => {
  server = await startServer();
  get = caller(server);
  await load(server, Array.from({ length: 12 }, (_, n) => post(`p${n}`, { content: `post ${n}` })));
});
after(async () => {
  try {
    const stats = await operator(server)("/stats");
    assert.equal(stats.body.data.ledger.mismatched, 0, "every balance is the sum of its ledger");
  } finally {
    await server?.stop();
  }
});

const times = (count, action) => Promise.all(Array.from({ length: count }, (_, n) => action(n)));
const statuses = (answers) => {
  const counted = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};
const charged = (answer) => [answer.headers["x-credits-charged"], answer.headers["x-credits-remaining"]];

describe("100 parallel calls on 40 credits", () => {
  for (const [name, warm] of [["a new token", false], ["a token that succeeded a moment ago", true]]) {
    test(`${name}: exactly 40 succeed and the balance is 0`, async () => {
      const token = await newAccount(server, `race-${warm}@example.com`, warm ? 41 : 40);
      if (warm) assert.equal((await get(SEARCH, { token })).status, 200);
      const answers = await times(100, (n) => get(address(SEARCH, { limit: 1 + (n % 5) }), { token }));
      assert.deepEqual(statuses(answers), { 200: 40, 402: 60 });
      const paid = answers.filter(({ status }) => status === 200);
      assert.deepEqual(paid.map((answer) => Number(answer.headers["x-credits-remaining"])).sort((a, b) => a - b), [...Array(40).keys()]);
      const refused = answers.find(({ status }) => status === 402);
      assert.equal(refused.body.data, undefined);
      assert.deepEqual(charged(refused), ["0", "0"]);
      const { data } = (await get(ACCOUNT, { token })).body;
      assert.deepEqual([data.balance, data.usage], [{ current: 0, total_used: warm ? 41 : 40 }, { api_calls_30_days: warm ? 41 : 40 }]);
      const stats = await operator(server)("/stats");
      assert.equal(stats.body.data.ledger.mismatched, 0);
    });
  }
});

test("a page with posts costs one credit, everything else nothing", async () => {
  const token = await newAccount(server, "prices@example.com", 100);
  const first = await get(SEARCH, { token });
  assert.deepEqual([first.status, ...charged(first)], [200, "1", "99"]);
  const { etag } = first.headers;
  const free = [
    [200, `${SEARCH}?hashtag=nobody`, {}],
    [304, SEARCH, { headers: { "if-none-match": etag } }],
    [200, SEARCH, { method: "HEAD" }],
    [304, SEARCH, { method: "HEAD", headers: { "if-none-match": etag } }],
    [400, `${SEARCH}?limit=0`, {}],
    [400, `${SEARCH}?cursor=x`, {}],
    [200, ACCOUNT, {}],
    [200, ACCOUNT, { method: "HEAD" }],
    [400, `${ACCOUNT}?x=1`, {}],
  ];
  for (const [status, path, options] of free) {
    const answer = await get(path, { token, ...options });
    assert.deepEqual([answer.status, ...charged(answer)], [status, "0", "99"], `${path} ${JSON.stringify(options)}`);
    assert.equal(answer.headers["ratelimit-policy"], '"account";q=100000;w=60');
  }
  for (const [status, path, options] of [[404, `${API}/nothing`, {}], [405, SEARCH, { method: "POST" }], [406, SEARCH, { headers: { accept: "text/html" } }], [204, SEARCH, { method: "OPTIONS" }], [200, `${API}/health`, {}]]) {
    assert.equal((await get(path, { token, ...options })).status, status);
  }
  assert.equal(await balance(get, token), 99);
  const second = await get(`${SEARCH}?limit=1`, { token });
  assert.deepEqual(charged(second), ["1", "98"]);
});

test("calls are counted where a GET of posts was answered 200 or 304", async () => {
  const token = await newAccount(server, "usage@example.com", 10);
  const { etag } = (await get(SEARCH, { token })).headers; // 1
  await get(`${SEARCH}?hashtag=nobody`, { token }); // 2
  await get(SEARCH, { token, headers: { "if-none-match": etag } }); // 3
  const uncounted = [
    [SEARCH, { method: "HEAD" }], [`${SEARCH}?limit=0`, {}], [ACCOUNT, {}], [`${API}/health`, {}], [SEARCH, { headers: { accept: "text/html" } }],
  ];
  for (const [path, options] of uncounted) await get(path, { token, ...options });
  const { data } = (await get(ACCOUNT, { token })).body;
  assert.deepEqual([data.balance, data.usage], [{ current: 9, total_used: 1 }, { api_calls_30_days: 3 }]);
});

test("below the price every GET and HEAD of posts is a 402, and the account is answered", async () => {
  const token = await newAccount(server, "poor@example.com", 1);
  const { etag } = (await get(SEARCH, { token })).headers;
  for (const [path, headers] of [[SEARCH, {}], [`${SEARCH}?hashtag=nobody`, {}], [SEARCH, { "if-none-match": etag }], [`${API}/posts/by-user/x/nobody`, { "idempotency-key": "k" }]]) {
    const answer = await get(path, { token, headers });
    const error = fault(answer, 402, "INSUFFICIENT_CREDITS");
    assert.match(error.message, /at least 1 .*is 0.*\/dashboard/);
    assert.deepEqual(charged(answer), ["0", "0"]);
  }
  fault(await get(`${SEARCH}?limit=0`, { token }), 400, "INVALID_PARAMETER");
  for (const headers of [{}, { "if-none-match": "*" }]) {
    const head = await get(SEARCH, { token, method: "HEAD", headers });
    assert.deepEqual([head.status, head.text, head.headers.etag, head.headers.link], [402, "", undefined, undefined]);
  }
  assert.equal((await get(ACCOUNT, { token })).status, 200);
  const granted = await operator(server)("/accounts/poor@example.com/credits", { credits: 2, reference: "r1" });
  assert.deepEqual(granted.body.data, { balance: { current: 2, total_used: 1 } });
  assert.deepEqual(charged(await get(SEARCH, { token })), ["1", "1"]);
  await operator(server)("/accounts/poor@example.com/credits", { credits: -5, reference: "r2" });
  fault(await get(SEARCH, { token }), 402, "INSUFFICIENT_CREDITS");
  assert.equal(await balance(get, token), -4);
});

test("the same X-Request-Id 100 times is charged 100 times", async () => {
  const token = await newAccount(server, "ids@example.com", 150);
  const answers = await times(100, () => get(`${SEARCH}?limit=1`, { token, headers: { "x-request-id": "same-id" } }));
  assert.deepEqual(statuses(answers), { 200: 100 });
  assert.equal(await balance(get, token), 50);
});

describe("the same Idempotency-Key", () => {
  const ask = (token, key, path = SEARCH, method = "GET") => get(path, { token, method, headers: { "idempotency-key": key } });

  test("is charged once, one after the other, and counted each time", async () => {
    const token = await newAccount(server, "repeat@example.com", 10);
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await ask(token, "abc"));
    assert.deepEqual(answers.map(charged), [["1", "9"], ["0", "9"], ["0", "9"], ["0", "9"], ["0", "9"]]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal((await get(ACCOUNT, { token })).body.data.usage.api_calls_30_days, 5);
  });

  test("is charged once, 20 at a time", async () => {
    const token = await newAccount(server, "together@example.com", 10);
    const answers = await times(20, () => ask(token, "~!@#$%"));
    assert.deepEqual(statuses(answers), { 200: 20 });
    assert.equal(answers.filter((answer) => charged(answer)[0] === "1").length, 1);
    assert.equal(await balance(get, token), 9);
  });

  test("is another one for another query, page, limit, address or account", async () => {
    const [one, two] = await Promise.all(["one", "two"].map((name) => newAccount(server, `${name}@example.com`, 20)));
    const { next_cursor: cursor } = (await ask(one, "k", `${SEARCH}?limit=3`)).body.data.page;
    for (const path of [SEARCH, `${SEARCH}?limit=4`, address(SEARCH, { limit: 3, cursor }), `${SEARCH}?sort_order=asc`, `${API}/posts/by-user/instagram/reef.watch`]) {
      assert.equal(charged(await ask(one, "k", path))[0], "1", path);
      assert.equal(charged(await ask(one, "k", path))[0], "0", path);
    }
    assert.deepEqual([charged(await ask(two, "k")), charged(await ask(two, "K"))], [["1", "19"], ["1", "18"]]);
    assert.equal(await balance(get, one), 14);
  });

  test("that is no good key is a fault named after the header", async () => {
    for (const [key, code] of [["", "EMPTY_VALUE"], ["a b", "INVALID_VALUE"], ["x".repeat(256), "OUT_OF_RANGE"]]) {
      const error = fault(await ask(server.token, key), 400, "INVALID_PARAMETER");
      assert.deepEqual(error.details.map(({ parameter, code: came }) => [parameter, came]), [["Idempotency-Key", code]]);
    }
    assert.equal((await ask(server.token, "x".repeat(255))).status, 200);
  });

  test("is answered where it took the last credit, and any other key is not", async () => {
    const token = await newAccount(server, "gone@example.com", 1);
    const first = await ask(token, "k");
    const again = await ask(token, "k");
    assert.deepEqual([charged(first), charged(again), again.text], [["1", "0"], ["0", "0"], first.text]);
    for (const [key, path] of [["K", SEARCH], ["k", `${SEARCH}?limit=4`]]) fault(await ask(token, key, path), 402, "INSUFFICIENT_CREDITS");
    assert.equal((await ask(token, "k", SEARCH, "HEAD")).status, 402);
  });

  test("shares the last credit, 100 at a time", async () => {
    const token = await newAccount(server, "shared@example.com", 1);
    const answers = await times(100, () => ask(token, "k"));
    assert.deepEqual(statuses(answers), { 200: 100 });
    assert.equal(answers.filter((answer) => charged(answer)[0] === "1").length, 1);
    assert.equal(await balance(get, token), 0);
    assert.equal((await operator(server)("/stats")).body.data.ledger.mismatched, 0);
  });

  test("is charged again for a page that changed", async () => {
    const token = await newAccount(server, "changed@example.com", 2);
    const path = `${SEARCH}?hashtag=changing`;
    const charges = [];
    for (const id of ["changing-1", "changing-2", "changing-3"]) {
      await load(server, [post(id, { hashtags: ["changing"] })]);
      for (let n = 0; n < 2; n += 1) charges.push((await ask(token, "k", path)).headers["x-credits-charged"]);
    }
    assert.deepEqual(charges, ["1", "0", "1", "0", "0", "0"]);
    fault(await ask(token, "k", path), 402, "INSUFFICIENT_CREDITS");
  });
});

test("a charged page writes few rows", async (context) => {
  const token = await newAccount(server, "rows@example.com", 10);
  for (let n = 0; n < 3; n += 1) {
    const { headers } = await get(SEARCH, { token });
    context.diagnostic(`rows written: ${headers["x-rows-written"]}, read: ${headers["x-rows-read"]}`);
    assert.ok(Number(headers["x-rows-written"]) >= 3 && Number(headers["x-rows-written"]) <= 5, headers["x-rows-written"]);
  }
});

test("the price is that of CREDITS_PER_PAGE", async () => {
  const dear = await startServer({ vars: { CREDITS_PER_PAGE: "7" }, account: { credits: 20 } });
  try {
    const ask = caller(dear);
    assert.deepEqual(charged(await ask(SEARCH)), ["0", "20"]);
    await load(dear, [post("1")]);
    assert.deepEqual(charged(await ask(SEARCH)), ["7", "13"]);
    assert.deepEqual(charged(await ask(SEARCH)), ["7", "6"]);
    assert.match(fault(await ask(SEARCH), 402, "INSUFFICIENT_CREDITS").message, /at least 7 .*is 6/);
    assert.deepEqual((await ask(ACCOUNT)).body.data.balance, { current: 6, total_used: 14 });
  } finally {
    await dear.stop();
  }
});
