/**
 * Export files, read to posts on the user's own machine: what networks give the owners of accounts, and what common tools
 * write. Nothing is sent anywhere.
 *
 * @packageDocumentation
 */

import type { ModuleSource, Platform, Post } from "../core/index.js";
export { PosternError } from "../core/index.js";

/** A file by its name: with the folders that it is in, as in `my-export/data/tweets.js`, where it is of several. */
export interface NamedFile {
  /** Its name or path. */
  name: string;
  /** What it holds. Of a large `Blob` only the bytes that are needed are read. */
  data: Blob | ArrayBuffer | ArrayBufferView | string;
  /**
   * When it was last changed, in milliseconds since 1970. In exports and what tools write, counts are as of then where the
   * file does not say; canonical posts that name no `collected_at` get the present time.
   */
  lastModified?: number | undefined;
}

/** A field of a post, for {@link ReadOptions.map}. */
export type MappedField =
  | "platform"
  | "id"
  | "url"
  | "author"
  | "author_name"
  | "author_id"
  | "text"
  | "language"
  | "time"
  | "likes"
  | "comments"
  | "views"
  | "shares"
  | "saves"
  | "hashtags"
  | "media"
  | "media_type"
  | "kind";

/** How files are read. `null` and `undefined` are as if left out. */
export interface ReadOptions {
  /** The author of posts whose file does not name one. */
  author?: string | null | undefined;
  /** Only posts of this network; others are counted as skipped. */
  platform?: Platform | null | undefined;
  /** The name of the format that the files are of, instead of recognising them; see {@link formats}. */
  format?: string | null | undefined;
  /**
   * Reads any table or list: which column or key is which field; after a colon, a value for all posts. It needs `platform`,
   * `time`, and `id` or `url`. `"auto"` guesses it from each file, and the file's report says what it was.
   *
   * @example { platform: ":x", id: "Post ID", author: "Handle", text: "Body", time: "Created" }
   */
  map?: "auto" | { readonly [Field in MappedField]?: string | null | undefined } | null | undefined;
  /** The zone of times that name none, such as `Europe/Vienna` or `+02:00`; UTC by default. */
  timeZone?: string | null | undefined;
  /** Only posts from this day (`2026-03-01`, UTC) or instant on. */
  fromDate?: string | Date | null | undefined;
  /** Only posts up to this day, all of it, or instant. */
  toDate?: string | Date | null | undefined;
  /** What is left out by default: posts that were deleted, or not public, and Snapchat's memories. */
  include?: readonly ("deleted" | "private" | "memories")[] | null | undefined;
  /** What is read by default. */
  exclude?: readonly ("reposts" | "replies" | "stories")[] | null | undefined;
  /** Ends the call with `ABORTED`. It is looked at between files. */
  signal?: AbortSignal | null | undefined;
  /** Called before each file. What it throws, the call fails with. */
  onProgress?: ((progress: Progress) => void) | null | undefined;
}

/** How far reading is. */
export interface Progress {
  /** First all files are opened, then those with posts in them, and in zips, are read. */
  step: "open" | "read";
  /** The file that is next. */
  file: string;
  /** Which it is, from 0. */
  index: number;
  /** How many there are in this step. */
  of: number;
}

/** What came of one file. */
export interface FileReport {
  /** Its name as given; of a file in a zip after that of the zip: `export.zip/data/tweets.js`. */
  name: string;
  /** What it was seen as; `null` if it was not recognised, or is a zip. */
  format: Pick<Format, "name" | "title"> | null;
  /** How many posts it has, before what several files say of one is merged. Those in a zip are its files'. */
  posts: number;
  /** How many of its elements are no posts or not wanted, by what they are. */
  skipped: Record<string, number>;
  /** What to know of how posts were read, and of how many. */
  remarks: Record<string, number>;
  /** Keys and columns with counts, text or media that no field of a post took, and in how many elements. */
  unused: Record<string, number>;
  /** What makes it doubtful that the file was read as it should be, for people: there is no post in it, or most came out without text and media. */
  warnings: string[];
  /** What its columns were guessed to be, as `map` on the command line: `platform=:x,id=Tweet ID,...`; `null` unless `map: "auto"` asked for that. */
  map: string | null;
  /** The first 1,000 elements that should be posts and can't be read. */
  refused: Refused[];
  /** How many such elements it has. */
  refusals: number;
  /** Of a zip, how many files in it can hold no posts, such as pictures; they are not listed. Of such a file in a folder, 1. */
  passedOver: number;
  /** Why it was not read, or not to its end, for people; `null` if all is well. */
  error: string | null;
}

/** An element of a file that should be a post. */
export interface Refused {
  /** The line or row on which it begins, from 1. */
  line: number;
  /** What is wrong, for programs: `MISSING_AUTHOR`, `INVALID_JSON`. */
  code: string;
  /** What was expected, then what came. */
  message: string;
}

/** What came of all files. */
export interface ReadResult {
  /**
   * The posts, as a service serves them that imported these files: complete, each once, and what several files say of one
   * merged. They go into `PostSet.from` of `@postern/client/offline`.
   */
  posts: Post[];
  /** What came of each file: those given, and after each zip those in it that were read or should have been. */
  files: FileReport[];
  /** What to know beside, for people: whose posts can't be told, what an archive's own list has and the files don't. */
  warnings: string[];
}

/** A kind of files that is read. */
export interface Format {
  /** Its name, for {@link ReadOptions.format}. */
  name: string;
  /** What it is and where it comes from. */
  title: string;
  /** The networks that it may have posts of. */
  platforms: Platform[];
}

/**
 * Reads export files to posts. Files are recognised by what they hold, not by their names; zips are looked into; gzip, xz and
 * zstd are unpacked. Give the files of an export together: some say whose it is and what its posts lack.
 *
 * A file that is damaged or unknown is said in `files`, and does not keep the others from being read. Pictures and videos
 * are not loaded. All else is in memory while it is read: at most 1 GiB of files, and 512 MiB of posts. A workbook may have
 * 16 MiB, a row 8 MiB, a post 1 MiB, and what is packed may unpack to 400 times its size.
 *
 * @example
 * const { posts, files } = await readFiles(input.files);
 * @throws {PosternError} with `INVALID_PARAMETER` and every wrong option in `details`, `ABORTED`, or `NETWORK_ERROR` if the
 * module can't be loaded. After any of them, the next call works.
 */
export function readFiles(
  files: Iterable<File | Blob | NamedFile>,
  options?: ReadOptions | null,
): Promise<ReadResult>;

/** Lists the formats that are recognised, and can be named by `format`. Other tables and lists are read with `map`. */
export function formats(): Promise<Format[]>;

/** Loads the WebAssembly module early or from elsewhere, as the `init` of the main entry does. */
export function init(source?: ModuleSource): Promise<void>;
