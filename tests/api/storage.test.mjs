// Databases that don't answer: a 503 that says so, costs nothing and says nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, caller, fault, operator } from "./support/api.mjs";
import { breakTables } from "./support/databases.mjs";
import { logged } from "./support/logs.mjs";
import { load, post, send } from "./support/posts.mjs";

const TOKEN = `postern_live_${"0".repeat(43)}2IeHPF`; // well-formed: storage is asked about it
const HELD_MS = 5_000;

async function withServer(options, run) {
  const server = await startServer(options);
  try {
    await run(server, caller(server));
  } finally {
    await server.stop();
  }
}

function unavailable(answer) {
  const error = fault(answer, 503, "STORAGE_UNAVAILABLE");
  assert.match(answer.headers["retry-after"], /^[1-9]\d*$/);
  assert.doesNotMatch(answer.text + JSON.stringify(answer.headers), /sqlite|no such table|D1_|select |posts\.|\.rs\b|wasm/i);
  return error;
}

function unhealthy(answer) {
  assert.equal(answer.status, 503);
  assert.deepEqual(Object.keys(answer.body), ["status", "version", "timestamp"]);
  assert.deepEqual([answer.body.status, answer.body.version], ["unhealthy", "v1"]);
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.doesNotMatch(answer.text, /sqlite|table/i);
}

test("without any table every address that needs storage is a 503, others are as ever", async () => {
  await withServer({ migrations: false, account: false }, async (server, get) => {
    for (const path of [SEARCH, `${API}/posts/by-user/x/a`, `${API}/posts/by-hashtag/x/a`, `${API}/account`]) unavailable(await get(path, { token: TOKEN }));
    const ask = operator(server);
    unavailable(await ask("/stats"));
    unavailable(await ask("/accounts"));
    unavailable(await ask("/accounts", { email: "a@example.com" }));
    unavailable(await ask("/accounts/a@example.com/token", { action: "regenerate" }));
    unavailable(await send(server, JSON.stringify(post("1"))));
    unhealthy(await get(`${API}/health`, { token: null }));

    fault(await get(SEARCH, { token: null }), 401, "MISSING_API_TOKEN");
    fault(await get(SEARCH, { token: "nonsense" }), 401, "INVALID_API_TOKEN");
    fault(await get(`${API}/none`), 404, "NOT_FOUND");
    assert.equal((await get(`${API}/openapi.json`, { token: null })).status, 200);
    assert.equal((await get("/", { token: null })).status, 200);
  });
});

test("where only the posts are gone, a call is a 503 and costs nothing, and the account still answers", async () => {
  await withServer({ account: { credits: 10 } }, async (server, get) => {
    await load(server, [post("1", { content: "coral", hashtags: ["reef"] })]);
    assert.equal((await get(SEARCH)).headers["x-credits-remaining"], "9");
    assert.equal((await get(`${API}/health`)).status, 200);
    breakTables(server.state, "POSTS_0");
    for (const path of [SEARCH, `${API}/posts/by-user/instagram/reef.watch`, `${API}/posts/by-hashtag/instagram/reef`, `${SEARCH}?keyword=coral`, `${SEARCH}?sort_by=likes_count`]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await get(path, { method });
        if (method === "GET") unavailable(answer);
        assert.deepEqual([answer.status, answer.headers["x-credits-charged"], answer.headers["x-credits-remaining"]], [503, "0", "9"]);
      }
    }
    unavailable(await send(server, JSON.stringify(post("2"))));
    fault(await get(`${SEARCH}?limit=0`), 400, "INVALID_PARAMETER");
    const { data } = (await get(`${API}/account`)).body;
    assert.deepEqual([data.balance, data.usage], [{ current: 9, total_used: 1 }, { api_calls_30_days: 1 }]);
    const failed = () => logged(server).filter((line) => line.status === 503);
    assert.ok(await eventually(() => failed().length >= 10 && failed().every((line) => line.cause)), "the log says why");
  });
});

test("where only the accounts are gone, nothing is served unpaid, and health says so within 5 seconds", async () => {
  await withServer({}, async (server, get) => {
    await load(server, [post("1")]);
    assert.equal((await get(SEARCH)).status, 200);
    assert.equal((await get(`${API}/health`)).status, 200);
    breakTables(server.state, "ACCOUNTS");
    for (const path of [SEARCH, `${SEARCH}?hashtag=none`, `${API}/account`]) {
      const answer = await get(path);
      unavailable(answer);
      assert.equal(answer.body.data, undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    unhealthy(await get(`${API}/health`));
    const [said] = await eventually(() => logged(server).filter((line) => line.route === "health" && line.status === 503));
    assert.match(said.cause, /no such table/);
  });
});
