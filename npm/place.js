// Where an entry's WebAssembly module is: beside its script. Bundlers look for an address that is written like this.

export const place = () => new URL(WASM, import.meta.url);
