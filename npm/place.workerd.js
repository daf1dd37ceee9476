// Where an entry's WebAssembly module is in a Cloudflare Worker: part of the Worker.

import module from "#wasm";

export const place = () => module;
