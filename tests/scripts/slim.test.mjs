import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutExports, withoutHashes } from "../../scripts/lib/slim.mjs";

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

test("hashes go from the names of a module and its script alike, and names stay different", () => {
  const [one, other] = ["invoke__h25a316c04f99e486", "invoke__h47b8c2fcc9a84bb2"];
  const [slim, script] = withoutHashes(module(one, other), `wasm.${one}(); wasm.${other}(); wasm.${one}();`);
  assert.equal(script, "wasm.invoke(); wasm.invoke2(); wasm.invoke();");
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(slim));
  assert.deepEqual([exports.invoke(), exports.invoke2()], [1, 2]);
});

test("imports of each kind are found again under their new names", () => {
  const text = (name) => [name.length, ...Buffer.from(name)];
  const hash = "0123456789abcdef";
  const imports = [
    ...[4, ...text("m"), ...text(`f_${hash}`), 0, 0],
    ...[...text("m"), ...text("g"), 3, 0x7f, 0],
    ...[...text("m"), ...text("t"), 1, 0x70, 1, 0, 5],
    ...[...text("m"), ...text("y"), 2, 0, 1],
  ];
  const whole = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, imports.length, ...imports]);
  const [slim] = withoutHashes(whole, `f_${hash}`);
  const found = WebAssembly.Module.imports(new WebAssembly.Module(slim)).map(({ name, kind }) => `${kind} ${name}`);
  assert.deepEqual(found, ["function f", "global g", "table t", "memory y"]);
});
