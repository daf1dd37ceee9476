// The worker that reads export files.

import { formats, readFiles } from "../import.js";
import { release } from "./border.js";
import { serve } from "./served.js";

serve({
  formats,
  async readFiles(files, options, signal, report) {
    let told;
    const onProgress = report && ((progress) => (told = report(progress)));
    try {
      return await readFiles(files, { ...options, ...(signal && { signal }), ...(onProgress && { onProgress }) });
    } finally {
      await told; // before the result
      if (signal) release(signal);
    }
  },
});
