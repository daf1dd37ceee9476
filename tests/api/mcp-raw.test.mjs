// `/mcp` with messages as they are on the wire: what is refused, and how.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { fault } from "./support/api.mjs";
import { browserToken } from "./support/browser-token.mjs";
import { NEWEST, request, rpc, tool } from "./support/mcp.mjs";
import { load, post } from "./support/posts.mjs";

let server;
before(async () => {
  server = await startServer({ account: { credits: 100 } });
  await load(server, [post("1", { platform: "x", username: "reef", content: "coral" })]);
});
after(() => server?.stop());

const PING = request("ping", {});

/** Checks an error of JSON-RPC. */
function failed(answer, status, code) {
  assert.deepEqual([answer.status, answer.body?.jsonrpc, answer.body?.error?.code], [status, "2.0", code], answer.text);
  return answer.body;
}

test("initialize agrees on a revision, without a session", async () => {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  const answer = await rpc(server, request("initialize", params));
  assert.equal(answer.body.result.protocolVersion, "2025-06-18");
  assert.equal(answer.headers["mcp-session-id"], undefined);
  assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
  const headers = { "mcp-protocol-version": "2025-06-18", "mcp-session-id": "none" };
  const noted = await rpc(server, { jsonrpc: "2.0", method: "notifications/initialized" }, { headers });
  assert.deepEqual([noted.status, noted.text], [202, ""]);
  assert.deepEqual((await rpc(server, PING, { headers })).body, { jsonrpc: "2.0", id: 1, result: {} });
});

test("a request of the newest revision needs nothing before it", async () => {
  const meta = { "io.modelcontextprotocol/protocolVersion": NEWEST, "io.modelcontextprotocol/clientCapabilities": {} };
  const message = request("tools/call", { name: "search_posts", arguments: {}, _meta: meta });
  const headers = { "mcp-protocol-version": NEWEST, "mcp-method": "tools/call", "mcp-name": "search_posts" };
  const answer = await rpc(server, message, { headers });
  assert.deepEqual([answer.status, answer.body.result.resultType, answer.body.result.structuredContent.posts[0].id], [200, "complete", "x:1"]);
  failed(await rpc(server, message, { headers: { ...headers, "mcp-name": "get_posts" } }), 400, -32020);
  failed(await rpc(server, message), 400, -32020);
  failed(await rpc(server, request("initialize", { _meta: meta }), { headers: { ...headers, "mcp-method": "initialize" } }), 404, -32601);
});

test("wrong versions, batches, unknown methods and what is no message are refused", async () => {
  const { error } = failed(await rpc(server, PING, { headers: { "mcp-protocol-version": "2024-11-05" } }), 400, -32022);
  assert.deepEqual(error.data.supported, [NEWEST, "2025-11-25", "2025-06-18"]);
  failed(await rpc(server, [PING]), 400, -32600);
  failed(await rpc(server, "{"), 400, -32700);
  assert.equal(failed(await rpc(server, request("tools/destroy", {})), 200, -32601).id, 1);
  failed(await rpc(server, tool("destroy", {})), 200, -32602);
});

test("a message has at most 64 KiB", async () => {
  const sized = (bytes) => JSON.stringify(PING).padEnd(bytes);
  assert.equal((await rpc(server, sized(65_536))).status, 200);
  fault(await rpc(server, sized(65_537)), 413, "PAYLOAD_TOO_LARGE");
  fault(await rpc(server, sized(3_000_000)), 413, "PAYLOAD_TOO_LARGE");
});

test("only POST with JSON is taken, with a token in a header", async () => {
  for (const method of ["GET", "DELETE", "PUT"]) {
    const answer = await server.call("/mcp", { method, bearer: server.token, headers: { accept: "text/event-stream, application/json" } });
    fault(answer, 405, "METHOD_NOT_ALLOWED");
    assert.equal(answer.headers.allow, "POST, OPTIONS");
  }
  fault(await rpc(server, PING, { headers: { "content-type": "text/plain" } }), 415, "UNSUPPORTED_MEDIA_TYPE");
  fault(await rpc(server, PING, { headers: { accept: "text/event-stream" } }), 406, "NOT_ACCEPTABLE");
  const missing = await rpc(server, PING, { token: null });
  fault(missing, 401, "MISSING_API_TOKEN");
  assert.equal(missing.headers["www-authenticate"], "Bearer");
  fault(await rpc(server, PING, { token: server.operatorSecret }), 401, "INVALID_API_TOKEN");
  const header = await rpc(server, PING, { token: null, headers: { "x-api-token": server.token } });
  assert.equal(header.status, 200);
  const inAddress = await server.call(`/mcp?token=${server.token}`, { method: "POST", bearer: server.token, json: PING });
  assert.equal(fault(inAddress, 400, "INVALID_PARAMETER").details[0].code, "TOKEN_IN_QUERY");
  assert.ok(!inAddress.text.includes(server.token));
});

test("a page of any origin may call, without cookies", async () => {
  const origin = "https://agent.example";
  const asked = { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type,mcp-protocol-version,mcp-method,mcp-name" };
  const preflight = await server.call("/mcp", { method: "OPTIONS", headers: asked });
  assert.deepEqual([preflight.status, preflight.headers["access-control-allow-origin"]], [204, "*"]);
  const allowed = preflight.headers["access-control-allow-headers"].toLowerCase().split(", ");
  for (const header of asked["access-control-request-headers"].split(",")) assert.ok(allowed.includes(header), header);
  for (const answer of [await rpc(server, PING, { headers: { origin } }), await rpc(server, PING, { token: null, headers: { origin, cookie: "__Host-session=x" } })]) {
    assert.equal(answer.headers["access-control-allow-origin"], "*");
    assert.equal(answer.headers["access-control-allow-credentials"], undefined);
  }
});

test("a browser token reads posts within its scope, and nothing else", async () => {
  const token = browserToken(server.token, ["ureef", "ohttps://agent.example"]);
  const from = (message, origin) => rpc(server, message, { token, headers: { origin } });
  const own = await from(tool("search_posts", { username: ["reef"] }), "https://agent.example");
  assert.deepEqual([own.status, own.body.result._meta], [200, { "postern/credits_charged": 1 }]);
  for (const [message, origin] of [
    [tool("search_posts", {}), "https://agent.example"],
    [tool("search_posts", { username: ["reef"] }), "https://elsewhere.example"],
    [tool("get_account", {}), "https://agent.example"],
  ]) {
    fault(await from(message, origin), 403, "INSUFFICIENT_SCOPE");
  }
  const list = await from(request("tools/list", {}), "https://agent.example");
  assert.deepEqual(list.body.result.tools.map((one) => one.name), ["search_posts", "get_posts", "count_posts", "list_changes"]);
});
