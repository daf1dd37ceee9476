// What `npm run audit` makes of what its two tools say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exitCode, readCargoAudit, readNpmAudit } from "../../scripts/lib/audit.mjs";

const cargo = (list, warnings = {}) => JSON.stringify({ database: { "advisory-count": 900 }, lockfile: {}, vulnerabilities: { found: list.length > 0, count: list.length, list }, warnings });
const npm = (vulnerabilities, counts) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0, ...counts } } });
const FINDING = { advisory: { id: "RUSTSEC-2099-0001", title: "reads past the end" }, package: { name: "reef", version: "1.0.0" } };

test("cargo's findings are named, and so are its warnings", () => {
  assert.deepEqual(readCargoAudit(cargo([])), { outcome: "clean", findings: [] });
  assert.deepEqual(readCargoAudit(cargo([FINDING])), { outcome: "found", findings: ["reef 1.0.0: RUSTSEC-2099-0001 reads past the end"] });
  const yanked = { package: { name: "kelp", version: "2.0.0" }, advisory: null };
  assert.deepEqual(readCargoAudit(cargo([], { yanked: [yanked] })), { outcome: "found", findings: ["kelp 2.0.0: yanked"] });
});

test("npm's findings are named", () => {
  assert.deepEqual(readNpmAudit(npm({}, {})), { outcome: "clean", findings: [] });
  const found = npm({ reef: { name: "reef", severity: "high", range: "<2.0.0" } }, { high: 1, total: 1 });
  assert.deepEqual(readNpmAudit(found), { outcome: "found", findings: ["reef <2.0.0: high"] });
});

test("whatever is no report says that nothing was looked up, never that all is well", () => {
  for (const text of ["", "error: couldn't fetch advisory database", "{}", "null", '{"error":{"summary":""}}', '{"message":"405 Method Not Allowed","statusCode":405}', '{"metadata":{}}', '{"vulnerabilities":{}}']) {
    assert.equal(readCargoAudit(text).outcome, "unreachable", text);
    assert.equal(readNpmAudit(text).outcome, "unreachable", text);
  }
});

test("the exit code tells findings from what could not be looked up", () => {
  assert.equal(exitCode(["clean", "clean"]), 0);
  assert.equal(exitCode(["clean", "unreachable"]), 3);
  assert.equal(exitCode(["unreachable", "found", "clean"]), 1);
});
