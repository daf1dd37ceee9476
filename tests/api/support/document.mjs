// Real answers held against the API document: body by schema, headers by name.

import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";
import { api, closed, follow } from "../../openapi/document.mjs";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Headers of the transport. */
const TRANSPORT = ["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"];
/** Headers that are the same on all answers, which the document describes once. */
const COMMON = [
  "Cache-Control", "Vary", "Strict-Transport-Security", "X-Content-Type-Options", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "X-Rows-Read",
  "X-Rows-Written", "X-Plan", "Server-Timing",
].map((name) => name.toLowerCase());

/** Headers that depend on more than the kind of answer: on the environment, on who calls, on what there is. HEAD has one
 * description for all addresses, of which not all have an ETag. */
const DEPENDING = ["strict-transport-security", "x-rows-read", "x-rows-written", "x-plan", "link", "x-credits-charged", "x-credits-remaining", "ratelimit-policy", "x-next-cursor", "x-missing", "content-disposition"];

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { "date-time": INSTANT, uri: /^\S+$/, int64: true } });
ajv.addVocabulary(Object.keys(api));
ajv.addSchema(closed(), "document", false, false);

const described = new Set(Object.values(api.components.responses).flatMap((response) => Object.keys(response.headers)).map((name) => name.toLowerCase()));

/** The path of the document that an address is of. */
export function pathOf(address) {
  const [path] = address.split("?");
  const parts = path.split("/");
  const fits = (template) => {
    const wanted = template.split("/");
    return wanted.length === parts.length && wanted.every((part, n) => part.startsWith("{") || part === parts[n]);
  };
  return Object.keys(api.paths).sort((a, b) => a.split("{").length - b.split("{").length).find(fits);
}

/** Checks an answer and returns the name of the response that describes it. */
export function describedBy(address, method, answer) {
  const where = `${method} ${address}: ${answer.status}`;
  const item = api.paths[pathOf(address)];
  assert.ok(item, `${where}: no such path in the document`);
  // A method that an address does not have is answered as its GET, POST or DELETE would say.
  const operation = item[method.toLowerCase()] ?? item.get ?? item.post ?? item.delete;
  const reference = operation.responses[answer.status];
  assert.ok(reference, `${where} is not in the document`);
  const response = follow(reference);
  checkHeaders(where, response, answer.headers, method === "HEAD" ? [...DEPENDING, "etag"] : DEPENDING);
  const types = Object.keys(response.content ?? {});
  if (method === "HEAD" || types.length === 0) assert.equal(answer.text, "", where);
  else checkBody(where, reference, types, answer);
  if (!address.includes("fields=")) checkWhole(where, answer.body?.data);
  return reference.$ref.split("/").at(-1);
}

function checkHeaders(where, response, headers, depending) {
  const own = Object.keys(response.headers).map((name) => name.toLowerCase());
  for (const name of Object.keys(headers).filter((one) => !TRANSPORT.includes(one))) {
    assert.ok(described.has(name), `${where}: header ${name} is nowhere in the document`);
    assert.ok(own.includes(name) || COMMON.includes(name), `${where}: header ${name} is not described for it`);
  }
  for (const name of own.filter((one) => !depending.includes(one))) assert.ok(headers[name] !== undefined, `${where}: header ${name} is missing`);
}

/** Without `fields`, a post has all of its keys. */
function checkWhole(where, data) {
  const posts = [data?.post, ...(Array.isArray(data?.posts) ? data.posts : [])].filter(Boolean);
  for (const post of posts) assert.deepEqual(api.components.schemas.Post.required.filter((key) => !(key in post)), [], where);
}

function checkBody(where, reference, types, answer) {
  const type = answer.headers["content-type"].split(";")[0];
  assert.ok(types.includes(type), `${where}: ${type}`);
  const lines = type === "application/x-ndjson";
  const pointer = `${reference.$ref}/content/${encodeURIComponent(type.replaceAll("/", "~1"))}/schema${lines ? "/contentSchema" : ""}`;
  const validate = ajv.getSchema(`document${pointer}`) ?? ajv.compile({ $ref: `document${pointer}` });
  const text = type === "text/csv" ? answer.text : answer.body;
  const body = lines ? answer.text.trimEnd().split("\n").filter(Boolean).map((line) => JSON.parse(line)) : text;
  const faults = validate(body) ? [] : validate.errors.map((error) => `${error.instancePath} ${error.message}`);
  assert.deepEqual(faults, [], `${where}: ${answer.text.slice(0, 500)}`);
}
