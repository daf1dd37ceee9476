// What all entries have in common, in a file of its own: an error of one is an error of the others, too.

export { Changes } from "./changes.js";
export { Counts } from "./counts.js";
export { PosternError } from "./error.js";
export { Lazy, Posts } from "./lazy.js";
export { loader, within } from "./loading.js";
export { fault, kind, only } from "./options.js";
export { Pages } from "./pages.js";
