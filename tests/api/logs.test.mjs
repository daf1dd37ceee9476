// One JSON line for each call, with what operators need and nothing that is anybody's.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { fieldsOf } from "../support/operations.mjs";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, caller, newAccount, operator } from "./support/api.mjs";
import { browser } from "./support/dashboard.mjs";
import { logged } from "./support/logs.mjs";
import { request, rpc, tool } from "./support/mcp.mjs";
import { load, post, send } from "./support/posts.mjs";

const KEYWORD = "recognisablekeyword";
const EMAIL = "recognisable.person@example.com";
const UNKNOWN = `postern_live_${"0".repeat(43)}2IeHPF`;

let server;
let get;
let poor;
before(async () => {
  server = await startServer({ account: { email: EMAIL, name: "Recognisable Name", credits: 100 } });
  get = caller(server);
  await load(server, [post("1", { content: `text of ${KEYWORD}`, username: "recognisable.author", hashtags: ["recognisabletag"] })]);
  poor = await newAccount(server, "recognisable.poor@example.com", 0);
});
after(() => server?.stop());

/** Makes a call under an id of its own and returns the lines that were logged for it. */
async function linesOf(id, action) {
  const answer = await action({ "x-request-id": id });
  const lines = await eventually(() => logged(server).filter((line) => line.id === id));
  return { answer, lines };
}

/** What OPERATIONS.md says of a line: the last four are of some lines only. */
const DOCUMENTED = fieldsOf("a call");
const KEYS = DOCUMENTED.slice(0, -4);
const CALLS = [
  ["posts/search", 200, 1, 1, (headers) => get(address(SEARCH, { keyword: KEYWORD }), { headers })],
  ["posts/by-user", 200, 1, 1, (headers) => get(`${API}/posts/by-user/instagram/recognisable.author`, { headers })],
  ["posts/by-hashtag", 200, 1, 1, (headers) => get(`${API}/posts/by-hashtag/instagram/recognisabletag`, { headers })],
  ["posts/search", 200, 0, 1, (headers) => get(`${SEARCH}?hashtag=none`, { headers })],
  ["posts/search", 200, 0, 1, (headers) => get(SEARCH, { headers, method: "HEAD" })],
  ["posts/search", 304, 0, 1, (headers) => get(SEARCH, { headers: { ...headers, "if-none-match": "*" } })],
  ["posts/search", 400, 0, 1, (headers) => get(address(SEARCH, { keyword: `"${KEYWORD}`, token: UNKNOWN }), { headers })],
  ["posts/search", 402, 0, 2, (headers) => get(SEARCH, { headers, token: poor })],
  ["posts/search", 401, 0, null, (headers) => get(SEARCH, { headers, token: UNKNOWN })],
  ["posts/search", 401, 0, null, (headers) => get(SEARCH, { headers, token: null })],
  ["posts/search", 405, 0, null, (headers) => get(SEARCH, { headers, method: "PUT" })],
  ["posts/search", 406, 0, null, (headers) => get(SEARCH, { headers: { ...headers, accept: "text/html" } })],
  ["posts/search", 204, 0, null, (headers) => get(SEARCH, { headers, method: "OPTIONS" })],
  ["mcp/search_posts", 200, 1, 1, (headers) => rpc(server, tool("search_posts", { keyword: KEYWORD }), { headers })],
  ["mcp/count_posts", 200, 0, 1, (headers) => rpc(server, tool("count_posts", { username: ["recognisable.nobody"] }), { headers })],
  ["mcp/get_posts", 200, 1, 1, (headers) => rpc(server, tool("get_posts", { ids: ["instagram:1"] }), { headers })],
  ["mcp/list_changes", 200, 0, 1, (headers) => rpc(server, tool("list_changes", { since: "0", username: ["recognisable.nobody"] }), { headers })],
  ["mcp/get_account", 200, 0, 1, (headers) => rpc(server, tool("get_account", {}), { headers })],
  ["mcp/search_posts", 200, 0, 1, (headers) => rpc(server, tool("search_posts", { keyword: `"${KEYWORD}`, token: UNKNOWN }), { headers }), "failed"],
  ["mcp/search_posts", 200, 0, 2, (headers) => rpc(server, tool("search_posts", { keyword: KEYWORD }), { headers, token: poor }), "failed"],
  ["mcp/tools", 200, 0, 1, (headers) => rpc(server, request("tools/list", {}), { headers })],
  ["mcp", 200, 0, 1, (headers) => rpc(server, request(KEYWORD, {}), { headers })],
  ["mcp", 400, 0, 1, (headers) => rpc(server, KEYWORD, { headers })],
  ["mcp", 401, 0, null, (headers) => rpc(server, request("ping", {}), { headers, token: UNKNOWN })],
  ["account", 200, 0, 1, (headers) => get(`${API}/account`, { headers })],
  ["health", 200, 0, null, (headers) => get(`${API}/health`, { headers })],
  ["openapi", 200, 0, null, (headers) => get(`${API}/openapi.json`, { headers })],
  ["none", 404, 0, null, (headers) => get(`${API}/${KEYWORD}`, { headers })],
  ["static", 200, 0, null, (headers) => get("/", { headers })],
  ["static", 404, 0, null, (headers) => get(`/${KEYWORD}`, { headers })],
  ["operator/stats", 200, 0, null, (headers) => operator(server)("/stats", undefined, { headers })],
  ["operator/accounts", 409, 0, null, (headers) => operator(server)("/accounts", { email: EMAIL }, { headers })],
  ["operator/token", 404, 0, null, (headers) => operator(server)("/accounts/recognisable.nobody@example.com/token", { action: "revoke" }, { headers })],
  ["operator/credits", 200, 0, 1, (headers) => operator(server)(`/accounts/${EMAIL}/credits`, { credits: 5, reference: "recognisable-reference", reason: KEYWORD }, { headers })],
  ["operator/status", 400, 0, null, (headers) => operator(server)(`/accounts/${EMAIL}/status`, { status: KEYWORD }, { headers })],
  ["operator/posts", 200, 0, null, (headers) => send(server, `{"platform":"${KEYWORD}"}`, { headers })],
  ["operator/stats", 401, 0, null, (headers) => server.call("/operator/v1/stats", { headers, bearer: `${server.operatorSecret}x` })],
  ["none", 404, 0, null, (headers) => server.call("/operator/v1/none", { headers, bearer: server.operatorSecret })],
];

for (const [n, [route, status, credits, account, action, more = route === "operator/credits" ? "change" : null]] of CALLS.entries()) {
  test(`${status} of ${route} is one line (call ${n + 1})`, async () => {
    const { answer, lines } = await linesOf(`call-${n}`, action);
    assert.equal(answer.status, status, answer.text);
    assert.equal(lines.length, 1);
    const [line] = lines;
    assert.deepEqual(Object.keys(line), more ? [...KEYS, more] : KEYS);
    assert.deepEqual([line.route, line.status, line.credits, line.account], [route, status, credits, account]);
    assert.ok(Number.isInteger(line.ms) && line.ms >= 0 && line.ms < 60_000, String(line.ms));
    if (answer.headers["x-rows-read"] !== undefined) assert.equal(line.rows_read, Number(answer.headers["x-rows-read"]));
  });
}

test("the guide to the fields names those of every line", () => {
  assert.deepEqual(DOCUMENTED, ["id", "route", "status", "ms", "rows_read", "credits", "account", "plan", "change", "cause", "failed", "deprecated"]);
});

test("a suspended account's call is logged under its number", async () => {
  await operator(server)("/accounts/recognisable.poor@example.com/status", { status: "suspended" });
  const { answer, lines } = await linesOf("suspended", (headers) => get(SEARCH, { headers, token: poor }));
  assert.deepEqual([answer.status, answer.headers["x-credits-remaining"], lines.map((line) => line.account)], [403, "0", [2]]);
});

test("a call that loses the race for the last credit is logged under its account's number", async () => {
  const token = await newAccount(server, "recognisable.racer@example.com", 1);
  const calls = await Promise.all(Array.from({ length: 10 }, (_, n) => linesOf(`race-${n}`, (headers) => get(SEARCH, { headers, token }))));
  assert.deepEqual(calls.map(({ answer }) => answer.status).sort(), [200, ...Array(9).fill(402)]);
  for (const { lines } of calls) assert.deepEqual([lines.length, lines[0].account], [1, 3]);
});

test("replacing a test token is logged by its name, without the token", async () => {
  const own = browser(server);
  await own.enter("sign-up", "recognisable.tester@example.com");
  const { answer, lines } = await linesOf("test-token", (headers) => own.post("test-token", { action: "regenerate" }, { headers }));
  assert.match(answer.body.data.test_token, /^postern_test_/);
  assert.deepEqual([lines.length, lines[0].route, lines[0].change], [1, "dashboard/test-token", "regenerate test token"]);
  assert.ok(Number.isInteger(lines[0].account) && !JSON.stringify(lines).includes("postern_test_"));
});

test("what changes tokens and accounts is logged by its name and under the account's number, for a restore to go by", async () => {
  const accounts = operator(server);
  const changes = [
    ["create account", 201, (headers) => accounts("/accounts", { email: "recognisable.new@example.com" }, { headers })],
    ["regenerate token", 200, (headers) => accounts("/accounts/recognisable.new@example.com/token", { action: "regenerate" }, { headers })],
    ["revoke token", 200, (headers) => accounts("/accounts/recognisable.new@example.com/token", { action: "revoke" }, { headers })],
    ["grant credits", 200, (headers) => accounts("/accounts/recognisable.new@example.com/credits", { credits: -5, reference: "recognisable-change" }, { headers })],
    ["set status", 200, (headers) => accounts("/accounts/recognisable.new@example.com/status", { status: "suspended" }, { headers })],
  ];
  const numbers = new Set();
  for (const [n, [change, status, action]] of changes.entries()) {
    const { answer, lines } = await linesOf(`change-${n}`, action);
    assert.equal(answer.status, status, answer.text);
    assert.deepEqual(Object.keys(lines[0]), [...KEYS, "change"]);
    assert.equal(lines[0].change, change);
    numbers.add(lines[0].account);
  }
  assert.equal(numbers.size, 1);
  assert.ok(Number.isInteger([...numbers][0]));
});

test("no line has a token, an address of any kind, a keyword, a name or a secret", async () => {
  const address = "203.0.113.77";
  const { lines } = await linesOf("addressed", (headers) => get(SEARCH, { headers: { ...headers, "cf-connecting-ip": address, "x-forwarded-for": address }, token: "nonsense" }));
  assert.equal(lines.length, 1);
  // In development mails stand in the log in place of being sent.
  const text = server.logs().split("\n").filter((line) => !line.startsWith("mail to ")).join("\n");
  assert.ok(logged(server).length > CALLS.length);
  const secrets = { operator: server.operatorSecret, token: server.token, poor, malformed: "nonsense", unknown: UNKNOWN, address, start: "postern_live_", email: "@example.com" };
  for (const [what, secret] of Object.entries(secrets)) assert.ok(!text.includes(secret), `${what} is in the log`);
  assert.doesNotMatch(text, /recognisable/i);
  assert.doesNotMatch(text, /127\.0\.0\.1|::1/);
});

test("the runtime's own record names no secret either", () => {
  const text = readFileSync(join(server.state, "server.log"), "utf8");
  for (const secret of [server.operatorSecret, server.token, poor]) assert.ok(!text.includes(secret));
});
