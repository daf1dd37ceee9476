/**
 * Posts in memory, asked as a Postern service is: the same queries, the same answers, and nothing is sent anywhere.
 *
 * @packageDocumentation
 */

import type { ByIdOptions, Change, CountOptions, Counts, FieldOptions, Fields, FilterOptions, KeywordOptions, ModuleSource, OneOrMore, OnePost, Pages, Platform, Post, PostList, PostOptions, PostWith, SearchOptions } from "../core/index.js";
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

/** Which posts a file has, and how it is written. */
export interface ExportOptions extends FilterOptions, KeywordOptions, FieldOptions<Fields> {
  /**
   * `ndjson` by default: a post a line, in the form of `postern export`. `postern import` and {@link PostSet.from} read it back. `csv`: a
   * table with a header line; `fields` are its columns.
   */
  format?: "ndjson" | "csv" | null | undefined;
  /**
   * Of a table, whether people open it in a spreadsheet. Then it begins with a byte order mark, by which Excel knows that it is UTF-8, and
   * any part of a text that a spreadsheet may run as a formula has an apostrophe in front; without it only a text that begins like one.
   */
  spreadsheet?: boolean | null | undefined;
}

/** Posts as a file. */
export interface ExportedFile {
  /** The file, in UTF-8. */
  blob: Blob;
  /** A name for it, such as `postern-posts-2026-03-01.ndjson`. */
  name: string;
  /** How many posts it has. */
  posts: number;
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
  /**
   * Reads a set from the bytes of {@link PostSet.toBytes}: sooner than from its posts, and it answers equally, cursors included.
   *
   * @throws {PosternError} with `UNSUPPORTED_VERSION` if a newer version of the package wrote them; with `DECODE_ERROR` if they are
   * something else, or some are missing or were changed: each byte is checked. With `INVALID_PARAMETER` if they are no bytes.
   */
  static fromBytes(bytes: Blob | BufferSource): Promise<PostSet>;
  /**
   * The set as bytes, to store it: about 1 KB a post. They compress well, to a fifth and less, by a `CompressionStream`. What was
   * `refused` is not in them.
   */
  toBytes(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Brings the set up to date by what `changes` of the client gives: posts take the place of those with their ids, and what was erased or
   * left goes. Nothing is changed if one of them is no change.
   *
   * @example
   * for await (const { changes } of client.changes({ since, limit: 100 }).pages()) await set.apply(changes);
   * @throws {PosternError} with `INVALID_PARAMETER` if it is given something else
   */
  apply(changes: readonly Change[]): Promise<void>;
  /** How many posts there are. */
  readonly size: number;
  /** The lines that are no posts. */
  readonly refused: Refused[];
  /**
   * Lists one author's posts. `signal`, `timeout` and `retries` are checked, and there is nothing to wait for.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  byUser<const F extends Fields = undefined>(platform: Platform, username: string, options?: PostOptions<F> | null): Pages<PostWith<F>>;
  /**
   * Lists the posts with one hashtag.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  byHashtag<const F extends Fields = undefined>(platform: Platform, hashtag: string, options?: PostOptions<F> | null): Pages<PostWith<F>>;
  /**
   * Searches all posts.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  search<const F extends Fields = undefined>(options?: SearchOptions<F> | null): Pages<PostWith<F>>;
  /**
   * Gives one post.
   *
   * @throws {PosternError} with `POST_NOT_FOUND` if it is not there; with `INVALID_PARAMETER`, if an argument is wrong
   */
  post<const F extends Fields = undefined>(id: string, options?: ByIdOptions<F> | null): Promise<OnePost<PostWith<F>>>;
  /**
   * Gives several posts by their ids or web addresses.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  posts<const F extends Fields = undefined>(ids: OneOrMore<string>, options?: ByIdOptions<F> | null): PostList<PostWith<F>>;
  /**
   * Counts posts, and adds up their counts.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, if an argument is wrong
   */
  counts(options?: CountOptions | null): Counts;
  /**
   * Writes all posts that a search would find to a file, oldest first. It is made in parts, so a page stays responsive, and `signal` ends it.
   *
   * @example
   * const { blob, name } = await set.export({ format: "csv", spreadsheet: true, hashtag: "reef" });
   * @throws {PosternError} with `INVALID_PARAMETER`, if an option is wrong
   */
  export(options?: ExportOptions | null): Promise<ExportedFile>;
  /**
   * Computes what searches compare, such as the folded words of texts, in turns of some milliseconds, so that a page stays responsive.
   * Without it, the first search for words does that for all posts at once: a second or two for 100,000. Sets in web workers, and those of
   * replicas in a page, do it by themselves.
   *
   * @throws {PosternError} with `ABORTED`, if `signal` says so
   */
  prepare(options?: { signal?: AbortSignal | null | undefined } | null): Promise<void>;
}

/** Loads the WebAssembly module early or from elsewhere, as the `init` of the main entry does. */
export function init(source?: ModuleSource): Promise<void>;
