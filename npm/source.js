// Where the WebAssembly module comes from, unless the caller says.

/** What to initialise with. Node's `fetch` reads no files, so there they are read first. */
export async function source(input = new URL("core_bg.wasm", import.meta.url)) {
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
