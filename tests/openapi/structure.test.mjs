// The API document is well-formed OpenAPI 3.1, complete, and small enough to be compiled into the Worker.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { api, follow, objects, operations, resolve, source } from "./document.mjs";

const KEYS = {
  root: ["openapi", "info", "servers", "tags", "paths", "components"],
  item: ["parameters", "get", "head", "options", "post", "delete"],
  operation: ["operationId", "tags", "summary", "description", "security", "parameters", "requestBody", "responses"],
  parameter: ["name", "in", "required", "description", "schema", "example", "examples"],
  response: ["description", "headers", "content"],
  header: ["description", "required", "schema", "example"],
  media: ["schema", "example", "examples"],
};

function onlyKeys(kind, value, where) {
  for (const key of Object.keys(value)) assert.ok(key.startsWith("x-") || KEYS[kind].includes(key), `${where}: unexpected ${key}`);
}

const statuses = (operation) => Object.keys(operation.responses).map(Number);
const name = ({ method, path }) => `${method.toUpperCase()} ${path}`;

test("the root is OpenAPI 3.1", () => {
  assert.match(api.openapi, /^3\.1\.\d+$/);
  onlyKeys("root", api, "#");
  for (const key of ["title", "version", "description"]) assert.ok(api.info[key], key);
});

test("every reference resolves", () => {
  for (const { value } of objects()) if (typeof value.$ref === "string") resolve(value.$ref);
});

test("every reference names a component: generators of clients follow no others", () => {
  for (const { value } of objects()) if (typeof value.$ref === "string") assert.match(value.$ref, /^#\/components\/\w+\/\w+$/);
});

test("a post with some keys has each as a whole post has it", () => {
  const { Post, SomeOfPost, Author } = api.components.schemas;
  const { author, ...rest } = SomeOfPost.properties;
  const { author: _, ...whole } = Post.properties;
  assert.deepEqual(rest, whole);
  assert.deepEqual(author.properties, Author.properties);
});

test("what a body may leave out has no default, which generators would take for a value that it must have", () => {
  const bodies = operations().filter(({ operation }) => operation.requestBody).map(({ operation }) => follow(operation.requestBody).content["application/json"]?.schema);
  for (const schema of bodies.filter(Boolean)) for (const [key, value] of Object.entries(follow(schema).properties ?? {})) assert.equal(value.default, undefined, key);
});

test("every component is used", () => {
  const used = new Set([...objects()].map(({ value }) => value.$ref).filter(Boolean));
  const schemes = new Set(operations().flatMap(({ operation }) => operation.security.flatMap(Object.keys)));
  for (const [kind, components] of Object.entries(api.components)) {
    for (const key of Object.keys(components)) {
      assert.ok(kind === "securitySchemes" ? schemes.has(key) : used.has(`#/components/${kind}/${key}`), `${kind}/${key} is not used`);
    }
  }
});

test("every operation has a name of its own, a summary, a description, a tag and its security", () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  const tags = api.tags.map((tag) => tag.name);
  for (const each of operations()) {
    onlyKeys("item", each.item, each.path);
    onlyKeys("operation", each.operation, name(each));
    for (const key of ["operationId", "summary", "description"]) assert.ok(each.operation[key], `${name(each)} lacks ${key}`);
    assert.ok(each.operation.tags.length === 1 && tags.includes(each.operation.tags[0]), name(each));
    for (const scheme of each.operation.security.flatMap(Object.keys)) assert.ok(api.components.securitySchemes[scheme], scheme);
  }
});

test("every parameter is complete, and those of a path are exactly its placeholders", () => {
  for (const { path, parameters } of operations()) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    assert.deepEqual(parameters.filter((one) => one.in === "path").map((one) => one.name).sort(), placeholders.sort(), path);
    const keys = parameters.map((one) => `${one.in} ${one.name}`);
    assert.equal(new Set(keys).size, keys.length, path);
    for (const one of parameters) {
      onlyKeys("parameter", one, `${path} ${one.name}`);
      assert.ok(["path", "query", "header"].includes(one.in) && one.description && one.schema, `${path} ${one.name}`);
      assert.ok(one.in !== "path" || one.required, `${path} ${one.name}`);
      assert.ok("example" in one !== "examples" in one, `${path} ${one.name} has no example`);
    }
  }
});

test("every answer has a description, a request id and, but for HEAD, 204 and 304, a body with an example", () => {
  for (const [key, response] of Object.entries(api.components.responses)) {
    onlyKeys("response", response, key);
    assert.ok(response.description, key);
    assert.ok(response.headers["X-Request-Id"], `${key} lacks X-Request-Id`);
    for (const media of Object.values(response.content ?? {})) {
      onlyKeys("media", media, key);
      assert.ok("example" in media !== "examples" in media, `${key} has no example`);
    }
    assert.equal(response.content === undefined, ["Head", "Preflight", "NotModified"].includes(key), key);
  }
  for (const [key, header] of Object.entries(api.components.headers)) {
    onlyKeys("header", header, key);
    assert.ok(header.description && header.schema && "example" in header, key);
  }
});

test("every header of the service is documented", () => {
  const answers = new Set(Object.values(api.components.responses).flatMap((response) => Object.keys(response.headers)));
  const expected = [
    "X-Request-Id", "ETag", "Link", "RateLimit-Policy", "Retry-After", "X-Credits-Charged", "X-Credits-Remaining", "WWW-Authenticate", "Allow",
    "Cache-Control", "Vary", "Strict-Transport-Security", "X-Content-Type-Options", "X-Rows-Read", "X-Rows-Written", "X-Plan", "Server-Timing",
    "X-Next-Cursor", "X-Missing", "Content-Disposition", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Access-Control-Allow-Methods", "Access-Control-Allow-Headers", "Access-Control-Max-Age",
  ];
  assert.deepEqual([...answers].sort(), expected.sort());
  const requests = new Set(operations().flatMap(({ parameters }) => parameters.filter((one) => one.in === "header").map((one) => one.name)));
  assert.deepEqual([...requests].sort(), ["Accept", "Idempotency-Key", "If-None-Match", "X-Request-Id"]);
});

test("every operation lists every status that it can answer", () => {
  const outer = [403, 405, 406, 414, 421, 500, 503];
  for (const each of operations()) {
    const { path, method, operation } = each;
    const expected = new Set(method === "options" ? [204, 403, 421] : outer);
    if (path.startsWith("/operator/")) [200, 400, 401, 404, 429].forEach((status) => expected.add(status));
    else if (method !== "options") expected.add(200);
    if (path.startsWith("/operator/") && method === "post") [413, 415].forEach((status) => expected.add(status));
    if (path === "/operator/v1/accounts" && method === "post") expected.add(201).add(409).delete(200);
    if (path.endsWith("/credits") || path.endsWith("/{session}")) expected.add(409);
    if (path.startsWith("/api/") && path.includes("{") && method !== "options") expected.add(404);
    if (/posts|account$/.test(path) && path.startsWith("/api/") && method !== "options") [304, 400, 401, 429].forEach((status) => expected.add(status));
    if (path.startsWith("/api/v1/posts") && method !== "options") expected.add(402);
    if (path.endsWith("posts/changes") && method !== "options") expected.add(410);
    if (path.endsWith("openapi.json") && method !== "options") expected.add(304).delete(503);
    assert.deepEqual(statuses(operation).sort(), [...expected].sort(), name(each));
  }
});

test("every address of the public API has GET, HEAD and OPTIONS, and HEAD and OPTIONS cost nothing", () => {
  for (const [path, item] of Object.entries(api.paths).filter(([path]) => path.startsWith("/api/"))) {
    assert.deepEqual(Object.keys(item).filter((key) => key !== "parameters").sort(), ["get", "head", "options"], path);
    assert.equal(item.get["x-credits"], path.startsWith("/api/v1/posts") ? 1 : path.endsWith("account") ? 0 : undefined, path);
    assert.equal(item.head["x-credits"] ?? 0, 0, path);
  }
});

test("a JSON body has no key that is not named", () => {
  const bodies = operations().map(({ operation }) => operation.requestBody?.content["application/json"]).filter(Boolean);
  assert.equal(bodies.length, 8);
  for (const { schema } of bodies) assert.equal(follow(schema).additionalProperties, false, schema.$ref);
});

test("a preflight looks at nothing: its address has any parts, and no query", () => {
  for (const { path, parameters } of operations().filter(({ method }) => method === "options")) {
    for (const one of parameters) assert.ok(one.in === "header" || (one.in === "path" && one.required), `${path} ${one.name}`);
    for (const { name, schema } of parameters.filter((one) => one.in === "path")) assert.deepEqual(schema, { type: "string" }, `${path} ${name}`);
  }
});

test("limits and defaults are those that callers rely on", () => {
  const schema = (parameter) => follow(resolve(`#/components/parameters/${parameter}`).schema);
  assert.deepEqual(schema("Limit"), { type: "integer", minimum: 1, maximum: 100, default: 50 });
  assert.equal(schema("MinLikes").maximum, Number.MAX_SAFE_INTEGER);
  assert.equal(schema("Keyword").maxLength, 256);
  assert.deepEqual(schema("PlatformPath").enum, ["tiktok", "instagram", "twitter", "x", "snapchat", "linkedin"]);
  assert.equal(schema("Top").maximum, 100);
  assert.equal(schema("SortBy").default, "published_at");
  assert.equal(schema("SortOrder").default, "desc");
  const patterns = (parameter) => new RegExp(schema(parameter).pattern, "u");
  for (const tag of ["reef", "#reef", "＃サンゴ", "👩‍🚀"]) assert.match(tag, patterns("Hashtag"));
  for (const tag of ["", "two words", "x".repeat(102)]) assert.doesNotMatch(tag, patterns("Hashtag"));
  for (const list of ["x", "tiktok,x,linkedin"]) assert.match(list, patterns("Platform"));
  for (const list of ["", "x,", "myspace", "x, tiktok"]) assert.doesNotMatch(list, patterns("Platform"));
  assert.match(Array(20).fill("a").join(","), patterns("Username"));
  assert.doesNotMatch(Array(21).fill("a").join(","), patterns("Username"));
  for (const username of ["a/b", "a b", "", "tab\t", "x".repeat(102)]) assert.doesNotMatch(username, patterns("Username"));
  for (const date of ["2026-04-19", "2026-04-19T08:00:00.25+02:00", "2026-04-19T08:00:00z"]) assert.match(date, patterns("FromDate"));
  for (const date of ["2026-4-19", "2026-04-19T08:00:00", "19.04.2026"]) assert.doesNotMatch(date, patterns("FromDate"));
});

test("the document is quick to fetch", () => {
  const sizes = { source: Buffer.byteLength(source), compressed: gzipSync(source, { level: 9 }).length };
  assert.ok(sizes.source <= 260_000 && sizes.compressed <= 40_960, JSON.stringify(sizes));
});
