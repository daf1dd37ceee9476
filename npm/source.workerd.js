// Where the WebAssembly module comes from in a Cloudflare Worker: it is part of the Worker.

import module from "./core_bg.wasm";

export async function source(input = module) {
  return input;
}
