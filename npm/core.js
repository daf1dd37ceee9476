// The package's main entry: calls of a service. It loads its WebAssembly module when it is first needed; everything
// else, from checking arguments to retries, is in there (src/browser/client).

import initialise, { Client } from "#module";
import { Changes, Counts, Lazy, loader, Pages, Posts, PosternError, within } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place, "import @postern/client/inline, which has it inside");

// No private fields: what frameworks put before an object to watch it has none.
const SETTINGS = Symbol("settings");
const CLIENT = Symbol("client");

export class Postern {
  constructor(settings) {
    this[SETTINGS] = settings;
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
    return new Lazy(() => call(this, "post", [id], options));
  }

  posts(ids, options) {
    return new Posts(() => call(this, "posts", [ids], options), (mark) => call(this, "posts", [ids], options, mark));
  }

  counts(options) {
    return new Counts((given) => call(this, "counts", [], given), options);
  }

  changes(options) {
    return new Changes((given) => call(this, "changes", [], given), options);
  }

  account(options) {
    return call(this, "account", [], options);
  }

  health(options) {
    return call(this, "health", [], options);
  }
}

function pages(posts, method, names, options) {
  return new Pages((page) => call(posts, method, names, page), (page, mark) => call(posts, method, names, page, mark), options);
}

/** Makes a call; with `mark`, for a CSV file. */
async function call(posts, method, names, options, mark) {
  return (await client(posts, options)).call(method, names, options, mark);
}

let isLoaded = false;

/** The client in the module, once that is loaded. */
async function client(posts, options) {
  if (!isLoaded) {
    const { signal, timeout } = options ?? {};
    await within(init(), { signal, timeout: timeout ?? posts[SETTINGS]?.timeout });
    isLoaded = true;
  }
  posts[CLIENT] ??= new Client(posts[SETTINGS]);
  if (typeof globalThis.fetch !== "function" && posts[SETTINGS].fetch == null) throw withoutFetch();
  return posts[CLIENT];
}

const withoutFetch = () => new PosternError("NETWORK_ERROR", "expected a fetch, and there is none here, as in Jest's jsdom: give one as the setting fetch, or run the tests in jest-fixed-jsdom");
