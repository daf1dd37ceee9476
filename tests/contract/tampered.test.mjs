// That the contract tests can fail: held to a document that is wrong, the service is found to differ in each place.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { api } from "../openapi/document.mjs";
import { Tally } from "./support/report.mjs";
import { fuzz, REPORTS } from "./support/schemathesis.mjs";
import { setStage } from "./support/stage.mjs";

/** The document with mistakes about the account, the health and the export, and nothing else that is called. */
function tampered() {
  const copy = structuredClone(api);
  const { get } = copy.paths["/api/v1/account"];
  delete get.responses[400]; // which `page`, below, is answered with
  copy.components.schemas.Balance.properties.current = { type: "string" };
  copy.components.headers.RateLimitPolicy.schema = { type: "integer" };
  copy.components.parameters.Accept.schema = { type: "string", enum: ["application/json"] };
  get.parameters.push({ name: "page", in: "query", required: true, description: "x", schema: { type: "integer" }, example: 1 });
  const health = { ...copy.paths["/api/v1/health"].get, security: [{ bearer: [] }] };
  delete copy.components.schemas.Health.properties.version;
  copy.components.schemas.Health.required = ["status"];
  delete copy.components.schemas.Post.properties.edited_at;
  copy.components.schemas.Post.required = ["id"];
  const lines = { ...copy.paths["/operator/v1/posts"].get, parameters: [] };
  copy.paths = { "/api/v1/account": { get }, "/api/v1/health": { get: health }, "/operator/v1/posts": { get: lines } };
  return copy;
}

test("a document that is wrong is found out", async () => {
  mkdirSync(REPORTS, { recursive: true });
  const document = join(REPORTS, "tampered.json");
  writeFileSync(document, JSON.stringify(tampered()));
  const tally = new Tally();
  const stage = await setStage();
  try {
    const { code } = await fuzz(stage, { name: "tampered", which: [], phases: ["examples", "coverage"], examples: 1, seed: 1, document }, tally);
    assert.equal(code, 1);
  } finally {
    await stage.stop();
  }
  const found = new Set([...tally.faults].map((fault) => fault.split(": ").slice(0, 2).join(": ")));
  assert.deepEqual([...found].sort(), [
    "GET /api/v1/account: negative_data_rejection",
    "GET /api/v1/account: response_headers_conformance",
    "GET /api/v1/account: response_schema_conformance",
    "GET /api/v1/account: status_code_conformance",
    "GET /api/v1/health: ignored_auth",
    "GET /api/v1/health: missing_required_header",
    "GET /api/v1/health: negative_data_rejection",
    "GET /api/v1/health: response_schema_conformance",
    "GET /operator/v1/posts: every_line_is_a_post",
    "OPTIONS /operator/v1/posts: allow_header_conformance",
    "POST /operator/v1/posts: unsupported_method",
  ]);
});
