// Reads files and answers queries beside the page, so that the page stays alive. It keeps the posts; the page gets what
// it shows.

import { PostSet } from "/package/offline/index.js";
import { readFiles } from "/package/import/index.js";
import { ask } from "../posts/endpoints.js";
import { csv } from "./csv.js";
import { ndjson } from "./ndjson.js";

let posts = [];
let set;

/** Errors don't cross to the page with what they carry, so it is taken out of them. */
function plain({ name, message, code = "FAILED", details = [] }) {
  return { name, message, code, details, status: null, requestId: null };
}

const TASKS = {
  /** Reads files; gives what was in them, without the posts. */
  async read({ files, options }) {
    const report = await readFiles(files, { ...options, onProgress: (progress) => postMessage({ progress }) });
    posts = report.posts;
    set = await PostSet.from(posts);
    return { files: report.files, warnings: report.warnings, posts: posts.length };
  },
  /** A page of posts. */
  query: ({ values }) => ask(set, { endpoint: "search", values }),
  /** All posts as a file, in one of two formats. */
  save: ({ format }) => (format === "csv" ? new Blob(csv(posts), { type: "text/csv" }) : new Blob(ndjson(posts), { type: "application/x-ndjson" })),
};

addEventListener("message", async ({ data: { id, task, ...given } }) => {
  try {
    postMessage({ id, value: await TASKS[task](given) });
  } catch (error) {
    postMessage({ id, error: plain(error) });
  }
});
