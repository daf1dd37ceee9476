// The same files give the same tarball, wherever and whenever they are packed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { buildPackage } from "../../scripts/lib/package.mjs";
import { inRoot, NODE } from "../../scripts/lib/paths.mjs";

test("packing gives the same bytes in another folder, at another time and for another user", async () => {
  const tarball = await buildPackage();
  const folder = mkdtempSync(join(tmpdir(), "postern-elsewhere-"));
  try {
    mkdirSync(join(folder, "npm"));
    for (const part of ["scripts", "npm/package.json", "npm/README.md", "npm/LICENSE", "npm/dist"]) cpSync(inRoot(part), join(folder, part), { recursive: true });
    symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
    const script = join(folder, "npm", "dist", "core", "index.js");
    utimesSync(script, new Date("2031-01-01"), new Date("2031-01-01"));
    chmodSync(script, 0o600); // as a user's umask may have it
    const program = `const { pack } = await import("${join(folder, "scripts/lib/pack.mjs")}"); await pack("${join(folder, "again.tgz")}");`;
    execFileSync(NODE, ["--input-type=module", "-e", program], { cwd: folder });
    assert.ok(readFileSync(join(folder, "again.tgz")).equals(readFileSync(tarball)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the tarball has what is for users, and nothing else", async () => {
  const names = execFileSync("tar", ["-tzf", await buildPackage()], { encoding: "utf8" }).trim().split("\n");
  assert.deepEqual(names.filter((name) => !/^package\/(LICENSE|README\.md|package\.json|dist\/LICENSES\.txt|dist\/([\w-]+\/)?[\w-]+\.(c?js|d\.c?ts|wasm|wasm\.d\.ts))$/.test(name)), []);
});
