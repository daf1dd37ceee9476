/**
 * Posts of social networks from a Postern service.
 *
 * Importing it does nothing; its WebAssembly module is loaded when it is first needed.
 *
 * @packageDocumentation
 */

/** A social network. `twitter` and `x` are two names of one. Later versions may serve more. */
export type Platform = "tiktok" | "instagram" | "twitter" | "x" | "snapchat" | "linkedin" | (string & {});

/** What a post is made of: one picture, one video, several files, or a short vertical video. */
export type MediaType = "image" | "video" | "carousel" | "reel" | (string & {});

/** What one file of a post is. */
export type FileType = "image" | "video" | (string & {});

/** Whether a post stands alone, answers another, passes another on as it is, or with words of its own. */
export type Kind = "original" | "reply" | "repost" | "quote" | (string & {});

/** What posts are sorted by. Where the value is unknown, a post comes last. */
export type SortBy = "published_at" | "likes_count" | "comments_count" | "views_count" | (string & {});

/** The direction of a sort: newest or most first, or oldest or least first. */
export type SortOrder = "desc" | "asc";

/** The state of an account. Only an active one can read posts. */
export type AccountStatus = "pending" | "active" | "suspended" | (string & {});

/** A time as RFC 3339 in UTC with milliseconds: `2026-03-01T18:04:05.000Z`. */
export type Time = string;

/** A count, or `null` where it is not known or hidden. */
export type Count = number | null;

/** Who published a post. */
export interface Author {
  /** The network's id of the author. */
  id: string | null;
  /** The name in addresses, as spelt, without `@`. */
  username: string;
  /** The name for people. */
  display_name: string | null;
  /** The author's page. */
  url: string | null;
  /** The author's picture. */
  avatar_url: string | null;
  /** Whether the network vouches for the author. */
  verified: boolean | null;
  /** How many follow the author. */
  followers_count: Count;
}

/** One file of a post. Only files whose own address the source gives are listed. */
export interface Media {
  /** A picture, or a video. */
  type: FileType;
  /** The file's address, or its path inside an export. */
  url: string;
  /** A still picture of it. */
  preview_url: string | null;
  /** Pixels from left to right. */
  width: Count;
  /** Pixels from top to bottom. */
  height: Count;
  /** Its length in milliseconds. */
  duration_ms: Count;
  /** A description for those who can't see it. */
  alt_text: string | null;
}

/** A post, as far as its source tells: every key is there, and unknown is `null`. */
export interface Post {
  /** The network's name and the post's id there. Posts of X start with `x:` under both names of that network. */
  id: string;
  /** The network, by the name that was asked for; `x` where none was. */
  platform: Platform;
  /** The network's id of the post. */
  platform_post_id: string;
  /** The post's page. */
  url: string | null;
  /** Who published it. */
  author: Author;
  /** The text, as published. */
  content: string | null;
  /** The language of the text, as the source names it. */
  language: string | null;
  /** What it is made of; `null` for text only. */
  media_type: MediaType | null;
  /** Its files, in order. */
  media: Media[];
  /** As spelt, without `#`, in order. */
  hashtags: string[];
  /** Usernames, without `@`. */
  mentions: string[];
  /** How many liked it. */
  likes_count: Count;
  /** How many comments or replies it has. */
  comments_count: Count;
  /** How often it was seen. */
  views_count: Count;
  /** How often it was shared or reposted. */
  shares_count: Count;
  /** How often it was saved or bookmarked. */
  saves_count: Count;
  /** Whether it stands alone. */
  kind: Kind;
  /** The `id` of the other post, for a reply, repost or quote, where it is known. */
  refers_to: string | null;
  /** Fields whose value is rounded or inferred, such as a count that the source gives as 1.2K. */
  approximate: string[];
  /** When it was published. */
  published_at: Time;
  /** When it was last edited. */
  edited_at: Time | null;
  /** When its counts were read from the network: they are as of then. */
  collected_at: Time;
}

/** Where a page stands. */
export interface Paging {
  /** The most that the page could hold. */
  limit: number;
  /** What it holds. */
  returned: number;
  /** Whether anything follows; exact. */
  has_more: boolean;
  /** The `cursor` of the next page; `null` on the last. */
  next_cursor: string | null;
}

/** A query as the service understood it. A list is its values as they were compared, in order, separated by commas. */
export interface Query {
  /** The networks, in lower case, as they were named. */
  platform: string | null;
  /** The name as it was compared: folded, without `@`. */
  username: string | null;
  /** The hashtag as it was compared: folded, without `#`. */
  hashtag: string | null;
  /** As typed. */
  keyword: string | null;
  /** The media types, `none` for posts without one. */
  media_type: string | null;
  /** The kinds of posts. */
  kind: string | null;
  /** Primary subtags, in lower case. */
  language: string | null;
  /** The names as they were compared: folded, without `@`. */
  mentions: string | null;
  /** The id of the other post. */
  refers_to: string | null;
  /** The least likes. */
  min_likes: Count;
  /** The least comments. */
  min_comments: Count;
  /** The least views. */
  min_views: Count;
  /** The least shares. */
  min_shares: Count;
  /** The names as they were compared: folded, without `@`. */
  exclude_username: string | null;
  /** The hashtags as they were compared: folded, without `#`. */
  exclude_hashtag: string | null;
  /** The names as they were compared: folded, without `@`. */
  exclude_mentions: string | null;
  /** The first instant that counts. */
  from: Time | null;
  /** The first instant after `from` that does not count. */
  to_exclusive: Time | null;
  /** What the posts are sorted by. */
  sort_by: SortBy;
  /** In which direction. */
  sort_order: SortOrder;
}

/** What a page cost. */
export interface Credits {
  /** What this page cost; 0 for an empty one, for one that was tried again, and where a proxy hides the header. */
  charged: number;
  /** What is left; `null` for browser tokens, which don't see it. */
  remaining: number | null;
}

/** A page of posts. */
export interface Page {
  /** The posts, in the order that was asked for. */
  posts: Post[];
  /** Where the page stands. */
  page: Paging;
  /** The query as it was understood. */
  query: Query;
  /** What it cost. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** An account and its balance. */
export interface Account {
  /** Whose it is. */
  account: {
    /** Of a person; empty where not given. */
    name: string;
    /** Where the account signs in. */
    email: string;
    /** Empty where not given. */
    company: string;
    /** Whether it can read posts. */
    status: AccountStatus;
  };
  /** Its credits. */
  balance: {
    /** What is left; below zero after a refund of credits that were used. */
    current: number;
    /** What calls have cost so far. */
    total_used: number;
  };
  /** What was called. */
  usage: {
    /** Calls of posts that succeeded, today and in the 29 days before, in UTC. */
    api_calls_30_days: number;
  };
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** Whether the service can answer. */
export interface Health {
  /** `unhealthy` where its storage can't be reached. */
  status: "healthy" | "unhealthy" | (string & {});
  /** The version of the API. */
  version: "v1" | (string & {});
  /** When it was looked at. */
  timestamp: Time;
}

/** How a call is made. */
export interface CallOptions {
  /** Aborts the call, with whatever it waits for. */
  signal?: AbortSignal | null | undefined;
  /** Milliseconds until the call is given up, retries included. By default those of the client. */
  timeout?: number | null | undefined;
  /** How often it is tried again, 0 to 10. By default as the client. */
  retries?: number | null | undefined;
}

/** A value, or up to 20: in an array, or in a text with commas between them. A post needs any of them. */
export type OneOrMore<T extends string> = T | readonly T[];

/** What a page of posts may be narrowed by. `null` and `undefined` are as if left out. */
export interface PostOptions extends CallOptions {
  /** Posts per page, 1 to 100; 50 by default. A page costs the same however many it has. */
  limit?: number | null | undefined;
  /** The first day (`2026-03-01`, UTC) or instant (RFC 3339 with an offset, or a Date). */
  fromDate?: string | Date | null | undefined;
  /** The last day, all of it, or the last instant. */
  toDate?: string | Date | null | undefined;
  /** Only posts of these types; `none` is a post without media, or with media of an unknown type. */
  mediaType?: OneOrMore<MediaType | "none"> | null | undefined;
  /** Only posts of these kinds: `["original", "quote"]` leaves replies and reposts out. */
  kind?: OneOrMore<Kind> | null | undefined;
  /** Only posts in these languages: `pt` finds `pt-BR`, and `und` an unknown language. */
  language?: OneOrMore<string> | null | undefined;
  /** Only posts that mention any of these usernames. */
  mentions?: OneOrMore<string> | null | undefined;
  /** Only replies, reposts and quotes of the post with this `id`. */
  refersTo?: string | null | undefined;
  /** Only posts with at least so many likes. */
  minLikes?: number | null | undefined;
  /** Only posts with at least so many comments. */
  minComments?: number | null | undefined;
  /** Only posts with at least so many views. */
  minViews?: number | null | undefined;
  /** Only posts with at least so many shares. */
  minShares?: number | null | undefined;
  /** No posts of these authors. */
  excludeUsername?: OneOrMore<string> | null | undefined;
  /** No posts with any of these hashtags. */
  excludeHashtag?: OneOrMore<string> | null | undefined;
  /** No posts that mention any of these usernames. */
  excludeMentions?: OneOrMore<string> | null | undefined;
  /** What to sort by; `published_at` by default. */
  sortBy?: SortBy | null | undefined;
  /** In which direction; `desc` by default. */
  sortOrder?: SortOrder | null | undefined;
  /** The `next_cursor` of an earlier page of the same query. */
  cursor?: string | null | undefined;
}

/** What a search may be narrowed by. Without any, it lists all posts. */
export interface SearchOptions extends PostOptions {
  /** Only posts of these networks. */
  platform?: OneOrMore<Platform> | null | undefined;
  /** Only posts of these authors; case and a leading `@` don't count. */
  username?: OneOrMore<string> | null | undefined;
  /** Only posts with any of these hashtags; case and a leading `#` don't count. */
  hashtag?: OneOrMore<string> | null | undefined;
  /** Only posts with these words: `coral reef`, `"coral reef"`, `coral -bleaching`, `cor*`, `coral OR kelp`. */
  keyword?: string | null | undefined;
}

/** How far to walk. */
export interface WalkOptions {
  /** The most posts; all by default. */
  max?: number | null | undefined;
}

/**
 * A promise of the first page, and the way to all of them.
 *
 * Nothing is sent until it is awaited (or `then` is called), so that a walk asks for no page in vain. Run calls side by
 * side with `Promise.all`.
 */
export interface Pages extends Promise<Page> {
  /**
   * Walks the posts, page by page. It asks for the next page when the last one is used up, never for more than `max`
   * leaves, and stops at the end.
   *
   * @example
   * for await (const post of posts.search({ keyword: "reef", limit: 100 }).all({ max: 500 })) console.log(post.content);
   * @throws {PosternError} as a single call; with `DECODE_ERROR` if the service's cursors go round.
   */
  all(options?: WalkOptions | null): AsyncGenerator<Post, void, undefined>;
  /**
   * Walks the pages; `max` counts posts.
   *
   * @throws {PosternError} as {@link Pages.all}.
   */
  pages(options?: WalkOptions | null): AsyncGenerator<Page, void, undefined>;
}

/** What a client is set up with. */
export interface Settings {
  /** The service's origin, such as `https://posts.example`. An address that ends in `/api/v1` means the same. */
  baseUrl: string | URL;
  /**
   * The token, or a function that gives one: it is called for the first, and again when the service no longer takes
   * it. An API token belongs on a server; a web page asks its own server for a browser token.
   */
  token?: string | (() => string | Promise<string>) | null | undefined;
  /** Milliseconds until a call is given up, retries included; 30,000 by default. */
  timeout?: number | null | undefined;
  /**
   * How often a call is tried again, 0 to 10; 2 by default. Only what may pass by itself is: a network that fails, a
   * 503 and a 429, after as long as `Retry-After` says. A page that is asked for again is charged once.
   */
  retries?: number | null | undefined;
  /** Called instead of the global `fetch`, such as a service binding's: `(...call) => env.POSTS.fetch(...call)`. */
  fetch?: typeof fetch | null | undefined;
}

/**
 * A client of one service, with one token. Its settings are checked with the first call.
 *
 * @example
 * const posts = new Postern({ baseUrl: "https://posts.example", token });
 * const page = await posts.byUser("instagram", "reef.watch", { limit: 20, sortBy: "likes_count" });
 */
export class Postern {
  /** Sets up a client; sends nothing. */
  constructor(settings: Settings);
  /**
   * Lists one author's posts.
   *
   * @param platform the network
   * @param username the author's name, in any case, with or without `@`
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  byUser(platform: Platform, username: string, options?: PostOptions | null): Pages;
  /**
   * Lists the posts with one hashtag.
   *
   * @param platform the network
   * @param hashtag in any case, with or without `#`
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  byHashtag(platform: Platform, hashtag: string, options?: PostOptions | null): Pages;
  /**
   * Searches all posts.
   *
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  search(options?: SearchOptions | null): Pages;
  /** Reads the account of the token. It costs nothing. */
  account(options?: CallOptions | null): Promise<Account>;
  /** Reads whether the service works. It needs no token; a service that says `unhealthy` is no error. */
  health(options?: CallOptions | null): Promise<Health>;
}

/** What went wrong, for programs: the service's codes, then the client's own. */
export type ErrorCode =
  | "INVALID_PARAMETER"
  | "MISSING_API_TOKEN"
  | "INVALID_API_TOKEN"
  | "INSUFFICIENT_CREDITS"
  | "HTTPS_REQUIRED"
  | "ACCOUNT_INACTIVE"
  | "INSUFFICIENT_SCOPE"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "NOT_ACCEPTABLE"
  | "URI_TOO_LONG"
  | "MISDIRECTED_REQUEST"
  | "RATE_LIMITED"
  | "INTERNAL_ERROR"
  | "STORAGE_UNAVAILABLE"
  | "NETWORK_ERROR"
  | "TIMEOUT"
  | "ABORTED"
  | "DECODE_ERROR"
  | (string & {});

/** What is wrong with one parameter. */
export type FaultCode =
  | "INVALID_VALUE"
  | "OUT_OF_RANGE"
  | "UNKNOWN_PARAMETER"
  | "DUPLICATE_PARAMETER"
  | "EMPTY_VALUE"
  | "INVALID_RANGE"
  | "INVALID_CURSOR"
  | "UNSUPPORTED_PLATFORM"
  | "TOKEN_IN_QUERY"
  | (string & {});

/** One fault of one parameter. */
export interface Fault {
  /** The API's name of it: `sort_by`. */
  parameter: string;
  /** The option's name: `sortBy`. */
  option: string;
  /** The kind of fault. */
  code: FaultCode;
  /** What was expected, then what came. */
  message: string;
  /** For numbers: the smallest allowed. */
  minimum?: number;
  /** For numbers: the largest allowed. */
  maximum?: number;
  /** For enums: every allowed value. */
  allowed?: string[];
  /** A known name that is near an unknown one. */
  did_you_mean?: string;
}

/** What every call fails with. */
export class PosternError extends Error {
  private constructor();
  /** Always `PosternError`. */
  name: "PosternError";
  /** What went wrong, for programs. */
  code: ErrorCode;
  /** The status of the answer; `null` if there was none. */
  status: number | null;
  /** With `INVALID_PARAMETER`, one entry for each fault; empty otherwise. */
  details: Fault[];
  /** Names the call in the service's log; `null` if there was no answer. */
  requestId: string | null;
  /** The seconds that the service asks to wait; `null` if it does not. */
  retryAfter: number | null;
  /** What led to it: the reason of an abort, what `fetch` or the token function threw. */
  cause?: unknown;
}

/** What the WebAssembly module can be loaded from. */
export type ModuleSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/**
 * Loads the WebAssembly module. The first call does it by itself, so this is for those who want it early, or from
 * elsewhere: from an address, an answer, bytes or a compiled module. Once it is loaded, it does nothing.
 *
 * @throws {PosternError} with `NETWORK_ERROR` if it can't be loaded; the next call tries again.
 */
export function init(source?: ModuleSource): Promise<void>;
