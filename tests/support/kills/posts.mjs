// Imports and erasures: what was answered is there, or gone, and no post is there twice. A copy that is kept up to date meanwhile
// ends equal.

import assert from "node:assert/strict";
import { newAccount, operator } from "../../api/support/api.mjs";
import { withDatabase } from "../../api/support/databases.mjs";
import { ndjson, post, send } from "../../api/support/posts.mjs";
import { any, between } from "./storm.mjs";

const LINES = 20;
const AUTHORS = 5;
const TAG = "storm";
const NDJSON = { headers: { accept: "application/x-ndjson" } };

export class Posts {
  /** Posts that are to be there: their likes, by their id. */
  #there = new Map();
  /** Those on their way, or on their way out: their state is known when there is an answer. */
  #pending = new Set();
  #gone = new Set();
  #imports = 0;
  /** The likes of posts as changes tell them, by their id. */
  #copy = new Map();
  #since = "0";
  #changes = 0;

  constructor(storm) {
    this.storm = storm;
  }

  async begin() {
    this.token = await newAccount(this.storm.server, "copies@example.com", 1_000_000);
  }

  tasks() {
    return [this.#import, this.#import, this.#update, this.#erase, this.#read, this.#sync].map((task) => task.bind(this));
  }

  /** Brings the copy up to date by an answer. Returns whether there is more. */
  async #sync() {
    const answer = await this.storm.heard(() => this.storm.server.call(`/api/v1/posts/changes?limit=100&fields=likes_count&hashtag=${TAG}&since=${this.#since}`, { bearer: this.token }));
    if (answer === null) return true;
    assert.equal(answer.status, 200, answer.text);
    const { changes, page } = answer.body.data;
    for (const { type, post: one, id } of changes) {
      if (type === "post") this.#copy.set(one.id.split(":")[1], one.likes_count);
      else this.#copy.delete(id.split(":")[1]);
    }
    this.#since = page.next_since;
    this.#changes += changes.length;
    return page.has_more;
  }

  #line = (id, likes, day) => post(id, { username: `storm${id % AUTHORS}`, content: `#${TAG} ${id}`, likes_count: likes, collected_at: `2026-03-${String(day).padStart(2, "0")}T00:00:00Z` });

  async #send(lines, likes) {
    const ids = lines.map((line) => line.platform_post_id);
    ids.forEach((id) => this.#pending.add(id));
    await this.storm.insist(() => send(this.storm.server, ndjson(lines)), 200, (answer) => {
      assert.deepEqual(answer.body.data.rejected, []);
      for (const id of ids) {
        this.#there.set(id, likes);
        this.#pending.delete(id);
      }
    });
  }

  async #import() {
    const start = 1 + LINES * (this.#imports += 1);
    const lines = Array.from({ length: LINES }, (_, n) => this.#line(start + n, 1, 2));
    await this.#send(lines, 1);
  }

  /** A post that nothing else is happening to. */
  #pick() {
    const free = [...this.#there.keys()].filter((id) => !this.#pending.has(id));
    return any(free);
  }

  async #update() {
    const id = this.#pick();
    const likes = (this.#there.get(id) ?? 0) + 1;
    if (id && likes < 26) await this.#send([this.#line(id, likes, likes + 1)], likes);
    else await this.#read();
  }

  async #erase() {
    const id = this.#pick();
    if (!id || Math.random() < 0.7) return this.#read();
    this.#pending.add(id);
    const path = `/operator/v1/posts/instagram:${id}`;
    return this.storm.insist(() => this.storm.server.call(path, { method: "DELETE", bearer: this.storm.server.operatorSecret }), 200, () => {
      this.#there.delete(id);
      this.#gone.add(id);
      this.#pending.delete(id);
    });
  }

  async #read() {
    const answer = await this.storm.heard(() => operator(this.storm.server)(`/posts?limit=${between(1, 100)}`, undefined, NDJSON));
    if (answer !== null) assert.equal(answer.status, 200, answer.text);
  }

  /** All posts of the storm, by their id: their likes. Read beside the service, which would have to be asked for thousands. */
  #stored() {
    return withDatabase(this.storm.server.state, "POSTS_0", (database) => {
      const rows = (sql) => database.prepare(sql).all();
      const [{ posts, documents, tags }] = rows(`SELECT (SELECT count(*) FROM posts) AS posts, (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM hashtags WHERE tag_key = '2:${TAG}') AS tags`);
      const all = rows(`SELECT id, json_extract(json, '$.likes_count') AS likes FROM documents WHERE instr(json, '#${TAG} ')`);
      assert.deepEqual([documents, tags], [posts, all.length], "a post, its document and its hashtags are of one transaction");
      return new Map(all.map(({ id, likes }) => [id.split(":")[1], likes]));
    });
  }

  check(when) {
    const stored = this.#stored();
    const settled = (id) => !this.#pending.has(id);
    for (const [id, likes] of this.#there) if (settled(id)) assert.equal(stored.get(id), likes, `post ${id} ${when}`);
    for (const id of this.#gone) assert.ok(!stored.has(id), `post ${id} was erased, and is there ${when}`);
    for (const id of stored.keys()) assert.ok(this.#there.has(id) || !settled(id), `post ${id} is there ${when}, and should not be`);
  }

  /** The ids of all posts of the storm, as the service gives them. */
  async #exported() {
    const all = [];
    for (let cursor = null; ; ) {
      const query = new URLSearchParams({ limit: "1000", ...(cursor && { cursor }) });
      const answer = await operator(this.storm.server)(`/posts?${query}`, undefined, NDJSON);
      assert.equal(answer.status, 200, answer.text);
      all.push(...answer.text.split("\n").filter((line) => line.includes(`#${TAG} `)).map((line) => JSON.parse(line).platform_post_id));
      cursor = answer.headers["x-next-cursor"];
      if (!cursor) return all;
    }
  }

  async end() {
    assert.equal(this.#pending.size, 0);
    while (await this.#sync());
    assert.deepEqual([...this.#copy].sort(), [...this.#there].sort(), "a copy that was kept up to date ends equal");
    assert.deepEqual((await this.#exported()).sort(), [...this.#there.keys()].sort(), "each post that is to be there is served, once");
    const { status, body } = await send(this.storm.server, ndjson([...this.#gone].slice(0, 1_000).map((id) => this.#line(id, 1, 2))));
    assert.deepEqual([status, body.data.erased], [200, Math.min(this.#gone.size, 1_000)], "no import brings back what was erased");
    return { imports: this.#imports, "posts in the end": this.#there.size, erasures: this.#gone.size, changes: this.#changes };
  }
}
