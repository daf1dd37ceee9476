// Posts in memory, asked as a service is (src/offline).

import initialise, { Posts } from "#module";
import { isBlob, isBytes } from "./kinds.js";
import { KEEP_OUTSIDE, loader, Pages, PosternError } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place, KEEP_OUTSIDE);

const FREE = { charged: 0, remaining: null };
// No private field: what frameworks put before an object to watch it has none.
const POSTS = Symbol("posts");

export class PostSet {
  static async from(posts) {
    const [lines, served] = await read(posts);
    await init();
    const set = new PostSet();
    set[POSTS] = new Posts(lines, served);
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

/** The lines of what was given, and whether they are posts as a service serves them. */
async function read(posts) {
  try {
    if (typeof posts === "string") return [posts, false];
    if (isBlob(posts)) return [await posts.text(), false];
    if (isBytes(posts)) return [new TextDecoder().decode(posts), false];
    if (typeof posts?.[Symbol.iterator] === "function") return [Array.from(posts, line).join("\n"), true];
  } catch (cause) {
    throw refused("posts that can be read, and reading them failed", cause);
  }
  throw refused(`an array of posts, or NDJSON as a string, a Blob or bytes, and ${posts === null ? "null" : typeof posts} came`);
}

function refused(expected, cause) {
  const message = `expected ${expected}`;
  return new PosternError("INVALID_PARAMETER", `posts: ${message}`, { details: [{ parameter: "posts", option: "posts", code: "INVALID_VALUE", message }], cause });
}

/** A post as a line. What can't be written is no post, and is refused as one that is `null`. */
function line(post) {
  try {
    return JSON.stringify(post) ?? "null";
  } catch {
    return "null";
  }
}
