// What all entries have in common, in a file of its own: an error of one is an error of the others, too.

export { PosternError } from "./error.js";
export { KEEP_OUTSIDE, loader, within } from "./loading.js";
export { Pages } from "./pages.js";
