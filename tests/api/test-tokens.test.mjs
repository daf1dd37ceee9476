// Test tokens in the real runtime: before any payment, without credits, with a limit of their own, and without the stored posts.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFileSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, caller, fault, ids, operator } from "./support/api.mjs";
import { testTokenOf } from "./support/api-token.mjs";
import { browser } from "./support/dashboard.mjs";
import { breakTables } from "./support/databases.mjs";
import { rpc, tool } from "./support/mcp.mjs";
import { roomInMinute } from "./support/minute.mjs";
import { load, post } from "./support/posts.mjs";

const FORM = /^postern_test_[0-9A-Za-z]{49}$/;
const SAMPLE = readFileSync(inRoot("www", "sample.ndjson"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const idOf = ({ platform, platform_post_id: id }) => `${platform}:${id}`;
const FIRST = SAMPLE[0];

/** Every endpoint of posts, and what its answer has to have. */
const ENDPOINTS = {
  search: [`${SEARCH}?keyword=heron&limit=100`, (answer) => assert.equal(ids(answer).length, 21)],
  "by-user": [`${API}/posts/by-user/instagram/teyra.enelmar`, ({ body }) => assert.ok(body.data.posts.every((one) => one.author.username === "teyra.enelmar"))],
  "by-hashtag": [`${API}/posts/by-hashtag/x/HeronOfRoute7`, ({ body }) => assert.ok(body.data.page.returned > 0)],
  counts: [`${API}/posts/counts`, ({ body }) => assert.equal(body.data.total.posts, 300)],
  changes: [`${API}/posts/changes?since=0&limit=100`, ({ body }) => assert.equal(body.data.changes.length, 100)],
  "one post": [`${API}/posts/${idOf(FIRST)}`, ({ body }) => assert.equal(body.data.post.platform_post_id, FIRST.platform_post_id)],
  "posts by id": [`${API}/posts?ids=${idOf(FIRST)},x:stored`, ({ body }) => assert.deepEqual(body.data.missing, ["x:stored"])],
  csv: [`${SEARCH}?format=csv&limit=3`, ({ text }) => assert.equal(text.split("\r\n").length, 5)],
};

let server;
let owner;
let token;
before(async () => {
  server = await startServer();
  await load(server, [post("stored", { platform: "x", content: "heron" })]);
  owner = browser(server);
  await owner.enter("sign-up", "ada@example.com");
  token = (await owner.get("account")).body.data.test_token;
});
after(() => server?.stop());

const get = (path, options) => caller(server)(path, { token, ...options });

/** What every answer to a test token has in common. */
function isFree({ headers }) {
  assert.deepEqual([headers["x-credits-charged"], headers["x-credits-remaining"]], ["0", undefined]);
  assert.equal(headers["ratelimit-policy"], '"test-token";q=30;w=60');
}

describe("before any payment", () => {
  test("the dashboard shows one, and operators see the same", async () => {
    const { data } = (await owner.get("account")).body;
    assert.deepEqual([data.account.status, data.token], ["pending", null]);
    assert.match(data.test_token, FORM);
    assert.equal(await testTokenOf(server, "ada@example.com"), data.test_token);
  });

  for (const [name, [path, check]] of Object.entries(ENDPOINTS)) {
    test(`it reads ${name}, out of the invented posts`, async () => {
      await roomInMinute(2);
      const answer = await get(path);
      assert.equal(answer.status, 200, answer.text);
      isFree(answer);
      assert.equal(answer.headers["x-rows-read"], "1", "the account's row, and no post");
      check(answer);
    });
  }

  test("agents read with it, and see an invented account", async () => {
    await roomInMinute(2);
    const call = async (name, args) => JSON.parse((await rpc(server, tool(name, args), { token })).body.result.content[0].text);
    assert.equal((await call("count_posts", {})).total.posts, 300);
    assert.equal((await call("get_account", {})).account.email, "test@example.com");
  });

  test("the account is an invented one", async () => {
    const answer = await get(`${API}/account`);
    isFree(answer);
    assert.deepEqual(answer.body.data, {
      account: { name: "Test Account", email: "test@example.com", company: "Example", status: "active" },
      balance: { current: 1000, total_used: 0 },
      usage: { api_calls_30_days: 0 },
    });
  });

  test("nothing of it counts as used", async () => {
    const { balance, usage } = (await owner.get("account")).body.data;
    assert.deepEqual([balance, usage], [{ current: 0, total_used: 0 }, { api_calls_30_days: 0 }]);
    assert.deepEqual((await owner.get("ledger")).body.data.entries, []);
  });

  test("it opens nothing of the operators' and no dashboard", async () => {
    fault(await server.call("/operator/v1/stats", { bearer: token }), 401, "INVALID_OPERATOR_SECRET");
    fault(await server.call("/dashboard/api/account", { bearer: token }), 401, "NOT_SIGNED_IN");
  });
});

test("operators get it with an account that they create, and the account's API token still reads the stored posts", async () => {
  const { data } = (await operator(server)("/accounts", { email: "made@example.com", credits: 5 })).body;
  assert.match(data.test_token, FORM);
  assert.deepEqual(ids(await get(`${SEARCH}?keyword=heron`, { token: data.token })), ["stored"]);
  assert.equal(ids(await get(`${SEARCH}?keyword=heron&limit=100`, { token: data.test_token })).length, 21);
});

test("a replaced one is refused at the very next call", async () => {
  const own = browser(server);
  await own.enter("sign-up", "turns@example.com");
  let current = (await own.get("account")).body.data.test_token;
  for (let n = 0; n < 3; n += 1) {
    assert.equal((await get(SEARCH, { token: current })).status, 200);
    const { test_token: next } = (await own.post("test-token", { action: "regenerate" })).body.data;
    fault(await get(SEARCH, { token: current }), 401, "INVALID_API_TOKEN");
    assert.equal((await get(SEARCH, { token: next })).status, 200);
    current = next;
  }
  const { changes } = (await operator(server)("/changes")).body.data;
  assert.deepEqual([changes[0].action, changes[0].subject], ["owner makes test token", "account 4"]);
});

test("30 calls a minute are answered, as deployed, and the 31st is a 429 that leaves the API token alone", async () => {
  const own = browser(server);
  await own.enter("sign-up", "often@example.com");
  const often = (await own.get("account")).body.data.test_token;
  await roomInMinute(20);
  const statuses = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await get(`${SEARCH}?limit=1`, { token: often })).status);
  assert.deepEqual(statuses, [...Array(30).fill(200), 429]);
  const refused = await get(SEARCH, { token: often });
  fault(refused, 429, "RATE_LIMITED");
  isFree(refused);
  assert.equal(refused.headers["x-rows-read"], "0", "a 429 reads nothing");
  assert.match(refused.headers["retry-after"], /^[1-9]\d?$/);
  assert.equal((await get(SEARCH)).status, 200, "another account's");
  assert.equal((await get(SEARCH, { token: server.token })).status, 200);
});

test("a service whose posts can't be read answers it all the same", async () => {
  const broken = await startServer();
  try {
    const test = await testTokenOf(broken);
    breakTables(broken.state, "POSTS_0");
    const ask = caller(broken);
    assert.equal((await ask(SEARCH)).status, 503, "with the API token");
    for (const [path, check] of Object.values(ENDPOINTS)) {
      const answer = await ask(path, { token: test });
      assert.equal(answer.status, 200, answer.text);
      check(answer);
    }
  } finally {
    await broken.stop();
  }
});
