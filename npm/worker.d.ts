/**
 * The entries `offline` and `import` in web workers, so that a page stays responsive while posts are read and searched. The calls
 * and their types are those of the two entries.
 *
 * A worker starts when it is first needed. `PostSet` and `readFiles` have one each. If it ends in a call, whatever the reason, the call
 * fails with `WORKER_ENDED`, and the next one starts a new worker. Sets of posts go with their worker.
 *
 * @packageDocumentation
 */

export { PosternError } from "../core/index.js";
export { formats, readFiles } from "../import/index.js";
export type { FileReport, Format, MappedField, NamedFile, Progress, ReadOptions, ReadResult } from "../import/index.js";
export { PostSet } from "../offline/index.js";
export type { Refused } from "../offline/index.js";

/** Where the script of a worker is: its address, or a function that starts it. */
export type WorkerSource = string | URL | (() => Worker);

/**
 * Says where the scripts of the workers are, for builds that do not find them: `dist/worker/offline.js` and `dist/worker/import.js` of
 * the package, each with the folder of its WebAssembly module beside `worker`. Workers that run already stay.
 *
 * @example
 * configure({ offline: "/postern/worker/offline.js", import: "/postern/worker/import.js" });
 */
export function configure(scripts: { offline?: WorkerSource | undefined; import?: WorkerSource | undefined }): void;

/**
 * Ends the workers, and gives their memory back. Calls under way fail with `WORKER_ENDED`, and so do later ones of the sets of posts
 * that were in it.
 */
export function terminate(): void;

/**
 * Gives buffers away with an argument instead of copying them, as `postMessage` does. Blobs and Files need none of this: they are never
 * copied.
 *
 * @example
 * const set = await PostSet.from(transfer(bytes, [bytes.buffer]));
 */
export function transfer<T extends object>(value: T, transferables: Transferable[]): T;
