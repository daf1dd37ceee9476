// What Jest's jsdom lacks of a browser, from Node.

import { TextDecoder as Decoder, TextEncoder as Encoder } from "node:util";

export const TextDecoder = globalThis.TextDecoder ?? Decoder;
export const TextEncoder = globalThis.TextEncoder ?? Encoder;
