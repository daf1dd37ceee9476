// Loads the WebAssembly module of an entry when it is first needed.

import { PosternError } from "./error.js";
import { isAddress, isBytes, isKind, isSignal } from "./kinds.js";

/** What to do where the file of an entry is lost that has no other form for it. */
const OUTSIDE = "keep @postern/client out of the bundle, or give the address of the file to init";

/**
 * Gives the function that loads a module, once; after a failure the next call tries again.
 *
 * @param initialise what wasm-bindgen made for it
 * @param place gives where it is, unless the caller says
 * @param otherwise what to do where its file is not there
 */
export function loader(initialise, place, otherwise = OUTSIDE) {
  let loading = null;
  const load = async (input) => {
    await initialise({ module_or_path: input ? await checked(await source(await input)) : await source(place()) });
  };
  return (input) => {
    loading ??= load(input).catch((cause) => {
      loading = null;
      throw new PosternError("NETWORK_ERROR", failure(cause, input ? null : place(), otherwise), { cause });
    });
    return loading;
  };
}

/** Why a module could not be loaded. A file that should stand beside the script is what bundlers and test runners leave behind. */
function failure(cause, from, otherwise) {
  const message = "expected the package's WebAssembly module, and it could not be loaded";
  if (/unsafe-eval|content security policy|\bCSP\b/i.test(cause)) return `${message}: ${cause}. The policy of a page needs 'wasm-unsafe-eval' in script-src`;
  if (!isAddress(from)) return `${message}: ${cause}`;
  return `${message} from ${from}: ${cause}. If this file was left behind by a bundler or a test runner, ${otherwise}`;
}

/** The default of `timeout`. */
const USUAL = 30_000;

/**
 * Waits for a module no longer than a call may take. What is wrong with its options, the module itself says.
 *
 * @param {Promise<void>} loading
 * @param {{ signal?: AbortSignal, timeout?: number }} options
 */
export function within(loading, { signal, timeout }) {
  const stopped = isSignal(signal) ? signal : new AbortController().signal;
  const milliseconds = Number.isInteger(timeout) && timeout > 0 ? Math.min(timeout, 2 ** 31 - 1) : USUAL;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new PosternError("ABORTED", "expected an answer, and the caller aborted the call", { cause: stopped.reason }));
    const late = () => reject(new PosternError("TIMEOUT", `expected the package's WebAssembly module within ${milliseconds} ms, and it did not come`));
    const timer = setTimeout(late, milliseconds);
    const end = (settle) => (value) => {
      clearTimeout(timer);
      stopped.removeEventListener("abort", abort);
      settle(value);
    };
    stopped.addEventListener("abort", abort);
    loading.then(end(resolve), end(reject));
    if (stopped.aborted) end(abort)();
  });
}

/** A module that is not this package's would be kept, and fail each call: it is not let in. */
async function checked(input) {
  const module = isBytes(input) ? await WebAssembly.compile(input) : input;
  if (isKind(module, "WebAssembly.Module") && !WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) {
    throw new TypeError("it is another WebAssembly module");
  }
  return module;
}

/** What to initialise with. Node's `fetch` reads no files, so there they are read first. */
async function source(input) {
  const url = typeof input === "string" ? parsed(input) : input;
  if (!isAddress(url) || url.protocol !== "file:" || !globalThis.process?.versions?.node) return input;
  const { readFile } = await builtin("node:fs/promises");
  return readFile(url);
}

function parsed(text) {
  return URL.canParse(text) ? new URL(text) : text;
}

/** A module of Node's own, asked for in a way that no bundler for web pages follows. */
function builtin(name) {
  return globalThis.process.getBuiltinModule?.(name) ?? import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}
