// What the proof of coverage makes of the reports.

import assert from "node:assert/strict";
import { test } from "node:test";
import { measured, percent, summed } from "../prove/coverage/measured.mjs";

const SOURCE = "fn a() {}\nfn b() {}\n#[cfg(test)]\nmod tests {\n    fn c() {}\n}\n";
const LCOV = "SF:/p/src/query/mod.rs\nDA:1,4\nDA:2,0\nDA:5,9\nend_of_record\nSF:/p/src/query/tests.rs\nDA:1,1\nend_of_record\nSF:/p/tests/cli.rs\nDA:1,1\nend_of_record\n";

/** A function with one region that is run so often. */
const of = (count, line = 1, kind = 0) => ({ filenames: ["/p/src/query/mod.rs"], regions: [[line, 1, line, 9, count, 0, 0, kind]] });

test("tests beside the code, and code elsewhere, count for nothing", () => {
  const report = { data: [{ functions: [of(1), of(0, 2), of(1, 5)] }] };
  assert.deepEqual(measured(LCOV, report, "/p/src", () => SOURCE), [{ name: "query", lines: { run: 1, all: 2 }, regions: { run: 1, all: 2 } }]);
});

test("a region of a generic function is run where one of its types runs it", () => {
  const report = { data: [{ functions: [of(0), of(3), of(0), of(7, 2, 3)] }] };
  const [{ regions }] = measured("", report, "/p/src", () => SOURCE);
  assert.deepEqual(regions, { run: 1, all: 1 });
});

test("a share is rounded down, so that only all is 100", () => {
  assert.equal(percent({ run: 1999, all: 2000 }), "99.9");
  assert.equal(percent({ run: 2000, all: 2000 }), "100.0");
  const module = { lines: { run: 1, all: 2 }, regions: { run: 3, all: 4 } };
  assert.deepEqual(summed([module, module]), { lines: { run: 2, all: 4 }, regions: { run: 6, all: 8 } });
});
