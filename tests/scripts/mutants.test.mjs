// What the proof of mutants makes of what cargo-mutants wrote.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compared, counted, joined, table } from "../prove/mutants/outcomes.mjs";

const SOURCE = "fn reaches(a: u8) -> bool {\n    a > 3 && a < 9\n}\n";

function outcome(summary, line, column, change) {
  const name = `src/a.rs:${line}:${column}: ${change} in reaches`;
  const span = { start: { line, column }, end: { line, column: column + 1 } };
  return { scenario: { Mutant: { name, file: "src/a.rs", span } }, summary };
}

const more = (summary) => outcome(summary, 2, 7, "replace > with >=");
const less = (summary) => outcome(summary, 2, 16, "replace < with <=");
const baseline = { scenario: "Baseline", summary: "Success" };
const of = (...stages) => joined(stages, () => SOURCE);
const why = { file: "src/a.rs", line: "a > 3 && a < 9", why: "for this test" };

test("what one stage noticed is noticed, whatever the next ones say", () => {
  const mutants = of([baseline, more("MissedMutant"), less("Timeout")], [baseline, more("CaughtMutant"), less("MissedMutant")]);
  assert.deepEqual(mutants.map(({ outcome }) => outcome), ["caught", "timeout"]);
  assert.deepEqual(counted(mutants), { tried: 2, caught: 1, timeout: 1, unviable: 0, survived: 0 });
});

test("a survivor without an explanation is named with its line", () => {
  const { unexplained, gone } = compared(of([more("MissedMutant"), less("Unviable")]), []);
  assert.deepEqual(unexplained, ["src/a.rs:2:7: replace > with >= in reaches\n    a > 3 && a < 9"]);
  assert.deepEqual(gone, []);
});

test("an explanation of what no longer survives is named, where its file was tried", () => {
  const explained = [{ ...why, changes: ["replace > with >=", "replace < with <="] }];
  const { unexplained, gone } = compared(of([more("MissedMutant"), less("CaughtMutant")]), explained);
  assert.deepEqual(unexplained, []);
  assert.deepEqual(gone, ["src/a.rs: replace < with <=\n    a > 3 && a < 9"]);
  assert.deepEqual(compared(of([more("MissedMutant")]), [...explained, { ...why, file: "src/b.rs", changes: ["any"] }]).gone.length, 1);
});

test("the table has a line for each file and one for all", () => {
  const lines = table(of([more("MissedMutant"), less("CaughtMutant")]));
  assert.equal(lines.length, 3);
  assert.match(lines[1], /^src\/a\.rs +2 +1 +0 +0 +1$/);
});
