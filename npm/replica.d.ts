/**
 * A copy of a service's posts that is kept where the program runs and answers by itself: the same queries, the same answers, without the
 * network and for nothing. It is brought up to date by changes, and what was erased goes from it.
 *
 * @packageDocumentation
 */

import type { CallOptions, Credits, OneOrMore, Platform, Postern, Time } from "../core/index.js";
import type { PostSet } from "../offline/index.js";
export { PosternError } from "../core/index.js";

/** Which posts are copied: those that all of this holds for; all posts if there is nothing in it. */
export interface ReplicaFilter {
  /** Posts of these networks. */
  platform?: OneOrMore<Platform> | null | undefined;
  /** Posts of these authors. */
  username?: OneOrMore<string> | null | undefined;
  /** Posts with any of these hashtags. */
  hashtag?: OneOrMore<string> | null | undefined;
}

/** What a copy is made with. */
export interface ReplicaOptions {
  /** Reads the changes. Nothing is sent before the first `sync`. */
  client: Pick<Postern, "changes">;
  /** Which posts are copied. Opened with another filter, a copy begins anew. */
  filter?: ReplicaFilter | null | undefined;
  /** The class of the set that answers: that of `@postern/client/worker` answers in a web worker. */
  PostSet?: Pick<typeof PostSet, "from"> | null | undefined;
}

/** Where a copy stands. A new object whenever it changes. */
export interface ReplicaState {
  /** How many posts it has. */
  readonly size: number;
  /** The `next_since` that it is up to date with; `"0"` before the first step. */
  readonly since: string;
  /** When a sync last came to its end; `null` if none did: then there are more posts than these. */
  readonly syncedAt: Time | null;
  /** Whether another copy is built, as the service no longer knows `since`. This one answers until that is whole. */
  readonly isRebuilding: boolean;
}

/** How a copy is brought up to date. */
export interface SyncOptions extends CallOptions {
  /** Called after each step, of up to 100 changes. What it throws, the sync fails with. */
  onProgress?: ((progress: SyncProgress) => void) | null | undefined;
}

/** How far a sync is. How many changes there will be is not known. */
export interface SyncProgress {
  /** The changes so far. */
  received: number;
  /** How many posts the copy has. */
  size: number;
  /** Whether they are for a copy that is built anew. */
  isRebuilding: boolean;
}

/** What a sync brought. */
export interface SyncResult {
  /** The changes. */
  received: number;
  /** How many posts the copy has. */
  size: number;
  /** When it ended. */
  syncedAt: Time;
  /** What all its calls cost. */
  credits: Credits;
}

/**
 * A copy of posts, in IndexedDB, or in memory where there is none: in Node, and where a browser denies it.
 *
 * @example
 * const replica = await Replica.open("reef", { client, filter: { hashtag: "reef" } });
 * await replica.sync();
 * const { posts } = await replica.search({ keyword: "coral", sortBy: "likes_count" });
 */
export class Replica {
  private constructor();
  /**
   * Opens a copy by its name, or makes an empty one. Its posts are read into memory.
   *
   * @throws {PosternError} with `INVALID_PARAMETER`, with `UNSUPPORTED_VERSION` if a newer version of the package has made it, or
   * with `STORAGE_FULL`
   */
  static open(name: string, options: ReplicaOptions): Promise<Replica>;
  /** Its name. */
  readonly name: string;
  /** Whether it is stored. If not, it is in memory, and gone with the program. */
  readonly persistent: boolean;
  /** Where it stands. */
  readonly state: ReplicaState;
  /** How many posts it has. */
  readonly size: number;
  /** When a sync last came to its end; `null` if none did. */
  readonly syncedAt: Time | null;
  /**
   * Calls a function whenever the copy has changed, by this page or another one, and when it is closed.
   *
   * @returns a function that ends it
   */
  subscribe(listener: () => void): () => void;
  /**
   * Brings it up to date. Each step stores up to 100 changes, and where to go on from, in one transaction. So a sync may break off
   * anywhere: the next one goes on from the last step. A second one waits for the first, in other pages, too. Where the service limits
   * calls, it waits as long as it says, up to a minute for each.
   *
   * @throws {PosternError} as a call of the client; with `STORAGE_FULL` if there is no space for more, and the copy is as it was before
   * the step
   */
  sync(options?: SyncOptions | null): Promise<SyncResult>;
  /** As {@link PostSet.byUser}, over the posts of the copy. */
  byUser: PostSet["byUser"];
  /** As {@link PostSet.byHashtag}, over the posts of the copy. */
  byHashtag: PostSet["byHashtag"];
  /** As {@link PostSet.search}, over the posts of the copy. */
  search: PostSet["search"];
  /** As {@link PostSet.post}, over the posts of the copy. */
  post: PostSet["post"];
  /** As {@link PostSet.posts}, over the posts of the copy. */
  posts: PostSet["posts"];
  /** As {@link PostSet.counts}, over the posts of the copy. */
  counts: PostSet["counts"];
  /** As {@link PostSet.export}, of the posts of the copy. */
  export: PostSet["export"];
  /** Closes it. A sync that is under way, and later calls, fail with `REPLICA_CLOSED`. */
  close(): Promise<void>;
  /** Closes it and deletes what is stored. Other pages that have it open lose it, too. */
  delete(): Promise<void>;
}
