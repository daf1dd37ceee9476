// What answers: the npm package against this service, or a set of posts in memory. Each is loaded when it is first used.

import { freshToken } from "./session.js";

let sample;
let client;
/** A token that the visitor gave. It is kept here and nowhere else, and gone when the page is. */
let pasted;

/** Takes a token into use, or none. */
export function usePasted(token) {
  pasted = token;
  client = undefined; // the next call makes one with it
}

async function makeClient() {
  const { Postern } = await import("/package/core/index.js");
  return new Postern({ baseUrl: location.origin, token: pasted ?? freshToken });
}

async function makeSample() {
  const [{ PostSet }, response] = await Promise.all([import("/package/offline/index.js"), fetch("/sample.ndjson")]);
  if (!response.ok) throw new Error(`expected the sample, and the answer was ${response.status}`);
  return PostSet.from(await response.text());
}

/** A failure is not kept: the next call tries again. */
function kept(making, forget) {
  making.catch(forget);
  return making;
}

/** What answers on the sample, or live. */
export function clientOf(on) {
  if (on === "sample") return (sample ??= kept(makeSample(), () => (sample = undefined)));
  return (client ??= kept(makeClient(), () => (client = undefined)));
}
