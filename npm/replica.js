// A copy of posts that is kept in the browser and answers by itself: a store, the set of posts that answers, and the sync between a service
// and the store.

import { PostSet as InPage } from "./offline.js";
import { Database } from "./replica/database.js";
import { closed, failed, invalid } from "./replica/errors.js";
import { Memory } from "./replica/memory.js";
import { News } from "./replica/news.js";
import { sync } from "./replica/sync.js";
import { Counts, Lazy, Pages, Posts, PosternError } from "./shared.js";

export { PosternError };

const FILTERS = ["platform", "username", "hashtag"];
// No private fields: what frameworks put before an object to watch it has none.
const OWN = Symbol("own");

export class Replica {
  static async open(name, options) {
    if (typeof name !== "string" || name === "") throw invalid("name", "a name", name);
    const { client, filter, PostSet } = options ?? {};
    if (typeof client?.changes !== "function") throw invalid("client", "a client of a service", client);
    const own = new Own(name, client, checked(filter), PostSet ?? InPage);
    await own.open();
    const replica = new Replica();
    replica[OWN] = own;
    return replica;
  }

  get name() {
    return this[OWN].name;
  }

  get persistent() {
    return this[OWN].store.isPersistent;
  }

  get state() {
    return this[OWN].state;
  }

  get size() {
    return this.state.size;
  }

  get syncedAt() {
    return this.state.syncedAt;
  }

  subscribe(listener) {
    const { listeners } = this[OWN];
    const entry = { listener };
    listeners.add(entry);
    return () => listeners.delete(entry);
  }

  sync(options) {
    return this[OWN].sync(options ?? {});
  }

  byUser(platform, username, options) {
    return pages(this, "byUser", [platform, username], options);
  }

  byHashtag(platform, hashtag, options) {
    return pages(this, "byHashtag", [platform, hashtag], options);
  }

  search(options) {
    return pages(this, "search", [], options);
  }

  post(id, options) {
    return new Lazy(async () => (await set(this)).post(id, options));
  }

  posts(ids, options) {
    return new Posts(async () => (await set(this)).posts(ids, options), async (mark) => (await set(this)).posts(ids, options).csv({ mark }));
  }

  counts(options) {
    return new Counts(async (given) => (await set(this)).counts(given), options);
  }

  async export(options) {
    return (await set(this)).export(options);
  }

  async close() {
    this[OWN].end(closed("it was closed"));
  }

  async delete() {
    this[OWN].end(closed("it was deleted"));
    if (this.persistent) await Database.delete(this.name);
  }
}

/** The posts as they are now. */
const set = (replica) => replica[OWN].current();

const pages = (replica, method, names, options) =>
  new Pages(
    async (page) => (await set(replica))[method](...names, page),
    async (page, mark) => (await set(replica))[method](...names, page).csv({ mark }),
    options,
  );

/** The filter, and its text: equal filters have equal ones. */
function checked(filter) {
  if (filter === undefined || filter === null) return { values: {}, text: "{}" };
  if (typeof filter !== "object" || Array.isArray(filter)) throw invalid("filter", "an object", filter);
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
  for (const [key] of given) if (!FILTERS.includes(key)) throw invalid(`filter.${key}`, `one of ${FILTERS.join(", ")}`, key);
  const values = Object.fromEntries(given.sort(([one], [other]) => (one < other ? -1 : 1)));
  return { values, text: JSON.stringify(values) };
}

/** What a replica has. */
class Own {
  listeners = new Set();
  store = null;
  state = null;
  #set = null;
  /** Where the set stands. */
  #seen = null;
  #news;
  #ended = null;
  #ending = new AbortController();
  #refreshing = null;
  /** The set whose texts are being folded. */
  #preparing = null;
  #queue = { last: Promise.resolve() };

  constructor(name, client, filter, PostSet) {
    Object.assign(this, { name, client, filter, PostSet });
  }

  async open() {
    const onEnd = () => this.end(closed("another page deleted it, or needs it for a newer version"));
    this.store = (await Database.open(this.name, this.filter.text, onEnd)) ?? new Memory(this.filter.text);
    if (this.store.isPersistent) this.#news = new News(this.name, () => this.#refreshed().catch(() => {}));
    try {
      await this.#refreshed();
    } catch (error) {
      this.end(error);
      throw error;
    }
  }

  /** The set of posts, as new as the store. */
  async current() {
    await this.#refreshed();
    return this.#set;
  }

  sync(options) {
    const { name, client, filter } = this;
    const hasLocks = this.store.isPersistent && globalThis.navigator?.locks !== undefined;
    return sync(
      {
        ...{ name, client, filter, stop: this.#ending.signal, queue: hasLocks ? null : this.#queue },
        state: () => this.#trying(() => this.#checked()),
        take: (step, from) => this.#trying(() => this.store.take(step, from)),
        onStep: async () => {
          await this.#refreshed();
          this.#news?.tell();
        },
      },
      options,
    );
  }

  /** Ends all of it; later calls fail with this. */
  end(error) {
    if (this.#ended) return;
    this.#ended = error;
    this.#ending.abort(error);
    this.#news?.close();
    this.store?.close();
    this.#set = null;
    this.#tell();
  }

  /** Brings the set up to date: one at a time, and whoever asks meanwhile waits for a look that begins later. */
  async #refreshed() {
    while (this.#refreshing) await this.#refreshing.catch(() => {});
    this.#refreshing = this.#trying(() => this.#refresh());
    try {
      await this.#refreshing;
    } finally {
      this.#refreshing = null;
    }
  }

  async #refresh() {
    const { epoch, version } = await this.#checked();
    if (this.#seen?.state.epoch === epoch && this.#seen.state.version === version) return;
    const fresh = await this.PostSet.from("");
    let set = this.#set;
    const parts = [];
    // Not awaited one by one, since a transaction waits for nothing else.
    const apply = (removed, lines) => parts.push(set.apply({ removed, lines }).then(() => null, (error) => error));
    const seen = await this.store.news(this.#seen, () => (set = fresh), apply);
    const failure = (await Promise.all(parts)).find(Boolean);
    if (failure) throw failure;
    if (this.#ended) throw this.#ended;
    [this.#set, this.#seen] = [set, seen];
    if (this.store.isPersistent) this.#prepare();
    const { size, since, syncedAt, building } = seen.state;
    this.state = Object.freeze({ size, since, syncedAt, isRebuilding: building !== null });
    this.#tell();
  }

  /** Has the first search find its work done; and if it fails, that search says so. */
  async #prepare() {
    const set = this.#set;
    if (this.#preparing === set) return;
    this.#preparing = set;
    await set.prepare({ signal: this.#ending.signal }).catch(() => {});
    if (this.#preparing === set) this.#preparing = null;
  }

  /** Where the copy stands, which is to be of the same filter still. */
  async #checked() {
    const state = await this.store.state();
    if (state?.filter === this.filter.text) return state;
    this.end(closed("another page opened it with another filter"));
    throw this.#ended;
  }

  async #trying(work) {
    if (this.#ended) throw this.#ended;
    try {
      return await work();
    } catch (error) {
      if (error instanceof PosternError) throw error;
      throw this.#ended ?? (error instanceof DOMException ? failed(error) : error);
    }
  }

  #tell() {
    for (const { listener } of this.listeners) listener();
  }
}
