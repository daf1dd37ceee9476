// The package's main entry: calls of a service. It loads its WebAssembly module when it is first needed; everything
// else, from checking arguments to retries, is in there (src/browser/client).

import initialise, { Postern as Client } from "#module";
import { loader, Pages, PosternError } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place);

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
