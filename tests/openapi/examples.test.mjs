// Every example of the API document fits its schema, says nothing that the schema does not, and every code that an
// answer can carry is shown by one.

import assert from "node:assert/strict";
import { test } from "node:test";
import Ajv2020 from "ajv/dist/2020.js";
import { api, closed, examples, follow, objects, operations, resolve, table } from "./document.mjs";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const FORMATS = { "date-time": INSTANT, uri: /^https:\/\/\S+$/, int64: true };

/** A validator over a document. */
function validator(document) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, formats: FORMATS });
  ajv.addVocabulary(Object.keys(document)); // the document is what references are resolved in
  ajv.addSchema(document, "document", false, false);
  return (pointer) => ajv.compile({ $ref: `document${pointer}` });
}

const compile = validator(closed());

/** What is wrong with an example, if anything. */
function faults({ schema, value, type }) {
  const lines = type === "application/x-ndjson" ? value.trimEnd().split("\n").map((line) => JSON.parse(line)) : undefined;
  const validate = compile(lines ? `${schema}/contentSchema` : schema);
  return validate(lines ?? value) ? [] : validate.errors.map((error) => `${error.instancePath} ${error.message}`);
}

const all = [...examples()];
const errors = operations().flatMap(({ operation }) =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.values(follow(response).content ?? {}).flatMap((content) =>
      [content.example, ...Object.values(content.examples ?? {}).map((example) => follow(example).value)]
        .filter((body) => body?.error)
        .map((body) => ({ status, ...body.error })),
    ),
  ),
);

test("there are examples to check", () => {
  assert.ok(all.length > 60, `found ${all.length}`);
});

for (const example of all) {
  test(`the example fits its schema: ${example.pointer}`, () => assert.deepEqual(faults(example), []));
}

test("a wrong example would be noticed", () => {
  const page = all.find(({ value }) => value?.data?.posts?.length > 0);
  const broken = (change) => {
    const value = structuredClone(page.value);
    change(value.data.posts[0]);
    return faults({ ...page, value }).length;
  };
  assert.equal(broken(() => {}), 0);
  // With `fields`, a post may lack any key but this one.
  assert.notEqual(broken((post) => delete post.id), 0);
  assert.notEqual(broken((post) => (post.likes_count = -1)), 0);
  assert.notEqual(broken((post) => (post.like_count = 1)), 0);
  assert.notEqual(broken((post) => (post.platform_post_id = 7)), 0);
  assert.notEqual(broken((post) => (post.published_at = "2026-04-19")), 0);
});

test("schemas are valid JSON Schema 2020-12", () => {
  for (const name of Object.keys(api.components.schemas)) compile(`#/components/schemas/${name}`);
  for (const { pointer, value } of objects()) if (value.schema && !pointer.includes("/examples/")) compile(`${pointer}/schema`);
});

test("details come with INVALID_PARAMETER, always and only", () => {
  for (const { code, details } of errors) assert.equal(details !== undefined, code === "INVALID_PARAMETER", code);
});

test("every error code is in the table, in the schema and in an example of its status", () => {
  const documented = table("code", "status", "when").map(([code, status]) => `${code} ${status}`);
  const shown = new Set(errors.map(({ code, status }) => `${code} ${status}`));
  assert.deepEqual([...shown].sort(), [...documented].sort());
  assert.deepEqual(documented.map((line) => line.split(" ")[0]), resolve("#/components/schemas/ErrorCode").enum);
});

test("every code of a fault is in the table, in the schema and in an example", () => {
  const documented = table("code", "when").map(([code]) => code);
  const shown = new Set(errors.flatMap(({ details = [] }) => details.map(({ code }) => code)));
  assert.deepEqual([...shown].sort(), [...documented].sort());
  assert.deepEqual(documented, resolve("#/components/schemas/Fault").properties.code.enum);
});

test("every rejection code of an import is in the table and in the schema", () => {
  const rejected = resolve("#/components/schemas/ImportResult").properties.data.properties.rejected;
  assert.deepEqual(table("code", "the line").map(([code]) => code), rejected.items.properties.code.enum);
});

test("no example carries a token that could be real", () => {
  const tokens = JSON.stringify(api).match(/postern_live_[0-9A-Za-z]{20,}/g) ?? [];
  assert.ok(tokens.length > 0 && tokens.every((token) => token.includes("Example")), tokens.join());
});
