/**
 * The entries `offline` and `import` in web workers, so that a page stays responsive while posts are read and searched. The calls
 * and their types are those of the two entries.
 *
 * A worker starts when it is first needed. `PostSet` and `readFiles` have one each. If it ends in a call, whatever the reason, the call
 * fails with `WORKER_ENDED`, and the next one starts a new worker. Sets of posts go with their worker.
 *
 * @packageDocumentation
 */

import type { FileReport, NamedFile, ReadOptions } from "../import/index.js";
import type { PostSet } from "../offline/index.js";
export { PosternError } from "../core/index.js";
export { formats, readFiles } from "../import/index.js";
export type { FileReport, Format, MappedField, NamedFile, Progress, ReadOptions, ReadResult } from "../import/index.js";
export { PostSet } from "../offline/index.js";
export type { ExportedFile, ExportOptions, Refused } from "../offline/index.js";

/** What came of files that were read to a set of posts. */
export interface ReadPostSet {
  /** The posts, as `PostSet.from` makes them of those that `readFiles` gives. */
  set: PostSet;
  /** What came of each file, as `readFiles` says it. */
  files: FileReport[];
  /** What to know beside, for people. */
  warnings: string[];
}

/**
 * Reads export files to a set of posts, as `readFiles` and `PostSet.from` do one after the other. But the posts go from worker to worker:
 * the page, which would have to hold all of them, gets only what it asks the set for.
 *
 * @example
 * const { set, files } = await readPostSet(input.files, { onProgress: ({ file }) => console.log(file) });
 * const { posts } = await set.search({ keyword: "reef", limit: 20 });
 * const { blob, name } = await set.export({ format: "csv", spreadsheet: true });
 * @throws {PosternError} as `readFiles`, and with `WORKER_ENDED` if one of the two workers ends
 */
export function readPostSet(files: Iterable<File | Blob | NamedFile>, options?: ReadOptions | null): Promise<ReadPostSet>;

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
