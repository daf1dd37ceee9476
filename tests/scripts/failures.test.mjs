// What is told again of a failed test program, beside the summary.

import assert from "node:assert/strict";
import { test } from "node:test";
import { failures } from "../support/failures.mjs";

const many = (count, text) => Array.from({ length: count }, (_, n) => `${text} ${n}`);

test("the account of node's failing tests is told from its beginning", () => {
  const written = [...many(200, "✔ fine"), "ℹ fail 1", "✖ failing tests:", "", "✖ one", "  expected 1, and 2 came"].join("\n");
  assert.deepEqual(failures(written), ["✖ failing tests:", "", "✖ one", "  expected 1, and 2 came"]);
});

test("a panic in a browser and failures of Rust's tests are told, too", () => {
  assert.equal(failures("Invoking test: a\n  panicked at arguments.rs:206:9:\n  left == right\nStack:")[0], "  panicked at arguments.rs:206:9:");
  assert.equal(failures("test a ... FAILED\n\nfailures:\n\n---- a stdout ----")[0], "failures:");
});

test("of what begins nowhere the last lines are told", () => {
  assert.deepEqual(failures(many(100, "line").join("\n")), many(100, "line").slice(-12));
});

test("neither many nor long lines get the better of it", () => {
  const told = failures(["✖ failing tests:", "x".repeat(1000), ...many(500, "line")].join("\n"));
  assert.equal(told.length, 60);
  assert.equal(told[1], `${"x".repeat(240)}…`);
});
