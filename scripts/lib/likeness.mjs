// Functions of a WebAssembly module that are alike, next to each other: compression only finds what is at most 32 KiB
// behind, and the order of functions means nothing.

import { entry, IMPORTS, number, sections, written } from "./slim.mjs";

const CUSTOM = 0;
const CODE = 10;
/** The kind of an import that is a function. */
const FUNCTION = 0;
/** The part of the section of names that is about functions. */
const FUNCTION_NAMES = 1;

/** Bytes that two functions have in common count in strings of so many. */
const STRING = 6;
/** What more functions than this have in common says nothing of any. */
const COMMON = 200;
/** How far compression looks back, but for a rest. */
const WINDOW = 28_000;

/** How many functions are imported: these come first when functions are counted. */
function importedFunctions(module) {
  let functions = 0;
  for (const { content } of [...sections(module)].filter(({ id }) => id === IMPORTS)) {
    let [count, at] = number(content, 0);
    for (; count > 0; count -= 1) {
      const one = entry(content, at, 2);
      functions += Number(one.rest[0] === FUNCTION);
      at = one.end;
    }
  }
  return functions;
}

/** The bodies of the module's own functions. */
function bodies(module) {
  const { content } = [...sections(module)].find(({ id }) => id === CODE);
  const found = [];
  let [count, at] = number(content, 0);
  for (; count > 0; count -= 1) {
    const [size, start] = number(content, at);
    found.push(content.subarray(start, start + size));
    at = start + size;
  }
  return found;
}

/** For each function the strings that some others have, too, by number; and for each of these strings the functions. */
function strings(functions) {
  const holders = new Map();
  functions.forEach((body, number) => {
    for (let at = 0; at + STRING <= body.length; at += 1) {
      const string = body.toString("latin1", at, at + STRING);
      const known = holders.get(string);
      if (!known) holders.set(string, [number]);
      else if (known.at(-1) !== number) known.push(number);
    }
  });
  const shared = [...holders.values()].filter((some) => some.length > 1 && some.length < COMMON);
  const own = functions.map(() => []);
  shared.forEach((some, string) => some.forEach((number) => own[number].push(string)));
  return { own, shared };
}

/**
 * The order: after the largest function always the one of which most is among those before it, within the window.
 *
 * @param {Uint8Array[]} functions their bodies
 * @returns {number[]} their numbers
 */
export function alike(functions) {
  const { own, shared } = strings(functions);
  const seen = new Int32Array(shared.length);
  const common = new Int32Array(functions.length);
  // Not quite the length: of two that are as much alike, the longer one saves more.
  const weights = functions.map((body) => body.length ** 0.9);
  const left = new Set(functions.keys());
  const count = (number, by) => {
    for (const string of own[number]) {
      seen[string] += by;
      if (seen[string] === Math.max(by, 0)) for (const other of shared[string]) common[other] += by;
    }
  };
  const first = (value) => [...left].reduce((best, one) => (value(one) > value(best) ? one : best));
  const order = [];
  let [oldest, within] = [0, 0];
  for (let next = first((one) => functions[one].length); left.size > 0; ) {
    left.delete(next);
    order.push(next);
    count(next, 1);
    within += functions[next].length;
    for (; within > WINDOW; oldest += 1) {
      count(order[oldest], -1);
      within -= functions[order[oldest]].length;
    }
    if (left.size > 0) next = first((one) => common[one] / weights[one]);
  }
  return order;
}

/** The module with names of its functions by which they stand in that order. */
export function namedByLikeness(module) {
  const imported = importedFunctions(module);
  const places = new Map(alike(bodies(module)).map((number, place) => [number, place]));
  const name = (text) => [written(text.length), Buffer.from(text)];
  const names = [...places.keys()].sort((one, other) => one - other).flatMap((number) => [written(imported + number), ...name(String(places.get(number)).padStart(6, "0"))]);
  const functions = Buffer.concat([written(places.size), ...names]);
  const content = Buffer.concat([...name("name"), Buffer.of(FUNCTION_NAMES), written(functions.length), functions]);
  return Buffer.concat([module, Buffer.of(CUSTOM), written(content.length), content]);
}
