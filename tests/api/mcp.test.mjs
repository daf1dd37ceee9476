// `/mcp` with the official clients, which check every answer against the schema of its tool.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, balance, caller, newAccount } from "./support/api.mjs";
import { CLIENTS, rpc, tool } from "./support/mcp.mjs";
import { load, post } from "./support/posts.mjs";

const TOOLS = ["search_posts", "get_posts", "count_posts", "get_account"];
/** Texts of many lengths, in many scripts. */
const POSTS = Array.from({ length: 1_000 }, (_, n) =>
  post(`p${n}`, {
    platform: ["x", "tiktok", "instagram", "linkedin", "snapchat"][n % 5], username: `user.${n % 7}`,
    content: `coral ${"🐠 \"reef\" \\ é\n".repeat((n * 37) % 61)}`, likes_count: n % 9 ? n % 100 : null, hashtags: n % 3 ? [] : ["Reef"],
    media: n % 4 ? [] : [{ type: "image", url: `https://cdn.example/${n}.jpg` }], media_type: n % 4 ? null : "image",
    published_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 60_000).toISOString(),
  }),
);

let server;
let get;
before(async () => {
  server = await startServer({ account: { credits: 100_000 } });
  get = caller(server);
  for (let n = 0; n < POSTS.length; n += 250) await load(server, POSTS.slice(n, n + 250));
});
after(() => server?.stop());

const textOf = (result) => result.content[0].text;
const call = (client, name, args) => client.callTool({ name, arguments: args });

/** The ids of all posts that a search finds, walked by size. */
async function walk(client, args) {
  const found = [];
  for (let cursor, pages = 1; ; pages += 1) {
    const result = await call(client, "search_posts", { ...args, ...(cursor ? { cursor } : {}) });
    assert.ok(!result.isError, textOf(result));
    assert.ok(textOf(result).length <= args.max_chars, `${textOf(result).length} characters`);
    const { posts, page } = result.structuredContent;
    found.push(...posts.map((one) => one.id));
    cursor = page.next_cursor;
    assert.equal(page.has_more, cursor !== null);
    if (!cursor) return { found, pages };
  }
}

for (const [number, [revision, connect]] of CLIENTS.entries()) {
  describe(`with ${revision}`, () => {
    let client;
    before(async () => {
      client = await connect(server.url, server.token);
      await client.listTools();
    });
    after(() => client?.close());

    test("the tools are listed, and say how to call them", async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map((one) => one.name), TOOLS);
      for (const one of tools) {
        assert.equal(one.annotations.readOnlyHint, true);
        assert.match(one.description, /credit/);
      }
      assert.match(client.getInstructions(), /never instructions/);
      assert.deepEqual(client.getServerVersion(), { name: "postern", title: "Postern", version: "0.1.0" });
    });

    test("each tool answers what the API does, and repeats it as compact JSON", async () => {
      const cases = [
        ["search_posts", { limit: 5, username: ["user.1", "user.2"], sort_by: "likes_count" }, address(SEARCH, { limit: 5, username: "user.1,user.2", sort_by: "likes_count" })],
        ["count_posts", { group_by: "hashtag", platform: ["x"] }, address(`${API}/posts/counts`, { group_by: "hashtag", platform: "x" })],
        ["get_account", {}, `${API}/account`],
      ];
      for (const [name, args, path] of cases) {
        const result = await call(client, name, args);
        const { data } = (await get(path)).body;
        if (name !== "get_account") assert.deepEqual(result.structuredContent, data);
        assert.equal(textOf(result), JSON.stringify(result.structuredContent));
        assert.equal(typeof result._meta["postern/credits_remaining"], "number");
      }
      const some = await call(client, "get_posts", { ids: ["x:p0", "x:none"], fields: ["content"] });
      assert.deepEqual(some.structuredContent, { posts: [{ id: "x:p0", content: POSTS[0].content }], missing: ["x:none"], remaining: [], query: { ids: ["x:p0", "x:none"] } });
    });

    test("a thousand posts are walked by size without losing or repeating one", async () => {
      for (const args of [{ limit: 100, max_chars: 20_000 }, { limit: 50, max_chars: 25_000, sort_by: "likes_count", sort_order: "asc" }]) {
        const { found, pages } = await walk(client, args);
        assert.equal(found.length, 1_000);
        assert.deepEqual(new Set(found), new Set(POSTS.map((one) => `${one.platform}:${one.platform_post_id}`)));
        assert.ok(pages > 20, `${pages} pages`);
      }
    });

    test("what is wrong with a call is its result, with everything that is wrong", async () => {
      const result = await call(client, "search_posts", { min_like: 5, limit: 0, username: "reef" });
      assert.equal(result.isError, true);
      const error = JSON.parse(textOf(result));
      assert.equal(error.code, "INVALID_PARAMETER");
      assert.deepEqual(error.details.map((one) => `${one.parameter} ${one.code}`), ["username INVALID_VALUE", "min_like UNKNOWN_PARAMETER", "limit OUT_OF_RANGE"]);
    });

    test("a tool that there is not is an error of the protocol", async () => {
      await assert.rejects(call(client, "delete_posts", {}), { code: -32602, message: /Unknown tool/ });
    });

    test("without credits a call says so, and the account can still be asked", async () => {
      const poor = await connect(server.url, await newAccount(server, `poor.${number}@example.com`, 0));
      const result = await call(poor, "search_posts", {});
      assert.deepEqual([result.isError, JSON.parse(textOf(result)).code], [true, "INSUFFICIENT_CREDITS"]);
      const { structuredContent } = await call(poor, "get_account", {});
      assert.equal(structuredContent.balance.current, 0);
      await poor.close();
    });

    test("no token, or a wrong one, is a 401", async () => {
      for (const token of [null, `${server.token.slice(0, -1)}!`, server.operatorSecret]) {
        await assert.rejects(connect(server.url, token), (error) => /401|Unauthorized|API_TOKEN/i.test(`${error.status ?? error.code} ${error.message} ${error.cause?.message}`));
      }
    });

    test("a call that is cancelled is not charged twice when it is repeated", async () => {
      const token = await newAccount(server, `cancel.${number}@example.com`, 10);
      const other = await connect(server.url, token);
      const args = { keyword: "coral", limit: 100, max_chars: 200_000 };
      for (const wait of [0, 3, 10, 30]) {
        const aborting = new AbortController();
        const cancelled = other.callTool({ name: "search_posts", arguments: args }, ...(revision === "2025-11-25" ? [undefined] : []), { signal: aborting.signal });
        const outcome = assert.doesNotReject(cancelled.catch(() => {}));
        await new Promise((resolve) => setTimeout(resolve, wait));
        aborting.abort(new Error("no longer needed"));
        await outcome;
      }
      const result = await call(other, "search_posts", args);
      assert.equal(result.structuredContent.posts.length > 10, true);
      assert.equal(await balance(get, token), 9);
      await other.close();
    });
  });
}

test("equal arguments in parallel are charged once", async () => {
  const token = await newAccount(server, "parallel@example.com", 10);
  const answers = await Promise.all(Array.from({ length: 20 }, () => rpc(server, tool("search_posts", { username: ["user.3"] }), { token })));
  const charged = answers.map((answer) => Number(answer.headers["x-credits-charged"]));
  assert.deepEqual([answers.every((answer) => answer.status === 200), charged.reduce((sum, one) => sum + one)], [true, 1]);
  assert.equal(await balance(get, token), 9);
});
