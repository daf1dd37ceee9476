import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { judgePython } from "../../scripts/lib/python.mjs";

const EXPECTED = "python3 3.11 or newer on the PATH, with its module venv";
const refusal = (said) => {
  try {
    return `taken: ${judgePython(said)}`;
  } catch ({ message, expected, todo }) {
    assert.equal(expected, EXPECTED);
    assert.match(todo, /apt-get install python3 python3-venv/);
    return message;
  }
};

test("a Python that is new enough and has all parts is taken", () => {
  assert.equal(judgePython("3 11 0\n"), "3.11.0");
  assert.equal(judgePython("3 14 2\n"), "3.14.2");
});

test("no Python, an old one, and one without parts are refused, with what was expected", () => {
  assert.equal(refusal(null), "There is no `python3` that runs, which the tests need.");
  assert.equal(refusal("3 10 12\n"), "The `python3` on the PATH is 3.10.12.");
  assert.equal(refusal("2 7 18\n"), "The `python3` on the PATH is 2.7.18.");
  assert.equal(refusal("4 11 0\n"), "The `python3` on the PATH is 4.11.0.");
  assert.equal(refusal("3 11 2 ensurepip\n"), "This Python 3.11.2 lacks ensurepip.");
  assert.equal(refusal("3 12 1 venv ensurepip\n"), "This Python 3.12.1 lacks venv and ensurepip.");
});

test("every Python package is pinned to a version and its hashes, and nothing else is set", () => {
  const lines = readFileSync(inRoot("tests", "contract", "requirements.txt"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  const packages = lines.join("\n").replaceAll(/ \\\n */g, " ").split("\n");
  assert.ok(packages.some((one) => one.startsWith("schemathesis==")), packages[0]);
  for (const one of packages) assert.match(one, /^[a-z0-9-]+==[0-9][0-9a-z.]*( --hash=sha256:[0-9a-f]{64})+$/);
});
