// When a check may be left out: what its stamp covers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { inputs, passedBefore, remember } from "../support/passed.mjs";

const API = { folder: "api", programs: ["postern-test-program"] };
const ALL = { folder: null };
const TITLE = "A check that only this test has";

let root;
let programs;
const { PATH } = process.env;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "postern-passed-"));
  programs = mkdtempSync(join(tmpdir(), "postern-programs-"));
  process.env.PATH = `${programs}${delimiter}${PATH}`;
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  for (const folder of ["src", "tests/api", "tests/pages"]) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["src/lib.rs", "tests/api/one.test.mjs", "tests/pages/two.test.mjs", "tests/pages/support.mjs"]) writeFileSync(join(root, name), name);
  writeFileSync(join(root, ".gitignore"), "build\n");
});
afterEach(() => {
  process.env.PATH = PATH;
  for (const name of ["POSTERN_TEST_VARIABLE", "POSTERN_AWKWARD", "POSTERN_SAMPLES"]) delete process.env[name];
  for (const folder of [root, programs]) rmSync(folder, { recursive: true });
  remember(TITLE, null, { failed: 0, skipped: 0 });
});

const hashes = () => [API, ALL].map(inputs(root));

/** Whether the hashes of the part and of what looks at all files change by an action. */
function changes(action) {
  const before = hashes();
  action();
  return hashes().map((hash, index) => hash !== before[index]);
}

const append = (name) => () => appendFileSync(join(root, name), ".");

test("nothing has changed where nothing was done", () => {
  assert.deepEqual(changes(() => {}), [false, false]);
});

test("a file that is changed, added or removed changes all", () => {
  assert.deepEqual(changes(append("src/lib.rs")), [true, true]);
  assert.deepEqual(changes(append("src/new.rs")), [true, true]);
  assert.deepEqual(changes(() => rmSync(join(root, "src/new.rs"))), [true, true]);
  assert.deepEqual(changes(append("tests/pages/support.mjs")), [true, true]);
});

test("a test file concerns its own part, and what looks at all files", () => {
  assert.deepEqual(changes(append("tests/api/one.test.mjs")), [true, true]);
  assert.deepEqual(changes(append("tests/pages/two.test.mjs")), [false, true]);
});

test("what is built is no input", () => {
  assert.deepEqual(changes(append("build")), [false, false]);
});

test("a program that is added or replaced changes the parts that run it", () => {
  const program = join(programs, "postern-test-program");
  const install = (text) => () => {
    writeFileSync(program, text);
    chmodSync(program, 0o755);
  };
  assert.deepEqual(changes(install("one")), [true, false]);
  assert.deepEqual(changes(install("other")), [true, false]);
});

test("a variable of the environment changes all, but for those of a terminal", () => {
  assert.deepEqual(changes(() => (process.env.POSTERN_TEST_VARIABLE = "1")), [true, true]);
  assert.deepEqual(changes(() => (process.env.SHLVL = `${Number(process.env.SHLVL ?? 0) + 1}`)), [false, false]);
});

test("nothing is known where files of the user's are read, or where there is no git", () => {
  rmSync(join(root, ".git"), { recursive: true });
  assert.deepEqual(hashes(), [null, null]);
  process.env.POSTERN_SAMPLES = "/somewhere";
  assert.deepEqual([inputs()(ALL), passedBefore(TITLE, null)], [null, null]);
});

test("only a check that passed whole, with the same inputs, has passed before", () => {
  const whole = { passed: 3, failed: 0, skipped: 0 };
  remember(TITLE, "a", whole);
  assert.equal(passedBefore(TITLE, "a").passed, 3);
  assert.equal(passedBefore(TITLE, "b"), null);
  for (const outcome of [{ ...whole, failed: 1 }, { ...whole, skipped: 1 }]) {
    remember(TITLE, "a", whole);
    remember(TITLE, "a", outcome);
    assert.equal(passedBefore(TITLE, "a"), null);
  }
});
