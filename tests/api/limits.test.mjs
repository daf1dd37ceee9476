// Rate limits: of an account's calls, and of an address's refused credentials.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, fault, newAccount, operator } from "./support/api.mjs";

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
    const answers = [];
    for (let n = 0; n < 14; n += 1) answers.push(await get(paths[n % 4], n % 2 ? { method: "HEAD" } : {}));
    assert.ok(answers.slice(0, 10).every(({ status }) => status !== 429), answers.map(({ status }) => status).join());
    for (const answer of [await get(SEARCH), await get(`${SEARCH}?limit=0`), await get(`${API}/account`)]) {
      limited(answer);
      assert.equal(answer.headers["ratelimit-policy"], '"account";q=10;w=60');
      assert.equal(answer.headers["x-credits-charged"], "0");
      assert.equal(answer.headers["x-credits-remaining"], "1000000");
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
