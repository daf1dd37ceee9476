// Where the package runs, as its README says, and with which versions of which tools.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { ENVIRONMENTS } from "../package/environments/index.mjs";
import { ENTRY_NAMES } from "../package/support/exercise.mjs";
import { table, tableOfReadme } from "../package/support/table.mjs";

const TOOLS = inRoot("tests", "package", "tools");
const folders = readdirSync(TOOLS);
const read = (folder, file) => JSON.parse(readFileSync(join(TOOLS, folder, file), "utf8"));

test("the README's table has a cell for all that is tried, and for nothing else", () => {
  assert.equal(tableOfReadme(), table(ENVIRONMENTS), "`npm run prove -- package --write` writes it");
});

test("each row tries each entry", () => {
  for (const { name, rows } of ENVIRONMENTS) {
    for (const [how, row] of Object.entries(rows)) assert.deepEqual(Object.keys(row).sort(), [...ENTRY_NAMES].sort(), `${name}, ${how}`);
  }
});

test("no two rows have one name", () => {
  const names = ENVIRONMENTS.flatMap(({ name, of, rows }) => Object.keys(rows).map((how) => `${name} ${of}, ${how}`));
  assert.equal(new Set(names).size, names.length);
});

test("each folder of tools is an environment's", () => {
  const used = new Set(ENVIRONMENTS.flatMap(({ tools }) => tools ?? []));
  assert.deepEqual([...used].sort(), folders.sort());
});

test("tools are pinned exactly, and their lock files name no registry", () => {
  for (const folder of folders) {
    const { dependencies } = read(folder, "package.json");
    for (const [name, version] of Object.entries(dependencies)) assert.match(version, /^(npm:\w+@)?\d+\.\d+\.\d+$/, `${folder}: ${name}`);
    const { packages } = read(folder, "package-lock.json");
    assert.deepEqual(packages[""].dependencies, dependencies, folder);
    assert.deepEqual(Object.values(packages).filter((one) => one.resolved && !one.link), [], folder);
  }
});
