// Tokens for web pages, made from an API token: for servers, and without asking one (src/browser/browser_token.rs).

import initialise, { createBrowserToken as create } from "#module";
import { loader, PosternError } from "./shared.js";
import { place } from "./place.js";

export { PosternError };

export const init = loader(initialise, place);

export async function createBrowserToken(apiToken, options) {
  await init();
  return create(apiToken, options);
}
