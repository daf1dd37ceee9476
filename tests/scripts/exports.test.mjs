import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutExports } from "../../scripts/lib/exports.mjs";

/** A module with two functions that give 1 and 2, under these names. */
function module(one, two) {
  const size = (length) => (length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]);
  const text = (name) => [...size(name.length), ...Buffer.from(name)];
  const exports = [2, ...text(one), 0, 0, ...text(two), 0, 1];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5, 1, 0x60, 0, 1, 0x7f],
    ...[3, 3, 2, 0, 0],
    ...[7, ...size(exports.length), ...exports],
    ...[10, 11, 2, 4, 0, 0x41, 1, 0x0b, 4, 0, 0x41, 2, 0x0b],
  ]);
}

test("exports whose names fit are taken out, and the others still work", () => {
  const whole = module("kept", "free_of_sink");
  assert.equal(new WebAssembly.Instance(new WebAssembly.Module(whole)).exports.free_of_sink(), 2);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(withoutExports(whole, /sink/)));
  assert.deepEqual([Object.keys(exports), exports.kept()], [["kept"], 1]);
});

test("a module without such an export stays as it is, also where lengths take two bytes", () => {
  for (const name of ["a", "x".repeat(200)]) {
    const whole = module(name, `${name}b`);
    assert.equal(WebAssembly.Module.exports(new WebAssembly.Module(whole)).length, 2);
    assert.deepEqual(withoutExports(whole, /sink/), whole);
  }
});
