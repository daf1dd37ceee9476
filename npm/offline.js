// Posts in memory, asked as a service is (src/offline).

import initialise, { Posts } from "#module";
import { isBlob, isBytes, isSignal } from "./kinds.js";
import { documentOf, Lines, refused } from "./lines.js";
import { Counts, fault, kind, Lazy, loader, only, Pages, Posts as SomePosts, PosternError } from "./shared.js";
import { place } from "./place.js";
import { turn } from "./turn.js";

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
    return made(new Posts(text, lines.isServed));
  }

  static async fromBytes(bytes) {
    const given = await readBytes(bytes);
    await init();
    return made(Posts.fromBytes(given));
  }

  async toBytes() {
    return this[POSTS].toBytes();
  }

  async apply(changes) {
    // A replica has lines already.
    const isStored = typeof changes?.lines === "string";
    const { lines, removed } = isStored ? changes : linesOf(changes);
    this[POSTS].apply(lines, removed, isStored);
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

  async export(options) {
    return exported(this[POSTS], options);
  }

  async prepare(options) {
    await prepared(this[POSTS], options);
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

/** How many posts are prepared at once: for less than a millisecond or two. */
const AT_ONCE = 50;
/** For how many milliseconds, before something else gets a turn. */
const TURN = 8;

/** Computes what searches compare before one needs it. */
async function prepared(posts, options) {
  const signal = only("signal", options);
  if (signal !== undefined && !isSignal(signal)) throw fault("signal", "INVALID_VALUE", `expected an AbortSignal, and ${kind(signal)} came`);
  unlessAborted({ signal });
  for (let hasMore = true; hasMore; unlessAborted({ signal })) {
    for (const end = Date.now() + TURN; hasMore && Date.now() < end; ) hasMore = posts.prepare(AT_ONCE);
    await turn();
  }
}

/** A file of posts. It is written in parts, between which something else gets a turn. */
async function exported(posts, options) {
  const parts = [];
  let count = 0;
  for (let after; ; await turn()) {
    const part = posts.export(options, after);
    unlessAborted(options);
    parts.push(new Blob([part.text]));
    count += part.posts;
    after = part.next;
    if (after === null) return { blob: new Blob(parts, { type: part.contentType }), name: part.name, posts: count };
  }
}

/** An answer with what one of a service has besides, unless the call was aborted. */
function finished(answer, options) {
  unlessAborted(options);
  return { ...answer, credits: { ...FREE }, requestId: null };
}

function unlessAborted(options) {
  const { signal } = options ?? {};
  if (signal?.aborted) throw new PosternError("ABORTED", "expected an answer, and the caller aborted the call", { cause: signal.reason });
}

/** What changes come to: of each post the last one. */
function linesOf(changes) {
  const [lines, removed] = [new Map(), new Set()];
  if (!Array.isArray(changes)) throw refused("changes", `an array of changes, and ${changes === null ? "null" : typeof changes} came`);
  for (const change of changes) {
    const id = change?.type === "post" ? change.post?.id : change?.id;
    if (typeof id !== "string") throw refused("changes", "changes as a service gives them, each with a post or an id");
    lines.delete(id);
    removed.add(id);
    if (change.type === "post") lines.set(id, documentOf(change.post));
  }
  return { lines: [...lines.values()].join("\n"), removed: [...removed] };
}

/** The bytes that a set is read from. */
async function readBytes(bytes) {
  try {
    if (isBlob(bytes)) return new Uint8Array(await bytes.arrayBuffer());
    if (isBytes(bytes)) return ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
  } catch (cause) {
    throw refused("bytes", "bytes that can be read, and reading them failed", cause);
  }
  throw refused("bytes", `the bytes of a set of posts, or a Blob of them, and ${bytes === null ? "null" : typeof bytes} came`);
}
