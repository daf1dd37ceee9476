// What encodes and decodes text: the platform's, or Node's own in a page that Jest makes up, which has none.

const { TextDecoder, TextEncoder } = globalThis.TextDecoder ? globalThis : globalThis.process.getBuiltinModule("node:util");

export { TextDecoder, TextEncoder };
