// Posts in memory, asked as a service is (src/offline).

import initialise, { Posts } from "#module";
import { Lines } from "./lines.js";
import { loader, Pages, PosternError } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place);

const FREE = { charged: 0, remaining: null };
// No private field: what frameworks put before an object to watch it has none.
const POSTS = Symbol("posts");

export class PostSet {
  static async from(posts) {
    const lines = posts instanceof Lines ? posts : Lines.of(posts);
    const text = await lines.text();
    await init();
    const set = new PostSet();
    set[POSTS] = new Posts(text, lines.isServed);
    return set;
  }

  get size() {
    return this[POSTS].size;
  }

  get refused() {
    return this[POSTS].refused();
  }

  byUser(platform, username, options) {
    return new Pages((page) => answer(this[POSTS], "byUser", platform, username, page), options);
  }

  byHashtag(platform, hashtag, options) {
    return new Pages((page) => answer(this[POSTS], "byHashtag", platform, hashtag, page), options);
  }

  search(options) {
    return new Pages((page) => answer(this[POSTS], "search", page), options);
  }
}

async function answer(posts, method, ...args) {
  const { data } = posts[method](...args);
  const { signal } = args.at(-1) ?? {};
  if (signal?.aborted) throw new PosternError("ABORTED", "expected an answer, and the caller aborted the call", { cause: signal.reason });
  return { ...data, credits: { ...FREE }, requestId: null };
}
