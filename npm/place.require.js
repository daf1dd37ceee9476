// Where an entry's WebAssembly module is for `require`: beside its script.

import { pathToFileURL } from "node:url";

export const place = () => new URL(WASM, pathToFileURL(__filename));
