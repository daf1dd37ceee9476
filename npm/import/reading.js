// Reads export files to posts, one call after the other. The module gets the bytes that it asks for, so that the pictures and videos of
// an export stay where they are.

import initialise, { Import, restart } from "#module";
import { listed } from "../files.js";
import { isBlob } from "../kinds.js";
import { loader, PosternError } from "../shared.js";
import { place } from "../place.js";
import { turn } from "../turn.js";

export const init = loader(initialise, place);

/** For how many milliseconds files are read before something else gets a turn. */
const TURN = 30;

let last = Promise.resolve();

/**
 * Reads files. One call after another, as each has the module for itself.
 *
 * @param {(reading: Import, step: () => Promise<void>) => Promise<T>} take takes the posts out of the module, some megabytes at a time, and calls `step` in between
 * @returns {Promise<{ taken: T, files: object[], warnings: string[] }>}
 */
export function readTo(take, files, options) {
  const run = last.then(() => read(take, files, options));
  last = run.catch(() => {});
  return run;
}

/** Reads files. One that breaks the module, of which nothing is left then, is left out, and all others are read anew. */
async function read(take, given, options) {
  await init();
  let files = null;
  for (const broken = new Set(); ; ) {
    let at = -1;
    const reading = new Import(options);
    try {
      files ??= listed(given);
      return await once(take, reading, files, options, broken, (number) => (at = number));
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      if (at < 0 || broken.has(at)) throw new PosternError("INTERNAL_ERROR", "expected to read the files, and that broke off: they need more memory than there is", { cause });
      broken.add(at);
    } finally {
      // What was needed for large files is given back, and nothing is left of what went wrong.
      reading.__destroy_into_raw();
      await restart();
    }
  }
}

async function once(take, reading, files, options, broken, at) {
  const step = steps(options);
  for (const [number, file] of files.entries()) {
    await step("open", file.name, number, files.length);
    at(number);
    reading.add(file.name, file.data.size ?? file.data.length, file.lastModified);
    if (broken.has(number)) reading.fail(number, "it needs more memory than there is, or meets a fault of this package");
    else await load(reading, number, file.data);
    reading.look(number);
  }
  at(-1);
  const count = reading.begin();
  for (let index = 0; index < count; index++) {
    await step("read", reading.name(), index, count);
    at(reading.number());
    reading.take();
  }
  await step();
  at(-1);
  const { files: said, warnings } = reading.finish();
  return { taken: await take(reading, step), files: said, warnings };
}

/** What goes between two files: ends where that is asked for, tells how far it is, and lets the page do its work. */
function steps(options) {
  const { signal, onProgress } = options ?? {};
  let start = Date.now();
  return async (step, file, index, of) => {
    if (step) onProgress?.({ step, file, index, of });
    if (Date.now() - start > TURN) {
      await turn();
      start = Date.now();
    }
    if (signal?.aborted) throw new PosternError("ABORTED", "expected to read all files, and the caller aborted the call", { cause: signal.reason });
  };
}

/** Gives the bytes of a file that are needed. One that can't be read does not keep the others from it. */
async function load(reading, number, data) {
  try {
    for (let needed = reading.need(number); needed.length > 0; needed = reading.need(number)) {
      for (let at = 0; at < needed.length; at += 2) {
        const [from, to] = needed.slice(at, at + 2);
        reading.give(number, from, isBlob(data) ? new Uint8Array(await data.slice(from, to).arrayBuffer()) : data.subarray(from, to));
      }
    }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    reading.fail(number, String(error?.message ?? error));
  }
}
