// Export files, read to posts where they are (src/browser/import).

import { formats as known } from "#module";
import { init, readTo } from "./import/reading.js";
import { PosternError } from "./shared.js";

export { init, PosternError };

export async function readFiles(files, options) {
  const { taken: posts, ...others } = await readTo(parsed, files, options);
  return { posts, ...others };
}

export async function formats() {
  await init();
  return known();
}

/** The posts, some megabytes of them at a time: all of them at once may be more than a string can be. */
async function parsed(reading) {
  let posts = [];
  for (let text = reading.posts(); text !== undefined; text = reading.posts()) posts = posts.length > 0 ? posts.concat(JSON.parse(text)) : JSON.parse(text);
  return posts;
}
