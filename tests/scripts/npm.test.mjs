// What npm adds to a script's output with this project's settings: nothing.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";

const SCRIPTS = { data: "node -e \"console.log('one'); console.error('two')\"", failing: "node -e \"process.exit(7)\"" };

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "postern-test-"));
  cpSync(inRoot(".npmrc"), join(folder, ".npmrc"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "any", version: "1.0.0", scripts: SCRIPTS }));
});
after(() => rmSync(folder, { recursive: true }));

/** Runs npm as a user's shell does: the npm that may have started these tests hands its own settings down. */
function npm(...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a script's output can be piped", () => {
  assert.deepEqual(npm("run", "data", "--", "ignored"), { status: 0, stdout: "one\n", stderr: "two\n" });
});

test("a script's exit code is npm's", () => {
  assert.deepEqual(npm("run", "failing"), { status: 7, stdout: "", stderr: "" });
});
