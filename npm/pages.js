// Pages of posts: the first as a promise, all of them one after the other, and one as a file.

import { goesRound, Posts } from "./lazy.js";
import { fault, given, kind, only, withOptions } from "./options.js";

/** What the service gives where no limit is asked for. */
const USUAL = 50;
const LARGEST = 100;

/** A promise of the first page. Walks ask for each page with the limit that they need. */
export class Pages extends Posts {
  #ask;
  #options;

  /**
   * @param ask makes the call with these options
   * @param file makes it for a CSV file
   */
  constructor(ask, file, options) {
    super(() => ask(options), (mark) => file(options, mark));
    this.#ask = ask;
    this.#options = options;
  }

  async *all(options) {
    let left = most(options);
    for await (const page of this.pages(options)) {
      yield* page.posts.slice(0, left);
      left -= page.posts.length;
    }
  }

  /** The next page of a walk, with no more posts than are left. */
  async #page(cursor, limit, left) {
    const less = shrunk(limit, left);
    try {
      return await this.#ask(withOptions(this.#options ?? {}, { cursor, limit: less }));
    } catch (error) {
      // A browser token may have a smaller limit than the one that was chosen here, and gives as many as it may.
      if (error.code !== "INSUFFICIENT_SCOPE" || less === limit || limit != null) throw error;
      return this.#ask(withOptions(this.#options ?? {}, { cursor, limit }));
    }
  }

  async *pages(options) {
    let left = most(options);
    let { cursor, limit } = given(this.#options);
    const seen = new Set([cursor]);
    while (left > 0) {
      const page = await this.#page(cursor, limit, left);
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

/** The limit of the next page: what was asked for, or the rest if that is less. A limit that is wrong stays so. */
function shrunk(limit, left) {
  const size = Number(limit ?? USUAL);
  return Number.isInteger(size) && size > 0 && size <= LARGEST && left < size ? left : limit;
}

/** How many posts a walk gives at most. */
function most(options) {
  const max = only("max", options);
  if (max === undefined || max === Infinity) return Infinity;
  if (Number.isSafeInteger(max) && max >= 0) return max;
  throw fault("max", "INVALID_VALUE", `expected a whole number from 0, and ${typeof max === "number" ? max : kind(max)} came`);
}
