// Posts in memory, asked as a service is (src/offline).

import initialise, { Posts } from "#module";
import { Counts, Lazy, loader, Pages, Posts as SomePosts, PosternError } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place);

const FREE = { charged: 0, remaining: null };
// No private field: what frameworks put before an object to watch it has none.
const POSTS = Symbol("posts");

export class PostSet {
  static async from(posts) {
    const [lines, served] = await read(posts);
    await init();
    return made(new Posts(lines, served));
  }

  static async fromBytes(bytes) {
    const given = await readBytes(bytes);
    await init();
    return made(Posts.fromBytes(given));
  }

  async toBytes() {
    return this[POSTS].toBytes();
  }

  get size() {
    return this[POSTS].size;
  }

  get refused() {
    return this[POSTS].refused();
  }

  byUser(platform, username, options) {
    return pages(this[POSTS], "byUser", [platform, username], options);
  }

  byHashtag(platform, hashtag, options) {
    return pages(this[POSTS], "byHashtag", [platform, hashtag], options);
  }

  search(options) {
    return pages(this[POSTS], "search", [], options);
  }

  post(id, options) {
    return new Lazy(() => answer(this[POSTS], "post", [id], options));
  }

  posts(ids, options) {
    return new SomePosts(() => answer(this[POSTS], "posts", [ids], options), (mark) => csv(this[POSTS], "posts", [ids], options, mark));
  }

  counts(options) {
    return new Counts((given) => answer(this[POSTS], "counts", [], given), options);
  }
}

function made(posts) {
  const set = new PostSet();
  set[POSTS] = posts;
  return set;
}

function pages(posts, method, names, options) {
  return new Pages((page) => answer(posts, method, names, page), (page, mark) => csv(posts, method, names, page, mark), options);
}

async function answer(posts, method, names, options) {
  return finished(posts.call(method, names, options), options);
}

async function csv(posts, method, names, options, mark) {
  const { text, ...file } = posts.call(method, names, options, mark);
  return finished({ blob: new Blob([text], { type: "text/csv; charset=utf-8" }), ...file }, options);
}

/** An answer with what one of a service has besides, unless the call was aborted. */
function finished(answer, options) {
  const { signal } = options ?? {};
  if (signal?.aborted) throw new PosternError("ABORTED", "expected an answer, and the caller aborted the call", { cause: signal.reason });
  return { ...answer, credits: { ...FREE }, requestId: null };
}

/** The lines of what was given, and whether they are posts as a service serves them. */
async function read(posts) {
  try {
    if (typeof posts === "string") return [posts, false];
    if (posts instanceof Blob) return [await posts.text(), false];
    if (posts instanceof ArrayBuffer || ArrayBuffer.isView(posts)) return [new TextDecoder().decode(posts), false];
    if (typeof posts?.[Symbol.iterator] === "function") return [Array.from(posts, line).join("\n"), true];
  } catch (cause) {
    throw refused("posts", "posts that can be read, and reading them failed", cause);
  }
  throw refused("posts", `an array of posts, or NDJSON as a string, a Blob or bytes, and ${posts === null ? "null" : typeof posts} came`);
}

/** The bytes that a set is read from. */
async function readBytes(bytes) {
  try {
    if (bytes instanceof Blob) return new Uint8Array(await bytes.arrayBuffer());
    if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
    if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (cause) {
    throw refused("bytes", "bytes that can be read, and reading them failed", cause);
  }
  throw refused("bytes", `the bytes of a set of posts, or a Blob of them, and ${bytes === null ? "null" : typeof bytes} came`);
}

function refused(parameter, expected, cause) {
  const message = `expected ${expected}`;
  return new PosternError("INVALID_PARAMETER", `${parameter}: ${message}`, { details: [{ parameter, option: parameter, code: "INVALID_VALUE", message }], cause });
}

/** A post as a line. What can't be written is no post, and is refused as one that is `null`. */
function line(post) {
  try {
    return JSON.stringify(post) ?? "null";
  } catch {
    return "null";
  }
}
