// The built Worker, behind whose databases of posts stands a replica that lags, and whose KV can be broken: `main` of
// a server's configuration. The replica is asked where a session allows any state; with a bookmark or `first-primary`
// the database itself answers. `/lagging/...` switches, and tells what was asked for.

import { WorkerEntrypoint } from "cloudflare:workers";
import Postern from "../../../build/index.js";

/** How far the replica of each isolate is: the version that it stays at; null: it is up to date. */
const state = { version: null, sessions: [], kv: "well", gets: 0, puts: 0 };

/** A replica hides every version after its own, by answering as if its posts were those of then. */
function replica(database) {
  return {
    prepare: (sql) => database.prepare(sql),
    batch: async (statements) => {
      const results = await database.batch(statements);
      for (const { results: rows } of results) {
        for (const row of rows) if ("version" in row) row.version = Math.min(row.version, state.version);
      }
      // The last post that was imported has not come here yet. A part of a page that lacks it says that it is the last.
      for (const result of results) {
        const here = result.results.filter((row) => !row.json?.includes('"content":"late"'));
        if (here.length < result.results.length && "mark" in result.results[0]) here.push({ mark: 2 });
        result.results = here;
      }
      return results;
    },
    getBookmark: () => "replica",
  };
}

function lagging(database) {
  return {
    prepare: (sql) => database.prepare(sql),
    batch: (statements) => database.batch(statements),
    withSession(constraint) {
      state.sessions.push(constraint);
      const isOpen = constraint === "first-unconstrained" || constraint.startsWith("00000000");
      return isOpen && state.version !== null ? replica(database) : database.withSession(constraint);
    },
  };
}

function faulty(kv) {
  const act = async (count, action) => {
    state[count] += 1;
    if (state.kv === "down") throw new Error("KV is down");
    if (state.kv === "slow") await new Promise((resolve) => setTimeout(resolve, 3_000));
    const done = await action();
    if (state.kv === "lost") throw new Error("KV is gone");
    return state.kv === "half" ? done?.slice(0, done.length / 2) : done;
  };
  return {
    get: (key) => act("gets", () => (state.kv === "broken" ? "nonsense" : kv.get(key))),
    put: (key, value, options) => act("puts", () => kv.put(key, value, options)),
  };
}

export default class extends WorkerEntrypoint {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname.startsWith("/lagging/")) {
      Object.assign(state, Object.fromEntries(url.searchParams));
      if (url.searchParams.has("version")) state.version = Number(url.searchParams.get("version"));
      const told = Response.json(state);
      state.sessions = [];
      return told;
    }
    const env = { ...this.env, POSTS_0: lagging(this.env.POSTS_0), PAGES: faulty(this.env.PAGES) };
    return new Postern(this.ctx, env).fetch(request);
  }
}
