// Where an entry's WebAssembly module is in Next's edge runtime: part of the bundle, which asks for it like this.

import module from "#wasm?module";

export const place = () => module;
