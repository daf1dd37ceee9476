// The page that draws the API document leaves nothing of it out: its model and its Markdown, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inline, parse } from "../../www/docs/markdown.js";
import { Model } from "../../www/docs/model.js";
import { api, operations, table } from "./document.mjs";

const model = new Model(api);
const shown = model.groups().flatMap((group) => group.operations);

test("every GET and POST is shown once", () => {
  const expected = operations().filter(({ method }) => method === "get" || method === "post").map(({ operation }) => operation.operationId);
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
  const { limit, min_likes: least, platform } = Object.fromEntries(shown.find((one) => one.operationId === "searchPosts").parameters.map((one) => [one.name, one]));
  assert.equal(model.type(limit.schema), "integer, 1 to 100");
  assert.equal(model.type(least.schema), "integer, 0 to 9007199254740991");
  assert.equal(model.type(platform.schema), '"tiktok" | "instagram" | "twitter" | "x" | "snapchat" | "linkedin"');
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
