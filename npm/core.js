// The package's main entry: calls of a service. It loads its WebAssembly module when it is first needed; everything
// else, from checking arguments to retries, is in there (src/browser/client).

import initialise, { Client } from "#module";
import { loader, Pages, PosternError, within } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place, 'import "@postern/client/inline", which has it inside');

// No private fields: what frameworks put before an object to watch it has none.
const SETTINGS = Symbol("settings");
const CLIENT = Symbol("client");

export class Postern {
  constructor(settings) {
    this[SETTINGS] = settings;
  }

  byUser(platform, username, options) {
    return new Pages((page) => call(this, "byUser", platform, username, page), options);
  }

  byHashtag(platform, hashtag, options) {
    return new Pages((page) => call(this, "byHashtag", platform, hashtag, page), options);
  }

  search(options) {
    return new Pages((page) => call(this, "search", page), options);
  }

  account(options) {
    return call(this, "account", options);
  }

  health(options) {
    return call(this, "health", options);
  }
}

let isLoaded = false;

async function call(posts, method, ...args) {
  if (!isLoaded) {
    const [{ signal, timeout } = {}, usual] = [args.at(-1) ?? undefined, posts[SETTINGS]];
    await within(init(), { signal, timeout: timeout ?? usual?.timeout });
    isLoaded = true;
  }
  posts[CLIENT] ??= new Client(posts[SETTINGS]);
  return posts[CLIENT][method](...args);
}
