// SECURITY.md names tests that are there, and headers that are sent.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";

const document = readFileSync(inRoot("SECURITY.md"), "utf8");
const [threats, headers] = [/## Threat model[\s\S]*?(?=\n## )/, /## Headers[\s\S]*?(?=\n## )/].map((part) => part.exec(document)[0]);
const rowsOf = (text) => text.split("\n").filter((line) => line.startsWith("| ") && !/^\| (---|threat|asset|header|date) /.test(line));

test("every test that it names is there", () => {
  const named = [...document.matchAll(/`((?:tests|fuzz|src|bench)\/[\w./-]+\.\w+)`/g)].map(([, path]) => path);
  assert.ok(new Set(named).size >= 40, `${new Set(named).size} are named`);
  assert.deepEqual(named.filter((path) => !existsSync(inRoot(path))), []);
});

test("every threat names a test", () => {
  const shown = rowsOf(threats.slice(threats.indexOf("### From whom")));
  assert.ok(shown.length >= 25, `${shown.length} threats`);
  for (const row of shown) assert.match(row, /\| `(tests|fuzz)\/[^|]+\|$/, row);
});

test("every header of www/_headers is in its table, with its value where that is short", () => {
  const all = readFileSync(inRoot("www/_headers"), "utf8").split(/\n(?=\/)/)[1];
  const sent = [...all.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value]);
  assert.ok(sent.length >= 9);
  for (const [name, value] of sent) {
    const row = rowsOf(headers).find((one) => one.includes(`\`${name}\``));
    assert.ok(row, name);
    if (value.length < 20) assert.ok(row.includes(`\`${value}\``), `${name}: ${value}`);
  }
});

test("each header has a value or a reason", () => {
  for (const row of rowsOf(headers)) {
    const [, , data, why] = row.split("|").slice(1, -1).map((cell) => cell.trim());
    if (/left out/.test(row.split("|")[2]) || data === "left out") assert.ok(why.length > 0, row);
  }
});

test("the result of the audit stands there with its date", () => {
  assert.match(document, /^\| 20\d\d-\d\d-\d\d \| .{20,} \|$/m);
});
