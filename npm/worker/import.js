// The worker that reads export files.

import { releaseProxy, wrap } from "comlink";
import { formats, readFiles } from "../import.js";
import { readTo } from "../import/reading.js";
import { release } from "./border.js";
import { joined, serve } from "./served.js";

serve({
  formats,
  async readFiles(files, options, signal, report) {
    try {
      return await telling(report, (onProgress) => readFiles(files, joined(options, { signal, onProgress })));
    } finally {
      release(signal);
    }
  },
  /** Reads files to a set of posts in another worker, which is behind a port. */
  async readInto(port, files, options, signal, report) {
    const set = wrap(port);
    const isLeft = new Promise((resolve) => signal.addEventListener("abort", resolve));
    try {
      const { taken: _, ...said } = await telling(report, (onProgress) => readTo(handing(set, isLeft), files, joined(options, { signal, onProgress })));
      return said;
    } finally {
      // Nobody waits for a set whose worker is gone: the page aborts the call then.
      await Promise.race([set.end().catch(() => {}), isLeft]);
      set[releaseProxy]();
      release(signal);
    }
  },
});

/** Reads, and awaits that the page was told of the progress before it gets the result. */
async function telling(report, read) {
  let told;
  try {
    return await read(report && ((progress) => (told = report(progress))));
  } finally {
    await told;
  }
}

/** What takes posts out of the module, and hands them to a set. */
const handing = (set, isLeft) => async (reading, step) => {
  for (let lines = reading.documents(); lines !== undefined; lines = reading.documents()) {
    await Promise.race([set.add(lines), isLeft]);
    await step();
  }
};
