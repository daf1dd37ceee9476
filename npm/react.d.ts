/**
 * Hooks for React 19 or newer. A source is whatever answers searches: a client, a set of posts, or a replica, whose changes are followed.
 * Make it outside of components, or keep it in state: another source is asked anew.
 *
 * On a server, and until a page has taken over what a server rendered, the hooks have what is `initial`, and ask for nothing.
 *
 * @packageDocumentation
 */

import type { Fields, Page, Pages, Postern, PosternError, PostWith, SearchOptions } from "../core/index.js";
import type { Replica, ReplicaFilter, ReplicaState, SyncOptions, SyncProgress, SyncResult } from "../replica/index.js";
export { PosternError } from "../core/index.js";

/** What answers searches: a client, a set of posts, or a replica. `null` is one that is not there yet. */
export type Source = { search(options?: SearchOptions<Fields> | null): Pages<never> | Pages<unknown> | Pages<any> } | null | undefined;

/** What a hook begins with. */
export interface InitialOptions<P> {
  /**
   * The first page, as a server has read it, or a promise of it, such as a server component passes on: then the component suspends until it
   * is there.
   */
  initial?: Page<P> | Promise<Page<P>> | null | undefined;
}

/** A page of a search. */
export interface SearchResult<P> {
  /** The page; `null` before there is one. While another one is asked for, it is the last one: its `query` says of what. */
  page: Page<P> | null;
  /** Its posts; empty before there is one. */
  posts: P[];
  /** What the call failed with. */
  error: PosternError | null;
  /** Whether an answer is waited for. */
  isPending: boolean;
  /** Asks again. */
  refresh(): void;
}

/**
 * A page of posts: of a search, with the options of `search`. Other options are asked for at once, and a call that nobody waits for any more
 * is aborted. `null` in the place of a source asks nobody.
 *
 * @example
 * const { posts, isPending, error } = useSearch(client, { keyword, limit: 20 });
 */
export function useSearch<const F extends Fields = undefined>(
  source: Source,
  options?: Omit<SearchOptions<F>, "signal"> | null,
  settings?: InitialOptions<PostWith<F>>,
): SearchResult<PostWith<F>>;

/** The pages of a search. */
export interface PagesResult<P> {
  /** The pages so far. */
  pages: Page<P>[];
  /** The posts of all of them. */
  posts: P[];
  /** What the last call failed with. */
  error: PosternError | null;
  /** Whether an answer is waited for. */
  isPending: boolean;
  /** Whether there is a next page. */
  hasMore: boolean;
  /** Asks for the next page, unless there is none, or one is waited for. */
  loadMore(): void;
  /** Asks for all pages again. */
  refresh(): void;
}

/**
 * Posts page by page, for lists that grow. When a replica changes, as many pages are read again.
 *
 * @example
 * const { posts, hasMore, loadMore } = usePages(client, { hashtag: "reef", limit: 50 });
 */
export function usePages<const F extends Fields = undefined>(
  source: Source,
  options?: Omit<SearchOptions<F>, "signal" | "cursor"> | null,
  settings?: InitialOptions<PostWith<F>>,
): PagesResult<PostWith<F>>;

/** How a replica is opened and kept up to date. */
export interface UseReplicaOptions {
  /** Reads the changes. `null` is one that is not there yet. */
  client: Pick<Postern, "changes"> | null | undefined;
  /** Which posts are copied. */
  filter?: ReplicaFilter | null | undefined;
  /** Milliseconds from the end of a sync to the next one. By default it syncs once, when it is open; with `false` never by itself. */
  syncEvery?: number | false | null | undefined;
}

/** A replica, and what happens to it. */
export interface ReplicaResult {
  /** The replica; `null` until it is open. It is a source for the other hooks. */
  replica: Replica | null;
  /** Where it stands. */
  state: ReplicaState | null;
  /** What opening it or the last sync failed with. The posts that it has are there all the same. */
  error: PosternError | null;
  /** Whether a sync is under way. */
  isSyncing: boolean;
  /** How far it is. */
  progress: SyncProgress | null;
  /** Brings it up to date; `null` if it is not open. */
  sync(options?: SyncOptions | null): Promise<SyncResult | null>;
}

/**
 * A replica that is open as long as the component is there.
 *
 * @example
 * const { replica, state, isSyncing } = useReplica("reef", { client, filter: { hashtag: "reef" } });
 * const { posts } = useSearch(replica, { keyword });
 */
export function useReplica(name: string, options: UseReplicaOptions): ReplicaResult;
