import assert from "node:assert/strict";
import { test } from "node:test";
import { alike, namedByLikeness } from "../../scripts/lib/likeness.mjs";

/** A function's bytes: so many of a kind, each kind unlike the others. */
const body = (kind, length) => Buffer.from(Array.from({ length }, (_, at) => (at * kind) % 251));

test("functions that are alike stand next to each other, after the largest", () => {
  const functions = [body(3, 100), body(5, 300), body(7, 90), body(3, 110), body(5, 80), body(7, 120)];
  const kinds = [3, 5, 7, 3, 5, 7];
  const order = alike(functions);
  assert.deepEqual([...order].sort(), [0, 1, 2, 3, 4, 5], "all of them, once");
  assert.equal(order[0], 1);
  const runs = order.map((number) => kinds[number]).filter((kind, place, all) => kind !== all[place - 1]);
  assert.equal(runs.length, 3, String(order));
});

test("what is too far back for compression is not looked for there", () => {
  const [near, far] = [body(3, 200), body(5, 200)];
  const between = Array.from({ length: 30 }, (_, number) => body(11 + number, 1_000));
  const order = alike([body(7, 40_000), far, near, ...between, body(5, 100)]);
  assert.equal(order.length, 34);
  assert.equal(Math.abs(order.indexOf(1) - order.indexOf(33)), 1);
});

test("a module gets a name for each of its own functions, behind those that it imports, and still works", () => {
  const text = (name) => [name.length, ...Buffer.from(name)];
  const imports = [1, ...text("a"), ...text("b"), 0, 0];
  const exports = [1, ...text("f"), 0, 1];
  const module = Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5, 1, 0x60, 0, 1, 0x7f],
    ...[2, imports.length, ...imports],
    ...[3, 3, 2, 0, 0],
    ...[7, exports.length, ...exports],
    ...[10, 11, 2, 4, 0, 0x41, 1, 0x0b, 4, 0, 0x41, 2, 0x0b],
  ]);
  const named = namedByLikeness(module);
  const [names] = WebAssembly.Module.customSections(new WebAssembly.Module(named), "name");
  assert.deepEqual([...Buffer.from(names)].slice(0, 5), [1, 17, 2, 1, 6], "of functions: two, and the first is number 1");
  assert.match(Buffer.from(names).toString("latin1"), /000000.{2}000001$/s);
  assert.equal(new WebAssembly.Instance(new WebAssembly.Module(named), { a: { b: () => 0 } }).exports.f(), 1);
});
