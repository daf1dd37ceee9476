// Reads files and answers queries beside the page, so that the page stays alive. It keeps the posts; the page gets what
// it shows.

import { PostSet } from "/package/offline/index.js";
import { readFiles } from "/package/import/index.js";
import { ask } from "../posts/endpoints.js";
import { csv } from "./csv.js";
import { ndjson } from "./ndjson.js";

let posts = [];
let set;
/** How many counts were asked for. */
let counts = 0;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** The posts that meet conditions, in the order of the files; undefined if `isOver` says so in between. */
async function meeting(conditions, isOver = () => false) {
  if (Object.keys(conditions).length === 0) return posts;
  const ids = new Set();
  for await (const page of ask(set, { endpoint: "search", values: { ...conditions, limit: "100" } }).pages()) {
    for (const { id } of page.posts) ids.add(id);
    await turn();
    if (isOver()) return undefined;
  }
  return posts.filter(({ id }) => ids.has(id));
}

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
  async count({ conditions }) {
    const mine = (counts += 1);
    return (await meeting(conditions, () => mine !== counts))?.length;
  },
  /** Posts as a file, in one of two formats. */
  async save({ format, conditions }) {
    const wanted = await meeting(conditions);
    return format === "csv" ? new Blob(csv(wanted), { type: "text/csv" }) : new Blob(ndjson(wanted), { type: "application/x-ndjson" });
  },
};

addEventListener("message", async ({ data: { id, task, ...given } }) => {
  try {
    postMessage({ id, value: await TASKS[task](given) });
  } catch (error) {
    postMessage({ id, error: plain(error) });
  }
});
