// The layers of ARCHITECTURE.md: no folder of `src` imports from one beside or above it, and no files import one another in a circle.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";

/** From top to bottom. What stands in one line knows nothing of each other. */
const LAYERS = [
  ["worker", "browser", "cli"],
  ["router"],
  ["upkeep"],
  ["ingest", "payments", "formats", "offline", "sample", "mcp", "registry"],
  ["posts"],
  ["accounts"],
  ["shards"],
  ["http"],
  ["store", "email", "settings"],
  ["text", "time", "json", "key", "encoding", "percent", "platform", "numbers", "mac", "nearest"],
];
/** Values that others of the lowest layer may use. */
const VALUES = LAYERS.at(-1);

const read = (path) => readFileSync(inRoot("src", path), "utf8");

/** Files of `src` by the path of their module, such as `posts/plan/cost`. */
const MODULES = new Map(
  readdirSync(inRoot("src"), { recursive: true })
    .filter((path) => path.endsWith(".rs") && !/(^|\/)(tests?|bin)(\/|\.rs$)/.test(path) && path !== "lib.rs")
    .map((path) => [path.replace(/(\/mod)?\.rs$/, ""), path]),
);

/** The leaves of a `use` tree: `a::{b, c::d}` has `a::b` and `a::c::d`. */
function leaves(tree) {
  const open = tree.indexOf("{");
  if (open < 0) return [tree.trim()];
  const [start, body] = [tree.slice(0, open), tree.slice(open + 1, tree.lastIndexOf("}"))];
  const parts = [];
  let [depth, part] = [0, ""];
  for (const char of body) {
    depth += (char === "{") - (char === "}");
    if (char === "," && depth === 0) [part] = [parts.push(part) && ""];
    else part += char;
  }
  return [...parts, part].filter((text) => text.trim()).flatMap((text) => leaves(start.trim() + text.trim()));
}

/** The module that a path leads to from another one; none where it leaves the crate. */
function target(path, from) {
  const names = path.replace(/ as .*/, "").split("::").map((name) => name.trim());
  const start = names.shift();
  let at = [];
  if (start === "super" || start === "self") {
    at = from.split("/");
    if (start === "super") at.pop();
    while (names[0] === "super") at.pop(), names.shift();
  } else if (start !== "crate") return null;
  for (const name of names) {
    const next = [...at, name].join("/");
    if (![...MODULES.keys()].some((module) => module === next || module.startsWith(`${next}/`))) break;
    at.push(name);
  }
  return at.join("/");
}

/** What a module imports, by `use` or by a path in its code, tests and comments left out. */
function imports(module) {
  const code = read(MODULES.get(module)).split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0].replace(/\/\/.*/g, "");
  const uses = [...code.matchAll(/\buse\s+([^;]+);/g)].flatMap(([, tree]) => leaves(tree.replace(/\s+/g, " ")));
  const paths = [...code.matchAll(/\b(?:crate|super|self)(?:::\w+)+/g)].map(([path]) => path);
  // A module that is imported may be gone through, as in `x::fourcat::convert` after `use super::x`.
  const known = new Map(uses.map((path) => [/(\w+)(?:::self)?$/.exec(path)?.[1], path.replace(/::self$/, "")]));
  const through = [...code.matchAll(/(?<![\w:])(\w+)((?:::\w+)+)/g)].flatMap(([, first, rest]) => (known.has(first) ? [known.get(first) + rest] : []));
  const found = [...uses, ...paths, ...through].map((path) => target(path, module)).filter((to) => to && to !== module);
  return new Set(found);
}

const IMPORTS = new Map([...MODULES.keys()].map((module) => [module, imports(module)]));
const folder = (module) => module.split("/")[0];
const layer = (name) => LAYERS.findIndex((names) => names.includes(name));

test("every folder of src has its layer", () => {
  const folders = [...new Set([...MODULES.keys()].map(folder))];
  assert.deepEqual(folders.filter((name) => layer(name) < 0), []);
  assert.deepEqual(LAYERS.flat().filter((name) => !folders.includes(name)), []);
});

test("imports lead down the layers", () => {
  const wrong = [];
  for (const [module, all] of IMPORTS) {
    for (const to of all) {
      const [from, into] = [folder(module), folder(to)];
      const isValue = VALUES.includes(from) && VALUES.includes(into);
      if (from !== into && !isValue && layer(into) <= layer(from)) wrong.push(`${module} -> ${to}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("no files import one another in a circle, but a module and what it is made of", () => {
  const related = (one, other) => one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
  const circles = [];
  const done = new Set();
  const visit = (module, path) => {
    const at = path.indexOf(module);
    if (at >= 0) return void circles.push([...path.slice(at), module].join(" -> "));
    if (done.has(module)) return;
    for (const to of IMPORTS.get(module) ?? []) if (!related(module, to)) visit(to, [...path, module]);
    done.add(module);
  };
  for (const module of MODULES.keys()) visit(module, []);
  assert.deepEqual(circles, []);
});

test("the check sees what it is to see", () => {
  assert.ok(IMPORTS.get("posts/endpoint").has("accounts/authorize"), [...IMPORTS.get("posts/endpoint")].join());
  assert.ok(IMPORTS.get("formats/fourcat").has("formats/x/fourcat"), "through a module that is imported");
  assert.ok([...IMPORTS.values()].reduce((sum, all) => sum + all.size, 0) > 1_500);
  assert.deepEqual(leaves("crate::a::{b, c::{d, e}}"), ["crate::a::b", "crate::a::c::d", "crate::a::c::e"]);
});
