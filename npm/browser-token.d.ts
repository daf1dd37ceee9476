/**
 * Browser tokens: what a web page gets in place of an API token. For your server, which has the API token.
 *
 * @packageDocumentation
 */

import type { ModuleSource, Platform } from "../core/index.js";
export { PosternError } from "../core/index.js";

/** What a browser token may do. A list that is there restricts: each call has to name one of its values. */
export interface BrowserTokenOptions {
  /** How long it is good for, in seconds: 1 to 86,400. */
  expiresIn: number;
  /** The origins whose pages may use it, such as `https://www.example.com`; any page by default. */
  origins?: readonly string[] | null | undefined;
  /** The only networks. */
  platforms?: readonly Platform[] | null | undefined;
  /** The only authors; case and a leading `@` don't count. */
  usernames?: readonly string[] | null | undefined;
  /** The only hashtags; case and a leading `#` don't count. */
  hashtags?: readonly string[] | null | undefined;
  /** The most posts of a page, 1 to 100; 100 by default. */
  maxLimit?: number | null | undefined;
}

/**
 * Makes a browser token without asking the service. It reads posts only, spends the account's credits, and dies when
 * the API token is replaced or revoked.
 *
 * @example
 * const token = await createBrowserToken(process.env.POSTERN_TOKEN, { expiresIn: 900, origins: ["https://www.example.com"] });
 * @param apiToken the whole API token, `postern_live_...`
 * @throws {PosternError} with `INVALID_API_TOKEN`, or with `INVALID_PARAMETER` and every wrong option in `details`
 */
export function createBrowserToken(apiToken: string, options: BrowserTokenOptions): Promise<string>;

/** Loads the WebAssembly module early or from elsewhere, as the `init` of the main entry does. */
export function init(source?: ModuleSource): Promise<void>;
