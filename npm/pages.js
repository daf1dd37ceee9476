// Pages of posts: the first as a promise, all of them one after the other.

import { PosternError } from "./error.js";

/** What the service gives where no limit is asked for. */
const USUAL = 50;
const LARGEST = 100;

/**
 * A promise of the first page that asks for it only when somebody waits for it: who walks the pages instead asks for
 * each with the limit that it needs, and pays for no other.
 */
export class Pages extends Promise {
  #ask;
  #options;
  #first = null;

  constructor(ask, options) {
    super(() => {});
    this.#ask = ask;
    this.#options = options;
  }

  /** What `finally` makes is a promise like any other. */
  static get [Symbol.species]() {
    return Promise;
  }

  then(fulfilled, rejected) {
    this.#first ??= this.#ask(this.#options);
    return this.#first.then(fulfilled, rejected);
  }

  async *all(options) {
    let left = most(options);
    for await (const page of this.pages(options)) {
      yield* page.posts.slice(0, left);
      left -= page.posts.length;
    }
  }

  /** The next page of a walk, with no more posts than are left. */
  async #page(given, cursor, limit, left) {
    const less = shrunk(limit, left);
    try {
      return await this.#ask(next(given, cursor, less));
    } catch (error) {
      // A browser token may have a smaller limit than the one that was chosen here, and gives as many as it may.
      if (error.code !== "INSUFFICIENT_SCOPE" || less === limit || limit != null) throw error;
      return this.#ask(next(given, cursor, limit));
    }
  }

  async *pages(options) {
    let left = most(options);
    const given = this.#options ?? {};
    let { cursor, limit } = isPlain(given) ? read(given) : {};
    const seen = new Set([cursor]);
    while (left > 0) {
      const page = await this.#page(given, cursor, limit, left);
      yield page;
      left -= page.posts.length;
      limit ??= page.page.limit; // a browser token may have a smaller one than is usual
      cursor = page.page.next_cursor;
      if (cursor === null) return;
      if (page.posts.length === 0 || seen.has(cursor)) throw goesRound(page);
      seen.add(cursor);
    }
  }
}

/** The same call, of another page. What is no object of options is handed on, to be refused as such. */
const next = (options, cursor, limit) => (isPlain(options) ? { ...options, cursor, limit } : options);

/** Whether these are options, and not an object of a class, whose entries would be overlooked. */
function isPlain(options) {
  if (typeof options !== "object") return false;
  const prototype = Object.getPrototypeOf(options);
  return (prototype === null || Object.getPrototypeOf(prototype) === null) && read(options) !== null;
}

/** A copy of options; `null` where one of them can't be read. */
function read(options) {
  try {
    return { ...options };
  } catch {
    return null;
  }
}

/** The limit of the next page: what was asked for, or the rest if that is less. A limit that is wrong stays so. */
function shrunk(limit, left) {
  const size = Number(limit ?? USUAL);
  return Number.isInteger(size) && size > 0 && size <= LARGEST && left < size ? left : limit;
}

/** How many posts a walk gives at most. */
function most(options) {
  const fault = (parameter, code, message) => {
    const details = [{ parameter, option: parameter, code, message }];
    return new PosternError("INVALID_PARAMETER", `${parameter}: ${message}`, { details });
  };
  const { max, ...others } = given(options, fault);
  for (const name of Object.keys(others)) throw fault(name, "UNKNOWN_PARAMETER", "expected max");
  if (max === undefined || max === null || max === Infinity) return Infinity;
  if (Number.isSafeInteger(max) && max >= 0) return max;
  throw fault("max", "INVALID_VALUE", `expected a whole number from 0, and ${typeof max === "number" ? max : kind(max)} came`);
}

function given(options, fault) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options)) throw fault("options", "INVALID_VALUE", `expected an object of options, and ${kind(options)} came`);
  const copy = read(options);
  if (copy === null) throw fault("options", "INVALID_VALUE", "expected an object of options, and one came that can't be read");
  return copy;
}

const kind = (value) => (Array.isArray(value) ? "an array" : `something of type ${typeof value}`);

function goesRound({ requestId }) {
  const message = "expected a next_cursor that leads on, and it leads back: the rest of the posts can't be read";
  return new PosternError("DECODE_ERROR", message, { status: 200, requestId });
}
