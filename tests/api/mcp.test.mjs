// `/mcp` with the official clients, which check every answer against the schema of its tool.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startServer } from "../support/server.mjs";
import { API, SEARCH, address, balance, caller, newAccount, operator } from "./support/api.mjs";
import { CLIENTS, rpc, tool } from "./support/mcp.mjs";
import { load, post } from "./support/posts.mjs";
import { newTestToken } from "./support/test-token.mjs";

const TOOLS = ["search_posts", "get_posts", "count_posts", "list_changes", "get_account"];
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

/** Every change since a moment, in answers of a size, and where it ends. */
async function follow(client, args) {
  const found = [];
  for (let since = args.since, answers = 1; ; answers += 1) {
    const result = await call(client, "list_changes", { ...args, since });
    assert.ok(!result.isError, textOf(result));
    assert.ok(textOf(result).length <= args.max_chars, `${textOf(result).length} characters`);
    const { changes, page } = result.structuredContent;
    assert.equal(changes.length, page.returned);
    found.push(...changes);
    since = page.next_since;
    if (!page.has_more) return { found, answers, since };
  }
}

for (const [number, [revision, connect]] of CLIENTS.entries()) {
  describe(`with ${revision}`, () => {
    let client;
    let visitor;
    before(async () => {
      client = await connect(server.url, server.token);
      await client.listTools();
      visitor = await connect(server.url, await newTestToken(server, `test.${number}@example.com`));
    });
    after(() => Promise.all([client?.close(), visitor?.close()]));

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

    test("changes are followed to their end, and then from there on", async () => {
      const { found, answers, since } = await follow(client, { since: "0", platform: ["x"], limit: 100, max_chars: 20_000 });
      const stored = found.map((change) => change.post.id);
      assert.deepEqual([stored.length, new Set(stored).size], [200, 200]);
      assert.ok(answers > 5, `${answers} answers`);
      const { posts } = (await get(address(SEARCH, { platform: "x", limit: 100, sort_order: "asc" }))).body.data;
      const copy = new Map(found.map((change) => [change.post.id, change.post]));
      for (const one of posts) assert.deepEqual(copy.get(one.id), one);
      const [renamed, gone] = [`renamed${number}`, `gone${number}`];
      await load(server, [renamed, gone].map((id) => post(id, { platform: "snapchat", username: `ada${number}` })));
      const before = await follow(client, { since, username: [`ada${number}`], max_chars: 20_000 });
      assert.deepEqual(before.found.map((change) => change.post.id).sort(), [`snapchat:${gone}`, `snapchat:${renamed}`]);
      await load(server, [post(renamed, { platform: "snapchat", username: `ben${number}` })]);
      assert.equal((await operator(server)(`/posts/snapchat:${gone}`, undefined, { method: "DELETE" })).status, 200);
      const { found: after } = await follow(client, { since: before.since, username: [`ada${number}`], max_chars: 2_000 });
      assert.deepEqual(after.map(({ type, id }) => [type, id]), [["left", `snapchat:${renamed}`], ["erased", `snapchat:${gone}`]]);
      // Other tests count the posts that were stored at first.
      assert.equal((await operator(server)(`/posts/snapchat:${renamed}`, undefined, { method: "DELETE" })).status, 200);
    });

    test("a first change that is too long is cut, and what follows comes next", async () => {
      const since = (await call(client, "list_changes", {})).structuredContent.page.next_since;
      await load(server, [post(`long${number}`, { platform: "snapchat", content: "coral ".repeat(2_000) })]);
      await load(server, [post(`short${number}`, { platform: "snapchat" })]);
      const first = (await call(client, "list_changes", { since, max_chars: 2_000 })).structuredContent;
      assert.deepEqual([first.changes.map(({ post: one }) => one.id), first.truncated, first.truncated_keys, first.page.has_more], [[`snapchat:long${number}`], true, ["content"], true]);
      const { found } = await follow(client, { since: first.page.next_since, max_chars: 2_000 });
      assert.deepEqual(found.map((change) => change.post.id), [`snapchat:short${number}`]);
      for (const id of ["long", "short"]) await operator(server)(`/posts/snapchat:${id}${number}`, undefined, { method: "DELETE" });
    });

    test("a hundred posts named by long addresses are answered in parts, each id once", async () => {
      const address = (n) => `https://x.com/a/status/${10n ** 18n + BigInt(n)}?s=20&t=`.padEnd(215, "t");
      let ids = Array.from({ length: 100 }, (_, n) => (n % 2 ? address(n) : `x:p${n * 5}`));
      const expected = ids.filter((_, n) => n % 2 === 0);
      const found = [];
      for (let rounds = 0; ids.length > 0 && rounds < 20; rounds += 1) {
        const { structuredContent: part } = await call(client, "get_posts", { ids, max_chars: 12_000 });
        assert.ok(JSON.stringify(part).length <= 12_000);
        assert.equal(part.query.ids.length + part.remaining.length, ids.length);
        assert.equal(part.posts.length + part.missing.length, part.query.ids.length);
        found.push(...part.posts.map(({ id }) => id));
        ids = part.remaining;
      }
      assert.deepEqual([found, ids], [expected, []]);
      const few = await call(client, "get_posts", { ids: Array.from({ length: 100 }, (_, n) => `x:${10n ** 18n + BigInt(n)}`), max_chars: 2_000 });
      const [detail] = JSON.parse(textOf(few)).details;
      assert.deepEqual([detail.parameter, detail.code, detail.minimum < 5_000], ["max_chars", "OUT_OF_RANGE", true]);
    });

    test("every wrong item of a list is named, with what was probably meant", async () => {
      const wrong = await call(client, "search_posts", { kind: ["original", "quot", 5], platform: ["facebook", "instagran"], limit: "5" });
      const { details } = JSON.parse(textOf(wrong));
      const told = details.map((one) => [one.parameter, one.code, one.did_you_mean]).sort();
      assert.deepEqual(told, [["kind", "INVALID_VALUE", undefined], ["kind", "INVALID_VALUE", "quote"], ["limit", "INVALID_VALUE", undefined], ["platform", "UNSUPPORTED_PLATFORM", undefined], ["platform", "UNSUPPORTED_PLATFORM", "instagram"]]);
      assert.match(details.find((one) => one.parameter === "limit").message, /and the text "5" came$/);
    });

    test("a since that there is not, and one of another service, are results that say so", async () => {
      const failed = async (since) => {
        const result = await call(client, "list_changes", { since });
        return [result.isError, JSON.parse(textOf(result))];
      };
      const [isError, malformed] = await failed("yesterday");
      assert.deepEqual([isError, malformed.details.map((one) => [one.parameter, one.code])], [true, [["since", "INVALID_CURSOR"]]]);
      const { structuredContent } = await call(visitor, "list_changes", {});
      const [isGone, gone] = await failed(structuredContent.page.next_since);
      assert.deepEqual([isGone, gone.code], [true, "SINCE_GONE"]);
    });

    test("a test token reads the invented posts for nothing", async () => {
      assert.deepEqual((await visitor.listTools()).tools.map((one) => one.name), TOOLS);
      const { structuredContent: counted, _meta: meta } = await call(visitor, "count_posts", {});
      assert.deepEqual([counted.total.posts, meta["postern/credits_charged"], meta["postern/credits_remaining"]], [300, 0, undefined]);
      const { found, answers } = await follow(visitor, { since: "0", limit: 100, max_chars: 200_000, fields: ["author.username"] });
      assert.deepEqual([new Set(found.map((change) => change.post.id)).size, answers], [300, 3]);
      const page = (await call(visitor, "search_posts", { max_chars: 2_000 })).structuredContent;
      assert.deepEqual([page.posts.length > 0, page.page.has_more], [true, true]);
      const some = (await call(visitor, "get_posts", { ids: [page.posts[0].id, "x:p0"], max_chars: 2_000 })).structuredContent;
      assert.deepEqual([some.posts[0].id, some.missing], [page.posts[0].id, ["x:p0"]]);
      const { account, balance: credits } = (await call(visitor, "get_account", {})).structuredContent;
      assert.deepEqual([account.email, credits], ["test@example.com", { current: 1000, total_used: 0 }]);
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
