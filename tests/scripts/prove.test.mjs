// PROOF.md and the proofs themselves.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { withFigures } from "../prove/figures.mjs";

const proof = () => readFileSync(inRoot("PROOF.md"), "utf8");
/** The proofs, as `npm run prove` lists them. */
const names = () => [.../^const NAMES = \[(.*)\];$/m.exec(readFileSync(inRoot("tests", "prove.mjs"), "utf8"))[1].matchAll(/"(\w+)"/g)].map(([, name]) => name);

test("figures take the place of those that were there, and of no others", () => {
  const text = "a\n<!-- figures of one -->\nold\n<!-- end -->\nb\n<!-- figures of two -->\nkept\n<!-- end -->\n";
  const expected = "a\n<!-- figures of one -->\n| Figure | Value |\n| --- | --- |\n| A \\| b | 1 |\n<!-- end -->\nb\n<!-- figures of two -->\nkept\n<!-- end -->\n";
  assert.equal(withFigures(text, "one", [["a | b", "1"]]), expected);
  assert.throws(() => withFigures(text, "three", []), /no place for the figures of three/);
});

test("each proof is a file that says what it is, and has its figures and its command in PROOF.md", async () => {
  for (const name of names()) {
    const module = await import(`../prove/${name}.mjs`);
    for (const key of ["title", "about", "takes"]) assert.equal(typeof module[key], "string", `${name}: ${key}`);
    assert.equal(typeof module.run, "function", name);
    assert.match(proof(), new RegExp(`<!-- figures of ${name} -->\\n\\| Figure \\| Value \\|\\n(\\|.*\\|\\n){2,}<!-- end -->`), `the figures of ${name}`);
    assert.ok(proof().includes(`npm run prove -- ${name}`), `the command of ${name}`);
  }
});

test("each file of tests/prove with a proof is among them", () => {
  const files = readdirSync(inRoot("tests", "prove")).filter((file) => file.endsWith(".mjs") && readFileSync(inRoot("tests", "prove", file), "utf8").includes("export const takes"));
  assert.deepEqual(files.map((file) => file.replace(".mjs", "")).sort(), names().sort());
});
