// What answers: the npm package against this service, or posts that are here. Each is loaded when it is first used.

import { freshToken, isTesting } from "./session.js";

let sample;
let client;
/** A token that the visitor gave. It is kept here and nowhere else, and gone when the page is. */
let pasted;
/** Hears how many seconds the service asks to be left alone. */
let waits = () => {};

/** Takes a token into use, or none. */
export function usePasted(token) {
  pasted = token;
  client = undefined; // the next call makes one with it
}

/** Whether calls are made with a token that the visitor gave. */
export const hasPasted = () => pasted !== undefined;

/** Whether that is a test token. */
export const hasPastedTest = () => hasPasted() && pasted.startsWith("postern_test_");

/** Whether the account may be asked for: browser tokens may not. */
export const mayAskAccount = () => (hasPasted() ? !pasted.startsWith("postern_browser_") : isTesting());

/** The token that a call is made with. */
export const currentToken = async () => pasted ?? freshToken();

/** `heard` is told when the client waits before it tries again, as a long wait without a word looks like a fault. */
export function onWait(heard) {
  waits = heard;
}

async function fetchHeard(...call) {
  const answer = await fetch(...call);
  const seconds = Number(answer.headers.get("Retry-After"));
  if ([429, 503].includes(answer.status) && seconds > 0) waits(seconds);
  return answer;
}

async function makeClient() {
  const { Postern } = await import("/package/core/index.js");
  return new Postern({ baseUrl: location.origin, token: pasted ?? freshToken, fetch: fetchHeard });
}

async function makeSample() {
  const [{ PostSet }, response] = await Promise.all([import("/package/offline/index.js"), fetch("/sample.ndjson")]);
  if (!response.ok) throw new Error(`expected the sample, but the answer was ${response.status}`);
  return PostSet.from(await response.text());
}

/** A failure is not kept: the next call tries again. */
export function keptUnlessFailed(making, forget) {
  making.catch(forget);
  return making;
}

/** What answers on the sample, or live. */
export function clientOf(on) {
  if (on === "sample") return (sample ??= keptUnlessFailed(makeSample(), () => (sample = undefined)));
  return (client ??= keptUnlessFailed(makeClient(), () => (client = undefined)));
}
