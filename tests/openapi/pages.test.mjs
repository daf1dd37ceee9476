// The page that draws the API document leaves nothing of it out: its model and its Markdown, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, find } from "../../www/docs/entries.js";
import { curl, explored } from "../../www/docs/example.js";
import { inline, parse } from "../../www/docs/markdown.js";
import { Model } from "../../www/docs/model.js";
import { api, operations, table } from "./document.mjs";

const model = new Model(api);
const shown = model.groups().flatMap((group) => group.operations);

test("every call is shown once, but for HEAD and OPTIONS, which are explained for all at once", () => {
  const expected = operations().filter(({ method }) => method !== "head" && method !== "options").map(({ operation }) => operation.operationId);
  assert.deepEqual(shown.map((one) => one.operationId).sort(), expected.sort());
});

test("every table of the introduction is read with all its rows", () => {
  const tables = parse(api.info.description).filter((block) => block.type === "table");
  assert.deepEqual(
    tables.map((one) => one.rows.length),
    [table("code", "status", "when"), table("code", "when"), table("code", "the line")].map((rows) => rows.length),
  );
});

test("no mark of Markdown is left over as text", () => {
  const texts = [api.info.description, ...shown.flatMap((one) => [one.description, ...one.parameters.map((parameter) => parameter.description)])];
  const runs = texts.flatMap((text) => parse(text)).flatMap((block) => block.content ?? [block.head, ...(block.rows ?? [])].flat(2).filter(Boolean));
  assert.ok(runs.length > 300);
  for (const run of runs) if (run.type === "text") assert.doesNotMatch(run.text, /`|\*\*|^\|/);
});

test("code and bold are told from text", () => {
  assert.deepEqual(inline("a `b` **c** d"), [
    { type: "text", text: "a " }, { type: "code", text: "b" }, { type: "text", text: " " }, { type: "strong", text: "c" }, { type: "text", text: " d" },
  ]);
  assert.deepEqual(inline("2 * 3"), [{ type: "text", text: "2 * 3" }]);
});

test("types are in words", () => {
  const { limit, min_likes: least } = Object.fromEntries(shown.find((one) => one.operationId === "searchPosts").parameters.map((one) => [one.name, one]));
  assert.equal(model.type(limit.schema), "integer, 1 to 100");
  assert.equal(model.type(least.schema), "integer, 0 to 9007199254740991");
  assert.equal(model.type({ $ref: "#/components/schemas/Platform" }), '"tiktok" | "instagram" | "twitter" | "x" | "snapchat" | "linkedin"');
  assert.equal(model.type({ $ref: "#/components/schemas/Count" }), "integer or null, 0 to 9007199254740991");
  assert.equal(model.type({ type: "array", items: { $ref: "#/components/schemas/Media" } }), "list of Media");
});

test("fields are listed with their path, and none is left out", () => {
  const names = model.fields({ $ref: "#/components/schemas/ImportResult" }).map((field) => field.name);
  assert.deepEqual(names.slice(-4), ["data.rejected", "data.rejected[].line", "data.rejected[].code", "data.rejected[].message"]);
  assert.equal(model.fields({ $ref: "#/components/schemas/Post" }).length, Object.keys(api.components.schemas.Post.properties).length);
});

test("every error answer of an operation shows its codes", () => {
  for (const operation of shown) {
    for (const response of operation.responses.filter((one) => Number(one.status) >= 400 && operation.operationId !== "getHealth")) {
      assert.ok(model.codes(response).length > 0, `${operation.operationId} ${response.status}`);
    }
  }
});

const operation = (id) => shown.find((one) => one.operationId === id);

test("limits of texts and lists are in words, too", () => {
  const { keyword } = Object.fromEntries(operation("searchPosts").parameters.map((one) => [one.name, one]));
  assert.equal(model.type(keyword.schema), "string, 1 to 256 characters");
  assert.equal(model.limits({ maxItems: 100 }), "at most 100 entries");
  assert.equal(model.limits({ minItems: 1 }), "");
  assert.equal(model.limits({ minimum: 1 }), "1 or more");
});

test("what opens a call is in words", () => {
  assert.equal(model.credentials(operation("searchPosts")), "API token or browser token");
  assert.equal(model.credentials(operation("getStats")), "operator secret");
  assert.equal(model.credentials(operation("getHealth")), undefined);
});

test("every header of every answer is explained", () => {
  const names = new Set(Object.values(api.components.responses).flatMap((one) => Object.keys(one.headers ?? {})));
  assert.deepEqual(new Set(model.headers().map((one) => one.name)), names);
  for (const one of model.headers()) assert.ok(one.description && model.values(one).length > 0, one.name);
});

test("every call has an example that can be pasted", () => {
  const line = (id) => curl(operation(id), model, "https://api.example").replaceAll(" \\\n  ", " ");
  assert.equal(line("searchPosts"), 'curl -H "Authorization: Bearer $POSTERN_TOKEN" "https://api.example/api/v1/posts/search?keyword=low+tide&sort_by=likes_count"');
  assert.equal(line("getHealth"), 'curl "https://api.example/api/v1/health"');
  assert.equal(line("erasePost"), 'curl -X DELETE -H "Authorization: Bearer $POSTERN_OPERATOR_SECRET" "https://api.example/operator/v1/posts/instagram%3ADk2LmN0pQrS"');
  assert.match(line("createAccount"), /^curl -X POST .* -H "Content-Type: application\/json" --data '\{.*\}' "https:\/\/api\.example\/operator\/v1\/accounts"$/);
  assert.match(line("importPosts"), /--data-binary @posts\.ndjson/);
  for (const one of shown) assert.doesNotMatch(line(one.operationId), /[{}](?!.*')|undefined/, one.operationId);
});

test("what the explorer can call leads there, with its parameters", () => {
  assert.equal(explored(operation("listPostsByUser"), model), "/explore/?call=by-user&platform=instagram&username=tide.tables&sort_by=likes_count");
  assert.equal(explored(operation("searchPosts"), model), "/explore/?call=search&keyword=low+tide&sort_by=likes_count");
  assert.equal(explored(operation("countPosts"), model), "/explore/?call=search&want=days&keyword=low+tide");
  assert.deepEqual(shown.filter((one) => explored(one, model)).map((one) => one.operationId), ["listPostsByUser", "listPostsByHashtag", "searchPosts", "countPosts", "getAccount", "getHealth"]);
});

test("what can be looked for has a place of its own, and the best is found first", () => {
  const all = entries(model);
  assert.equal(new Set(all.map((one) => one.id)).size, all.length);
  const first = (text) => find(all, text)[0]?.id;
  assert.equal(first("MIN_LIKES"), "listPostsByUser.min_likes");
  assert.equal(first("min likes search"), "searchPosts.min_likes");
  assert.equal(first("x-credits-charged"), "header-X-Credits-Charged");
  assert.equal(first("insufficient"), "error-code-INSUFFICIENT_CREDITS");
  assert.equal(first("/operator/v1/stats"), "getStats");
  assert.equal(first("verified"), "object-Author.verified");
  assert.deepEqual(find(all, "  "), []);
  assert.deepEqual(find(all, "xyzzy"), []);
});
