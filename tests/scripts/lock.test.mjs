import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { holder, tryLock } from "../../scripts/lib/lock.mjs";

let folder;
let path;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postern-test-"));
  path = join(folder, "any.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a lock is held once, until it is given back", () => {
  const release = tryLock(path);
  assert.equal(holder(path), process.pid);
  assert.equal(tryLock(path), null);
  release();
  assert.equal(existsSync(path), false);
  tryLock(path)();
});

test("another living process keeps its lock", () => {
  writeFileSync(path, String(process.ppid));
  assert.equal(tryLock(path), null);
  assert.equal(readFileSync(path, "utf8"), String(process.ppid));
});

test("the lock of a process that is gone is taken over", () => {
  writeFileSync(path, String(spawnSync(process.execPath, ["-e", ""]).pid));
  tryLock(path)();
});

test("so is that of an earlier process of the same number", () => {
  writeFileSync(path, String(process.pid));
  tryLock(path)();
});
