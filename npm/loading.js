// Loads the WebAssembly module of an entry when it is first needed.

import { PosternError } from "./error.js";

/**
 * Gives the function that loads a module, once; after a failure the next call tries again.
 *
 * @param initialise what wasm-bindgen made for it
 * @param place gives where it is, unless the caller says
 */
export function loader(initialise, place) {
  let loading = null;
  const load = async (input) => {
    await initialise({ module_or_path: await source(input ?? place()) });
  };
  return (input) => {
    loading ??= load(input).catch((cause) => {
      loading = null;
      throw new PosternError("NETWORK_ERROR", `expected the package's WebAssembly module, and it could not be loaded: ${cause}`, { cause });
    });
    return loading;
  };
}

/** What to initialise with. Node's `fetch` reads no files, so there they are read first. */
async function source(input) {
  const url = typeof input === "string" ? parsed(input) : input;
  if (!(url instanceof URL) || url.protocol !== "file:" || !globalThis.process?.versions?.node) return input;
  const { readFile } = await builtin("node:fs/promises");
  return readFile(url);
}

function parsed(text) {
  return URL.canParse(text) ? new URL(text) : text;
}

/** A module of Node's own, asked for in a way that no bundler for web pages follows. */
function builtin(name) {
  return process.getBuiltinModule?.(name) ?? import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}
