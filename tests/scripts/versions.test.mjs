// What is written in two places says the same in both.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "smol-toml";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { CARGO_TOOLS } from "../../scripts/lib/setup.mjs";

const read = (path) => readFileSync(inRoot(path), "utf8");
const wrangler = parse(read("wrangler.toml"));
const limit = (name) => wrangler.ratelimits.find((limiter) => limiter.name === name).simple.limit;

test("the lock file names no registry", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const resolved = Object.values(packages).filter((one) => one.resolved && !one.link);
  assert.deepEqual(resolved, []);
});

test("npm packages are pinned exactly", () => {
  const { devDependencies, workspaces } = JSON.parse(read("package.json"));
  const programs = JSON.parse(read("tests/package/programs/package.json"));
  const all = [devDependencies, ...workspaces.map((path) => JSON.parse(read(`${path}/package.json`)).devDependencies), programs.dependencies, programs.devDependencies];
  for (const [name, version] of all.flatMap(Object.entries)) assert.match(version, /^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/, name);
});

test("the wasm-bindgen tool is of the library's version", () => {
  const { package: packages } = parse(read("Cargo.lock"));
  const library = packages.find(({ name }) => name === "wasm-bindgen");
  assert.equal(CARGO_TOOLS["wasm-bindgen-cli"], library.version);
});

test("worker-build is of the worker crate's version", () => {
  const { package: packages } = parse(read("Cargo.lock"));
  assert.equal(CARGO_TOOLS["worker-build"], packages.find(({ name }) => name === "worker").version);
});

test("the browser tests are locked to the versions of the package", () => {
  const versions = (path) => new Set(parse(read(path)).package.map(({ name, version }) => `${name} ${version}`));
  const own = versions("Cargo.lock");
  const strangers = [...versions("tests/browser/Cargo.lock")].filter((crate) => !own.has(crate));
  assert.deepEqual(strangers, ["postern-browser-tests 0.0.0"]);
});

test("production tells clients the limit that it keeps", () => {
  assert.equal(wrangler.vars.CALLS_PER_MINUTE, String(limit("CALLS")));
  assert.equal(wrangler.vars.BROWSER_CALLS_PER_MINUTE, String(limit("BROWSER")));
});

test("production is what is deployed", () => {
  assert.equal(wrangler.vars.ENVIRONMENT, "production");
});
