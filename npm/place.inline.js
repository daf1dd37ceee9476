// Where an entry's WebAssembly module is where no file may stand beside the script: in it, as text.

import text from "#wasm";

export const place = () => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
