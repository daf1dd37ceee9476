// The package's main entry: loads the WebAssembly module when it is first needed, and walks pages. Everything else,
// from checking arguments to retries, is in the module (src/browser).

import initialise, { Postern as Client } from "./core.js";
import { PosternError } from "./error.js";
import { Pages } from "./pages.js";
import { source } from "./source.js";

export { PosternError };

let loading = null;

export function init(input) {
  loading ??= load(input).catch((cause) => {
    loading = null; // so that the next call tries again
    throw new PosternError("NETWORK_ERROR", `expected the package's WebAssembly module, and it could not be loaded: ${cause}`, { cause });
  });
  return loading;
}

async function load(input) {
  await initialise({ module_or_path: await source(input) });
}

export class Postern {
  #settings;
  #client = null;

  constructor(settings) {
    this.#settings = settings;
  }

  byUser(platform, username, options) {
    return new Pages((page) => this.#call("byUser", platform, username, page), options);
  }

  byHashtag(platform, hashtag, options) {
    return new Pages((page) => this.#call("byHashtag", platform, hashtag, page), options);
  }

  search(options) {
    return new Pages((page) => this.#call("search", page), options);
  }

  account(options) {
    return this.#call("account", options);
  }

  health(options) {
    return this.#call("health", options);
  }

  async #call(method, ...args) {
    await init();
    this.#client ??= new Client(this.#settings);
    return this.#client[method](...args);
  }
}
