// The entries `offline` and `import` in web workers, so that a page stays responsive: the same calls, answered elsewhere. There is a
// worker for each, as a file that needs too much memory must not take the posts with it.

import { proxy, releaseProxy, transfer as moving } from "comlink";
import { Host } from "./worker/host.js";
import { listed } from "./files.js";
import { isSignal } from "./kinds.js";
import { Lines } from "./lines.js";
import { Counts, Lazy, Pages, Posts, PosternError } from "./shared.js";

export { PosternError };

// Bundlers look for workers that are written like this.
const posts = new Host("offline", () => new Worker(new URL("./offline.js", import.meta.url), { type: "module" }));
const files = new Host("import", () => new Worker(new URL("./import.js", import.meta.url), { type: "module" }));

export function configure(scripts) {
  const { offline, import: reading } = scripts;
  if (offline !== undefined) posts.configure(offline);
  if (reading !== undefined) files.configure(reading);
}

export function terminate() {
  posts.terminate();
  files.terminate();
}

const TRANSFERS = new WeakMap();

export function transfer(value, transferables) {
  TRANSFERS.set(value, transferables);
  return value;
}

/** An argument as Comlink sends it: without copying what its caller gave away. */
const sent = (value, given) => (TRANSFERS.has(given) ? moving(value, TRANSFERS.get(given)) : value);

export async function readFiles(given, options) {
  const { others, signal, onProgress } = split(options);
  const list = sent(listed(given), given);
  const stop = stopping(signal);
  try {
    return await files.running.call((worker) => worker.readFiles(list, others, stop.signal, reporting(onProgress, stop)), stop.signal);
  } catch (error) {
    throw stop.thrown ? stop.thrown.error : error;
  } finally {
    stop.forget();
  }
}

export async function readPostSet(given, options) {
  const { others, signal, onProgress } = split(options);
  const list = sent(listed(given), given);
  const stop = stopping(signal);
  const { port1, port2 } = new MessageChannel();
  let set;
  try {
    set = await made((worker) => worker.from("", false), stop.signal);
    const { running, remote } = set[ANSWERS];
    // From worker to worker: the page sees none of the posts.
    const received = running.call(() => remote.receive(moving(port1, [port1])));
    received.catch((error) => stop.because(error));
    const said = await files.running.call((worker) => worker.readInto(moving(port2, [port2]), list, others, stop.signal, reporting(onProgress, stop)), stop.signal);
    Object.assign(set[ANSWERS], await received);
    return { set, ...said };
  } catch (error) {
    set?.[ANSWERS].remote[releaseProxy]();
    throw stop.thrown ? stop.thrown.error : error;
  } finally {
    stop.forget();
  }
}

export async function formats() {
  return files.running.call((worker) => worker.formats());
}

// No private fields: what frameworks put before an object to watch it has none.
const ANSWERS = Symbol("answers");

export class PostSet {
  static async from(given) {
    const { source, isServed } = Lines.of(given);
    const parcel = source === given ? sent(source, given) : source;
    return made((worker) => worker.from(parcel, isServed));
  }

  static async fromBytes(bytes) {
    return made((worker) => worker.fromBytes(sent(bytes, bytes)));
  }

  async toBytes() {
    const { running, remote } = this[ANSWERS];
    return running.call(() => remote.toBytes());
  }

  get size() {
    return this[ANSWERS].size;
  }

  get refused() {
    return this[ANSWERS].refused;
  }

  byUser(platform, username, options) {
    return pages(this, "byUser", [platform, username], options);
  }

  byHashtag(platform, hashtag, options) {
    return pages(this, "byHashtag", [platform, hashtag], options);
  }

  search(options) {
    return pages(this, "search", [], options);
  }

  post(id, options) {
    return new Lazy(() => ask(this, "post", [id], options));
  }

  posts(ids, options) {
    return new Posts(() => ask(this, "posts", [ids], options), (mark) => ask(this, "posts", [ids], options, mark));
  }

  counts(options) {
    return new Counts((given) => ask(this, "counts", [], given), options);
  }

  async export(options) {
    const { running, remote } = this[ANSWERS];
    const { others, signal } = split(options);
    return running.call(() => remote.export(others, signal), signal);
  }

  async prepare(options) {
    const { running, remote } = this[ANSWERS];
    const { others, signal } = split(options);
    return running.call(() => remote.prepare(others, signal), signal);
  }

  async apply(changes) {
    const { running, remote } = this[ANSWERS];
    Object.assign(this[ANSWERS], await running.call(() => remote.apply(changes)));
  }
}

const pages = (set, method, names, options) => new Pages((page) => ask(set, method, names, page), (page, mark) => ask(set, method, names, page, mark), options);

async function made(work, signal) {
  const { running } = posts;
  const set = new PostSet();
  set[ANSWERS] = await running.call(async (worker) => {
    const remote = await work(worker);
    return { running, remote, ...(await remote.state()) };
  }, signal);
  return set;
}

/** Asks a set; with `mark`, for a CSV file. */
function ask(set, method, names, options, mark) {
  const { running, remote } = set[ANSWERS];
  const { others, signal } = split(options);
  return running.call(() => remote.ask(method, names, others, mark), signal);
}

/** What of a call's options crosses the border by itself, and what needs help. What is wrong with others is said there. */
function split(options) {
  if (typeof options !== "object" || options === null) return { others: options };
  const { signal, onProgress, ...others } = options;
  if (signal != null && !isSignal(signal)) return { others: { ...others, signal } };
  return { others, signal: signal ?? undefined, onProgress: onProgress ?? undefined };
}

/** What ends a call: the caller's signal, or what the caller's function throws. */
function stopping(signal) {
  const controller = new AbortController();
  const follow = () => controller.abort(signal.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener("abort", follow);
  return {
    signal: controller.signal,
    thrown: null,
    because(error) {
      this.thrown ??= { error };
      controller.abort(error);
    },
    forget: () => signal?.removeEventListener("abort", follow),
  };
}

/** A page's function, for the worker to call. What it throws ends the call that it belongs to. */
function reporting(onProgress, stop) {
  if (typeof onProgress !== "function") return undefined;
  return proxy((progress) => {
    if (stop.signal.aborted) return;
    try {
      onProgress(progress);
    } catch (error) {
      stop.because(error);
    }
  });
}
