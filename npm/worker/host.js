// A page's side of a worker: starts it when it is first needed, and ends the calls under way with it.

import { wrap } from "comlink";
import { open } from "./border.js";
import { PosternError } from "../shared.js";

open();

export class Host {
  #name;
  #start;
  #running = null;

  /**
   * @param name of the entry that runs in the worker
   * @param start makes the worker
   */
  constructor(name, start) {
    this.#name = name;
    this.#start = start;
  }

  /** Makes the worker from here on in another way: from the address of its script, or by a function. */
  configure(script) {
    this.#start = typeof script === "function" ? script : () => new Worker(script, { type: "module" });
  }

  /** The worker; a new one if there is none, or none any more. */
  get running() {
    if (this.#running === null || this.#running.isOver) this.#running = new Running(this.#name, this.#start);
    return this.#running;
  }

  terminate() {
    this.#running?.end(new PosternError("WORKER_ENDED", "expected an answer of the worker, and it was terminated"));
    this.#running = null;
  }
}

/** One worker, from its start to its end. */
class Running {
  isOver = false;
  #worker;
  #remote;
  #calls = new Set();
  /** Fulfilled when the worker is there. */
  #ready;
  #watching = new AbortController();

  constructor(name, start) {
    this.#ready = this.#begin(name, start);
    this.#ready.catch((error) => this.end(error));
  }

  /**
   * Calls the worker.
   *
   * @param work gets what the worker exposes
   * @param {AbortSignal} [signal] ends the call at once, whatever the worker does
   */
  call(work, signal) {
    return new Promise((resolve, reject) => {
      const abort = () => reject(new PosternError("ABORTED", "expected an answer, and the caller aborted the call", { cause: signal.reason }));
      if (signal?.aborted) return abort();
      if (this.isOver) return reject(gone());
      this.#calls.add(reject);
      signal?.addEventListener("abort", abort);
      const over = () => {
        this.#calls.delete(reject);
        signal?.removeEventListener("abort", abort);
      };
      this.#ready.then(() => work(this.#remote)).then(resolve, (error) => reject(this.#judged(error))).finally(over);
    });
  }

  end(error) {
    if (this.isOver) return;
    this.isOver = true;
    this.#watching.abort();
    this.#worker?.terminate();
    for (const reject of this.#calls) reject(error);
    this.#calls.clear();
  }

  async #begin(name, start) {
    if (typeof Worker === "undefined") {
      throw new PosternError("NOT_SUPPORTED", `expected a platform with web workers, and this one has none: import "@postern/client/${name}"`);
    }
    try {
      this.#worker = start();
    } catch (cause) {
      throw unstarted(cause);
    }
    const fails = new Promise((_, reject) => {
      this.#worker.addEventListener("error", ({ message }) => reject(unstarted(message ?? "its script did not load")));
    });
    await Promise.race([this.#greeted(), fails]);
    this.#worker.addEventListener("error", (event) => this.end(gone(event.message)));
    this.#worker.addEventListener("messageerror", () => this.end(gone("a message could not be read")));
  }

  /** Waits for the worker's first answer. From then on it holds a lock, which tells when it is gone: no event does. */
  async #greeted() {
    this.#remote = wrap(this.#worker);
    const lock = `@postern/client ${crypto.randomUUID?.() ?? Math.random()}`;
    const isHeld = await this.#remote.hold(lock);
    if (!isHeld) return;
    const over = () => this.end(gone());
    navigator.locks.request(lock, { signal: this.#watching.signal }, over).catch(() => {});
  }

  /** What a call failed with. A fault of WebAssembly leaves nothing that could answer. */
  #judged(error) {
    if (error?.code === "WORKER_ENDED") this.end(error);
    if (error instanceof PosternError) return error;
    const isUnsent = error instanceof DOMException && error.name === "DataCloneError";
    const code = isUnsent ? "INVALID_PARAMETER" : "INTERNAL_ERROR";
    const message = isUnsent ? "expected arguments that can be sent to a worker" : "expected an answer of the worker";
    return new PosternError(code, `${message}, and ${error}`, { cause: error });
  }
}

const unstarted = (cause) => new PosternError("NETWORK_ERROR", `expected the script of the worker, and it could not be started: ${cause}. If a bundler left it behind, serve the package's folder dist, and say where it is by configure`, { cause });
const gone = (why) => new PosternError("WORKER_ENDED", `expected an answer of the worker, and it ended${why ? `: ${why}` : ""}`);
