// A copy of posts in IndexedDB. Each step of a sync is one transaction, so the database always has the posts of one `since`. Of two copies,
// one is read; where a service no longer knows the `since`, the other is built beside it, and takes its place when it is whole.

import { deleteDB, openDB } from "idb";
import { change, textOf } from "./segments.js";
import { full, newer } from "./errors.js";
import { beginning, next } from "./state.js";

/** The version of all of this. */
const VERSION = 1;
const COPIES = ["first", "second"];
/** How many segments are read at once. The page has other things to do in between. */
const AT_ONCE = 10;
/** Of how many steps it is known what they removed. A page that is further behind reads everything anew. */
const REMEMBERED = 1_000;

const databaseName = (name) => `@postern/client/${name}`;

export class Database {
  isPersistent = true;
  #database;

  /**
   * Opens the database of a copy.
   *
   * @param filter of the copy, as text; a copy of another filter is dropped
   * @param onEnd called when the database is gone: deleted, or needed by a newer version
   * @returns null where there is no storage, or none for this page
   */
  static async open(name, filter, onEnd) {
    if (!globalThis.indexedDB) return null;
    const store = new Database();
    try {
      store.#database = await openDB(databaseName(name), VERSION, { upgrade, blocking: onEnd, terminated: onEnd });
      await store.#begin(filter);
      return store;
    } catch (cause) {
      store.close();
      if (cause.name === "VersionError") throw newer(name, cause);
      if (cause instanceof DOMException && cause.name !== "QuotaExceededError") return null; // denied
      throw cause.name === "QuotaExceededError" ? full(cause) : cause;
    }
  }

  async #begin(filter) {
    await this.#writing(async (stores) => {
      const state = await stores.state.get(0);
      if (state?.filter === filter) return;
      await Promise.all([...COPIES, "removed"].map((name) => stores[name].clear()));
      await stores.state.put(beginning(filter, state), 0);
    });
  }

  /** Where the copy stands. */
  state() {
    return this.#database.get("state", 0);
  }

  /**
   * Takes a step.
   *
   * @param from where the copy stood when its changes were asked for
   * @returns where it stands then; `null` if another page has taken a step in between
   */
  async take(step, from) {
    return this.#writing(async (stores) => {
      const before = await stores.state.get(0);
      if (before.version !== from.version || before.filter !== from.filter) return null;
      const after = next(before, step, await this.#write(stores, before, step));
      if (after.active !== before.active) await Promise.all([stores[COPIES[before.active]].clear(), stores.removed.clear()]);
      await stores.state.put(after, 0);
      return after;
    });
  }

  /** Writes the posts of a step. Returns by how many posts each copy has more. What is removed is removed from both. */
  async #write(stores, { active, version }, { lines, removed, isBuilding, isFirst }) {
    const [copy, other] = [stores[COPIES[active]], stores[COPIES[1 - active]]];
    if (removed.length > 0) await stores.removed.put(removed, version + 1);
    await stores.removed.delete(IDBKeyRange.upperBound(version - REMEMBERED));
    if (!isBuilding) return { active: await change(copy, lines, removed), building: 0 };
    if (isFirst) await other.clear();
    return { active: await change(copy, new Map(), removed), building: await change(other, lines, removed) };
  }

  /**
   * Tells what is new since a page last looked.
   *
   * @param seen where the page stands: `null`, or what this returned the last time
   * @param begin called if the page has to begin anew
   * @param apply gets the ids that are gone, and lines that are new, part by part
   */
  async news(seen, begin, apply) {
    const transaction = this.#database.transaction(["state", "removed", ...COPIES]);
    transaction.done.catch(() => {}); // a request says so, too
    const state = await transaction.objectStore("state").get(0);
    if (seen?.state.epoch === state.epoch && seen.state.version === state.version) return { ...seen, state };
    const isNear = seen?.state.epoch === state.epoch && seen.state.version >= state.version - REMEMBERED;
    if (!isNear) begin();
    else apply((await transaction.objectStore("removed").getAll(IDBKeyRange.lowerBound(seen.state.version, true))).flat(), "");
    return { state, key: await read(transaction.objectStore(COPIES[state.active]), isNear ? seen.key : 0, apply) };
  }

  close() {
    this.#database?.close();
  }

  static async delete(name) {
    if (globalThis.indexedDB) await deleteDB(databaseName(name));
  }

  /** Runs a transaction: all of it is written, or nothing. */
  async #writing(work) {
    const transaction = this.#database.transaction(["state", "removed", ...COPIES], "readwrite");
    const stores = Object.fromEntries([...transaction.objectStoreNames].map((name) => [name, transaction.objectStore(name)]));
    const done = transaction.done.then(() => null, (error) => error);
    let [result, failure] = [undefined, null];
    try {
      result = await work(stores);
      transaction.commit();
    } catch (error) {
      failure = error;
      if (transaction.error === null) tryTo(() => transaction.abort());
    }
    const ended = await done;
    const cause = transaction.error ?? failure ?? ended;
    if (cause === null) return result;
    throw cause.name === "QuotaExceededError" ? full(cause) : cause;
  }
}

/** Reads the segments after a key, part by part. Returns the last key. */
async function read(store, after, apply) {
  for (let key = after; ; ) {
    const range = IDBKeyRange.lowerBound(key, true);
    const [keys, segments] = await Promise.all([store.getAllKeys(range, AT_ONCE), store.getAll(range, AT_ONCE)]);
    if (keys.length === 0) return key;
    apply([], segments.map(textOf).join("\n"));
    key = keys.at(-1);
  }
}

function upgrade(database) {
  database.createObjectStore("state");
  database.createObjectStore("removed");
  for (const name of COPIES) database.createObjectStore(name, { autoIncrement: true }).createIndex("ids", "ids", { multiEntry: true });
}

function tryTo(action) {
  try {
    action();
  } catch {
    // It has ended by itself.
  }
}
