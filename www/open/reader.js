// The page's side of the worker that reads files.

/** A worker that reads once, and then answers for as long as it is kept. */
export class Reader {
  #worker = new Worker("/open/worker.js", { type: "module" });
  #waiting = new Map();
  #progress = () => {};
  #last = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }) => this.#heard(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail({ code: "FAILED", message: event.message || "the part of this page that reads files could not be loaded", details: [] });
    });
  }

  #heard({ id, value, error, progress }) {
    if (progress) return this.#progress(progress);
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    return error ? reject(error) : resolve(value);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #ask(message) {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...message });
    });
  }

  /** Reads files; `progress` hears which one is being read. */
  read(files, options, progress) {
    this.#progress = progress;
    return this.#ask({ task: "read", files, options });
  }

  query = (values) => this.#ask({ task: "query", values });

  save = (format) => this.#ask({ task: "save", format });

  /** Ends it, in the middle of whatever it does. */
  stop() {
    this.#worker.terminate();
    this.#fail({ code: "ABORTED", message: "stopped", details: [] });
  }
}
