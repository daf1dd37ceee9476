/**
 * Posts in memory, asked as a Postern service is: the same queries, the same answers, and nothing is sent anywhere.
 *
 * @packageDocumentation
 */

import type { ModuleSource, Pages, Platform, Post, PostOptions, SearchOptions } from "../core/index.js";
export { PosternError } from "../core/index.js";

/** A line, or an element, that is no post. */
export interface Refused {
  /** Its number, from 1; blank lines count. */
  line: number;
  /** Why, for programs. */
  code: string;
  /** What was expected, and what came. */
  message: string;
}

/**
 * Posts in memory. Queries mean what they mean to a service: filters, sorts, pages, cursors and keywords are the same
 * code. A page costs nothing: its `credits` are `{ charged: 0, remaining: null }`, its `requestId` is `null`.
 *
 * @example
 * const set = await PostSet.from(await (await fetch("/posts.ndjson")).text());
 * const { posts } = await set.search({ keyword: "reef", sortBy: "likes_count" });
 */
export class PostSet {
  private constructor();
  /**
   * Reads posts: an array (or another iterable) of posts as a service serves them, or NDJSON of canonical posts, as
   * `postern export` writes it. Several about one post are merged as a service would merge them. What is no post is in
   * `refused`.
   *
   * @throws {PosternError} with `INVALID_PARAMETER` if it is given something else
   */
  static from(posts: Iterable<Post> | string | Blob | BufferSource): Promise<PostSet>;
  /** How many posts there are. */
  readonly size: number;
  /** The lines that are no posts. */
  readonly refused: Refused[];
  /**
   * Lists one author's posts. `signal`, `timeout` and `retries` are checked, and there is nothing to wait for.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  byUser(platform: Platform, username: string, options?: PostOptions | null): Pages;
  /**
   * Lists the posts with one hashtag.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  byHashtag(platform: Platform, hashtag: string, options?: PostOptions | null): Pages;
  /**
   * Searches all posts.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  search(options?: SearchOptions | null): Pages;
}

/** Loads the WebAssembly module early or from elsewhere, as the `init` of the main entry does. */
export function init(source?: ModuleSource): Promise<void>;
