// The arguments of the commands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readArguments, refuseUnknown } from "../../scripts/lib/arguments.mjs";
import { ENV_OPTION } from "../../scripts/lib/environment.mjs";

const usage = "a command";
const read = (args, most) => readArguments({ options: { ...ENV_OPTION, local: { type: "boolean" } }, most, usage, args });

test("options are taken out of the arguments, however they are written", () => {
  for (const args of [["a", "--env", "staging", "b"], ["--env=staging", "a", "b"]]) {
    const { values, positionals } = read(args);
    assert.deepEqual([values.env, positionals], ["staging", ["a", "b"]]);
  }
  assert.deepEqual({ ...read([]).values }, { env: "production" });
  assert.deepEqual(["--help", "-h"].map((arg) => read([arg]).values.help), [true, true]);
});

test("an argument that is not known is refused, with what is expected", () => {
  const cases = [
    [["--loc"], "Unknown option '--loc'."],
    [["--env"], "Option '--env <value>' argument missing."],
    [["--local=yes"], "Option '--local' does not take an argument."],
    [["a", "b"], 'Unexpected argument "b".'],
  ];
  for (const [args, message] of cases) assert.throws(() => read(args, 1), { message, expected: usage, code: 2 });
});

test("a name that is not known is refused, with the one that is most like it", () => {
  const known = ["native", "worker", "pages"];
  refuseUnknown("a part", known, known);
  refuseUnknown("a part", [], known);
  for (const [name, like] of [["page", "pages"], ["naitve", "native"], ["Workers", "worker"]]) {
    const message = `"${name}" is not a part. Did you mean "${like}"?`;
    assert.throws(() => refuseUnknown("a part", ["pages", name], known), { message, expected: "native, worker, pages", code: 2 });
  }
});
