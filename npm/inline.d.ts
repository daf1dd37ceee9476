/**
 * The main entry with its WebAssembly module inside: no file stands beside it, and nothing is loaded.
 *
 * For servers, test runners and bundlers that leave the module behind. It is a third larger than the main entry.
 *
 * @packageDocumentation
 */

export * from "../core/index.js";
