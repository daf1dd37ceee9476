// Promises of answers that are asked for only when somebody waits for them.

import { PosternError } from "./error.js";
import { fault, kind, only } from "./options.js";

/** A promise whose call is made when it is first awaited: who walks instead, or wants a file, pays for no answer in vain. */
export class Lazy extends Promise {
  #ask;
  #answer = null;

  constructor(ask) {
    super(() => {});
    this.#ask = ask;
  }

  /** What `finally` makes is a promise like any other. */
  static get [Symbol.species]() {
    return Promise;
  }

  then(fulfilled, rejected) {
    this.#answer ??= this.#ask();
    return this.#answer.then(fulfilled, rejected);
  }
}

/** Posts that come as a file, too. */
export class Posts extends Lazy {
  #file;

  /**
   * @param ask makes the call
   * @param file makes it for a CSV file, with a byte order mark or without one
   */
  constructor(ask, file) {
    super(ask);
    this.#file = file;
  }

  async csv(options) {
    const mark = only("mark", options) ?? false;
    if (typeof mark !== "boolean") throw fault("mark", "INVALID_VALUE", `expected true or false, and ${kind(mark)} came`);
    return this.#file(mark);
  }
}

/**
 * The answers of a walk, one after the other.
 *
 * @param ask gives the answer from a place on
 * @param from the place of the first
 * @param after the place after an answer; `null` after the last
 */
export async function* walk(ask, from, after) {
  const seen = new Set([from]);
  for (let at = from; at !== null; seen.add(at)) {
    const answer = await ask(at);
    yield answer;
    at = after(answer);
    if (seen.has(at)) throw goesRound(answer);
  }
}

/** The error of an answer whose cursor leads to where the walk has been. */
export function goesRound({ requestId }) {
  const message = "expected a cursor that leads on, and it leads back: the rest can't be read";
  return new PosternError("DECODE_ERROR", message, { status: 200, requestId });
}
