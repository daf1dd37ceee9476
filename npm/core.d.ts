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

/** A key of a post, or of its author, for `fields`. */
export type Field = keyof Post | `author.${keyof Author}`;

/** The value of `fields`: some keys of a post, or none for all of them. */
export type Fields = Field | readonly Field[] | null | undefined;

/** The keys that `fields` names one by one; a list that is only known when the program runs names any. */
type Named<F> = F extends readonly (infer One)[] ? One : F;

/** The parts of the author that are named. */
type AuthorPart<N> = N extends `author.${infer Key extends keyof Author}` ? Key : never;

/** A post with these keys, and what it has of its author. */
type Picked<N> = { [K in keyof Post as K extends "id" | Extract<N, keyof Post> ? K : never]: Post[K] } &
  ("author" extends N ? unknown : [AuthorPart<N>] extends [never] ? unknown : { author: Pick<Author, AuthorPart<N>> });

/**
 * A post with the keys that `fields` asks for, and its `id`.
 *
 * @example
 * type Row = PostWith<["likes_count", "author.username"]>; // { id, likes_count, author: { username } }
 */
export type PostWith<F extends Fields> = F extends null | undefined
  ? Post
  : F extends readonly Field[]
    ? number extends F["length"]
      ? { id: string } & { [K in Exclude<keyof Post, "author" | "id">]?: Post[K] } & { author?: Partial<Author> }
      : Flat<Picked<Named<F>>>
    : Flat<Picked<Named<F>>>;

type Flat<T> = { [K in keyof T]: T[K] };

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
export interface Page<P = Post> {
  /** The posts, in the order that was asked for. */
  posts: P[];
  /** Where the page stands. */
  page: Paging;
  /** The query as it was understood. */
  query: Query;
  /** What it cost. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** One post. */
export interface OnePost<P = Post> {
  /** The post. */
  post: P;
  /** What it cost. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** Posts by their ids. */
export interface PostsById<P = Post> {
  /** Those that are stored, in the order asked for, each once. */
  posts: P[];
  /** Those that are not stored, as they were asked for. */
  missing: string[];
  /** The query as it was understood. */
  query: {
    /** The `id` of each post, once, in the order asked for. */
    ids: string[];
  };
  /** What they cost: a page if there is one at least. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** The sum of a count. */
export interface CountSum {
  /** Of those posts of which it is known; `null` if it is over `Number.MAX_SAFE_INTEGER`. */
  sum: Count;
  /** Of how many posts it is known. */
  known: number;
}

/** A number of posts, and the sums of their counts. */
export interface Tally {
  /** How many posts. */
  posts: number;
  /** Their likes. */
  likes_count: CountSum;
  /** Their comments or replies. */
  comments_count: CountSum;
  /** How often they were seen. */
  views_count: CountSum;
  /** How often they were shared or reposted. */
  shares_count: CountSum;
}

/** The posts of a group. */
export interface CountGroup extends Tally {
  /** A day (`2026-04-19`), the Monday of a week, a month (`2026-04`), or a name as it is compared; `null` where the value is unknown. */
  key: string | null;
}

/** A query for numbers of posts as the service understood it. */
export interface CountQuery extends Omit<Query, "sort_by" | "sort_order"> {
  /** What the posts are grouped by. */
  group_by: string | null;
  /** The most groups of an answer; `null` if it has all. */
  top: number | null;
}

/** Numbers of posts. */
export interface CountsPage {
  /** Of all posts that were counted. */
  total: Tally;
  /** Spans of time in ascending order; other groups by their posts, most first, then by their keys. Empty without `groupBy`. */
  groups: CountGroup[];
  /** The groups that `top` leaves out, added up: a post counts once in each of its groups. `null` if there are none. */
  others: Tally | null;
  /** The span of time that was counted. */
  page: {
    /** Its first instant; `null` where it goes back to the oldest post. */
    from: Time | null;
    /** The first instant after it; `null` where it goes on to the newest post. */
    to_exclusive: Time | null;
    /** Whether older posts may follow. */
    has_more: boolean;
    /** The `cursor` of the next answer; `null` on the last. */
    next_cursor: string | null;
  };
  /** The query as it was understood. */
  query: CountQuery;
  /** What it cost: a page if a post was counted. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** What happened to a post. */
export type Change<P = Post> =
  /** It was stored or changed, and is this now. It may come again, also without having changed. */
  | { type: "post"; post: P }
  /** It does not match the filters (any more): drop it if you have it. */
  | { type: "left"; id: string }
  /** It was erased: drop it if you have it. */
  | { type: "erased"; id: string; at: Time };

/** What changed. */
export interface ChangesPage<P = Post> {
  /** The changes. */
  changes: Change<P>[];
  /** How far the answer goes. */
  page: {
    /** The most that it could hold. */
    limit: number;
    /** What it holds. */
    returned: number;
    /** Whether there may be more already; an answer may have none and there still is more. */
    has_more: boolean;
    /** How far a copy has come with this answer: `since` of the next call. Never `null`; it does not expire. */
    next_since: string;
  };
  /** The filters as they were understood. */
  query: Pick<Query, "platform" | "username" | "hashtag">;
  /** What it cost: a page if it has a post. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** Posts as a CSV file. */
export interface CsvFile {
  /** The file: UTF-8, with a header line. */
  blob: Blob;
  /** A name for it, such as `postern-posts-search-2026-03-01.csv`; `null` where a proxy hides the header. */
  name: string | null;
  /** The `cursor` of the next page; `null` on the last, and for posts by their ids. */
  nextCursor: string | null;
  /** How many of the posts that were asked for by their ids are not stored; `null` for pages. */
  missing: number | null;
  /** What it cost. */
  credits: Credits;
  /** Names the call in the service's log; `null` where a proxy hides the header. */
  requestId: string | null;
}

/** How a CSV file is written. */
export interface CsvOptions {
  /** Whether it begins with a byte order mark, by which Excel knows that it is UTF-8. */
  mark?: boolean | null | undefined;
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

/** Which keys posts have. */
export interface FieldOptions<F extends Fields = undefined> {
  /** Only these keys of each post, and its `id`: `["likes_count", "author.username"]`. All by default. */
  fields?: F;
}

/** What posts may be narrowed by. `null` and `undefined` are as if left out. */
export interface FilterOptions extends CallOptions {
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
}

/** What a page of posts may be narrowed by, and how it comes. */
export interface PostOptions<F extends Fields = undefined> extends FilterOptions, FieldOptions<F> {
  /** Posts per page, 1 to 100; 50 by default. A page costs the same however many it has. */
  limit?: number | null | undefined;
  /** What to sort by; `published_at` by default. */
  sortBy?: SortBy | null | undefined;
  /** In which direction; `desc` by default. */
  sortOrder?: SortOrder | null | undefined;
  /** The `next_cursor` of an earlier page of the same query. */
  cursor?: string | null | undefined;
}

/** Whose posts are meant. */
export interface NameOptions {
  /** Only posts of these networks. */
  platform?: OneOrMore<Platform> | null | undefined;
  /** Only posts of these authors; case and a leading `@` don't count. */
  username?: OneOrMore<string> | null | undefined;
  /** Only posts with any of these hashtags; case and a leading `#` don't count. */
  hashtag?: OneOrMore<string> | null | undefined;
}

/** What all posts may be narrowed by. */
export interface KeywordOptions extends NameOptions {
  /** Only posts with these words: `coral reef`, `"coral reef"`, `coral -bleaching`, `cor*`, `coral OR kelp`. */
  keyword?: string | null | undefined;
}

/** What a search may be narrowed by. Without any, it lists all posts. */
export interface SearchOptions<F extends Fields = undefined> extends PostOptions<F>, KeywordOptions {}

/** How posts by their ids come. */
export interface ByIdOptions<F extends Fields = undefined> extends CallOptions, FieldOptions<F> {}

/** What posts are grouped by. Days, weeks (from Monday) and months are those of UTC. */
export type GroupBy =
  | "day"
  | "week"
  | "month"
  | "platform"
  | "username"
  | "hashtag"
  | "mentions"
  | "media_type"
  | "language"
  | "kind"
  | (string & {});

/** Which posts are counted, and how they are grouped. */
export interface CountOptions extends FilterOptions, KeywordOptions {
  /** What to group them by; nothing by default. A post with three hashtags is in three groups, one without any in none. */
  groupBy?: GroupBy | null | undefined;
  /** With `groupBy` of `username`, `hashtag`, `mentions` or `language`: the most groups, 1 to 100; 20 by default. */
  top?: number | null | undefined;
  /** The `next_cursor` of an earlier answer to the same query. */
  cursor?: string | null | undefined;
}

/** Of which posts changes are meant, and since when. */
export interface ChangesOptions<F extends Fields = undefined> extends CallOptions, NameOptions, FieldOptions<F> {
  /** The `next_since` of an earlier answer, or `0` for the beginning. Without it, the answer only says where now is. */
  since?: string | 0 | null | undefined;
  /** Changes per answer, 1 to 100; 50 by default. An answer costs the same however many it has. */
  limit?: number | null | undefined;
}

/** How far to walk. */
export interface WalkOptions {
  /** The most posts; all by default. */
  max?: number | null | undefined;
}

/** A promise of posts that is also the way to them as a CSV file. Like {@link Pages}, it sends nothing until it is awaited. */
export interface PostList<P = Post> extends Promise<PostsById<P>> {
  /**
   * Asks for the posts as a CSV file instead, at the same price.
   *
   * @throws {PosternError} as the call itself
   */
  csv(options?: CsvOptions | null): Promise<CsvFile>;
}

/**
 * A promise of the first page, and the way to all of them.
 *
 * Nothing is sent until it is awaited (or `then` is called), so that a walk asks for no page in vain. Run calls side by
 * side with `Promise.all`.
 */
export interface Pages<P = Post> extends Promise<Page<P>> {
  /**
   * Walks the posts, page by page. It asks for the next page when the last one is used up, never for more than `max`
   * leaves, and stops at the end.
   *
   * @example
   * for await (const post of posts.search({ keyword: "reef", limit: 100 }).all({ max: 500 })) console.log(post.content);
   * @throws {PosternError} as a single call; with `DECODE_ERROR` if the service's cursors go round.
   */
  all(options?: WalkOptions | null): AsyncGenerator<P, void, undefined>;
  /**
   * Walks the pages; `max` counts posts.
   *
   * @throws {PosternError} as {@link Pages.all}.
   */
  pages(options?: WalkOptions | null): AsyncGenerator<Page<P>, void, undefined>;
  /**
   * Asks for the page as a CSV file instead, at the same price. `nextCursor` is the `cursor` of the next one.
   *
   * @example
   * const { blob, name } = await posts.search({ keyword: "reef", limit: 100 }).csv({ mark: true });
   * @throws {PosternError} as a single call
   */
  csv(options?: CsvOptions | null): Promise<CsvFile>;
}

/**
 * A promise of the first numbers, and the way to all of them: an answer counts at most 20,000 posts, from the newest on.
 * Like {@link Pages}, it sends nothing until it is awaited.
 */
export interface Counts extends Promise<CountsPage> {
  /**
   * Counts on to the oldest post, and adds all answers up: as one answer, which costs what they cost.
   *
   * Totals are exact, and so are groups, but where an answer has only the `top` of them: a group that is not among those of
   * some answer is in `others` there. `top: 100` misses least.
   *
   * @example
   * const { total, groups } = await posts.counts({ hashtag: "coral", groupBy: "month" }).all();
   * @throws {PosternError} as {@link Pages.all}.
   */
  all(): Promise<CountsPage>;
  /**
   * Walks the answers, newest posts first. Adding them up gives the same as {@link Counts.all}.
   *
   * @throws {PosternError} as {@link Pages.all}.
   */
  pages(): AsyncGenerator<CountsPage, void, undefined>;
}

/** A promise of the first changes, and the way to all of them. Like {@link Pages}, it sends nothing until it is awaited. */
export interface Changes<P = Post> extends Promise<ChangesPage<P>> {
  /**
   * Walks the changes until there are no more. Without `since` there are none.
   *
   * @throws {PosternError} as {@link Changes.pages}.
   */
  all(): AsyncGenerator<Change<P>, void, undefined>;
  /**
   * Walks the answers until there is nothing more. Store `next_since` together with what each answer says: a walk that broke
   * off goes on from there.
   *
   * @example
   * for await (const { changes, page } of posts.changes({ since: 0, limit: 100 }).pages()) await store(changes, page.next_since);
   * @throws {PosternError} as a single call; with `SINCE_GONE` if the copy can't be brought up to date: drop it and begin at 0.
   */
  pages(): AsyncGenerator<ChangesPage<P>, void, undefined>;
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
  byUser<const F extends Fields = undefined>(platform: Platform, username: string, options?: PostOptions<F> | null): Pages<PostWith<F>>;
  /**
   * Lists the posts with one hashtag.
   *
   * @param platform the network
   * @param hashtag in any case, with or without `#`
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  byHashtag<const F extends Fields = undefined>(platform: Platform, hashtag: string, options?: PostOptions<F> | null): Pages<PostWith<F>>;
  /**
   * Searches all posts.
   *
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  search<const F extends Fields = undefined>(options?: SearchOptions<F> | null): Pages<PostWith<F>>;
  /**
   * Fetches one post.
   *
   * @param id the post's `id`, such as `x:123`
   * @throws {PosternError} with `POST_NOT_FOUND` if it is not stored; with `INVALID_PARAMETER` before anything is sent, if an
   * argument is wrong
   */
  post<const F extends Fields = undefined>(id: string, options?: ByIdOptions<F> | null): Promise<OnePost<PostWith<F>>>;
  /**
   * Fetches several posts.
   *
   * @param ids 1 to 100 ids (`x:123`) or web addresses of posts as their networks write them
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong. Posts that are not stored are
   * no error, but `missing`.
   */
  posts<const F extends Fields = undefined>(ids: OneOrMore<string>, options?: ByIdOptions<F> | null): PostList<PostWith<F>>;
  /**
   * Counts posts, and adds up their counts.
   *
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  counts(options?: CountOptions | null): Counts;
  /**
   * Lists what changed since a copy was made, so that it can be brought up to date.
   *
   * @throws {PosternError} with `INVALID_PARAMETER` before anything is sent, if an argument is wrong
   */
  changes<const F extends Fields = undefined>(options?: ChangesOptions<F> | null): Changes<PostWith<F>>;
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
  | "POST_NOT_FOUND"
  | "SINCE_GONE"
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
  | "UNSUPPORTED_VERSION"
  | "WORKER_ENDED"
  | "NOT_SUPPORTED"
  | "REPLICA_CLOSED"
  | "STORAGE_FULL"
  | "STORAGE_FAILED"
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
