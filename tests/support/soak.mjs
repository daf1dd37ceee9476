// Work as a busy service has it: calls of every kind from several callers, with imports beside them. Each answer is
// checked, so that a round either is right in all of it or throws.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { operator } from "../api/support/api.mjs";
import { browserToken } from "../api/support/browser-token.mjs";
import { ndjson, send } from "../api/support/posts.mjs";

const LANES = 4;
const CALLS_OF_A_LANE = 10;
const LINES_OF_AN_IMPORT = 100;
/** An import's posts have to be newer than what is stored, a second a round. */
const SECOND_MS = 1_000;

const POSTS = "/api/v1/posts";
/** Queries of every kind; the values are those that invented posts have often. */
const QUERIES = [
  "/by-user/instagram/vumoluso?limit=20",
  "/by-hashtag/instagram/lowtide?limit=50",
  "/search?keyword=coral&limit=50",
  "/search?keyword=coral%20reef&sort_order=asc&limit=10",
  "/search?platform=tiktok&min_likes=1000&sort_by=likes_count&limit=20",
  "/search?hashtag=lowtide&from_date=2024-06-01&to_date=2025-06-30",
  "/search?username=vumoluso&media_type=video",
  "/search",
];

/** One server at work: what it was asked for, and what that has cost. */
export class Soak {
  /** Calls that were answered as they had to be, and posts that were imported. */
  calls = 0;
  imported = 0;
  rounds = 0;
  /** Credits that the answers say were charged. */
  charged = 0;

  /**
   * @param {object} server what `startServer` returned
   * @param {object[]} posts what the imports load again and again, with counts that grow
   * @param {() => number} random from 0 up to 1
   */
  constructor(server, posts, random) {
    Object.assign(this, { server, posts, random });
    this.kinds = [this.page, this.page, this.page, this.pages, this.repeated, this.fromBrowser, this.head, this.account, this.health, this.refused];
  }

  any = (list) => list[Math.floor(this.random() * list.length)];

  /** A call that has to be answered by a status; counts what it was charged. */
  async ask(path, { status = 200, bearer = this.server.token, ...options } = {}) {
    const answer = await this.server.call(path, { bearer, ...options });
    assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 300)}`);
    this.calls += 1;
    this.charged += Number(answer.headers["x-credits-charged"] ?? 0);
    return answer;
  }

  /** A call for posts: a whole page of whole posts, charged. */
  async postsOf(path, options) {
    const answer = await this.ask(path, options);
    const { posts, page } = answer.body.data;
    assert.equal(posts.length, page.returned, path);
    assert.ok(page.returned === page.limit || !page.has_more, path);
    for (const post of posts) assert.ok(post.id && post.author.username, path);
    return answer;
  }

  page = () => this.postsOf(POSTS + this.any(QUERIES));

  pages = async () => {
    const path = POSTS + this.any(QUERIES);
    const { next_cursor: cursor } = (await this.postsOf(path)).body.data.page;
    if (cursor) await this.postsOf(`${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}`);
  };

  /** The same page twice under one key: it is charged once, unless an import changed it in between. */
  repeated = async () => {
    const headers = { "idempotency-key": randomUUID() };
    const path = POSTS + this.any(QUERIES);
    const [first, second] = [await this.postsOf(path, { headers }), await this.postsOf(path, { headers })];
    const charges = [first, second].map((answer) => answer.headers["x-credits-charged"]);
    const again = first.headers.etag === second.headers.etag ? "0" : "1";
    assert.deepEqual(charges.slice(1), [again], `${path} under one key was charged ${charges.join(" and ")}`);
  };

  fromBrowser = () => this.postsOf(POSTS + this.any(QUERIES), { bearer: browserToken(this.server.token) });

  head = () => this.ask(POSTS + this.any(QUERIES), { method: "HEAD" });

  account = () => this.ask("/api/v1/account");

  health = () => this.ask("/api/v1/health");

  refused = async () => {
    await this.ask(`${POSTS}/search?limit=0`, { status: 400 });
    await this.ask(`${POSTS}/search`, { status: 401, bearer: "nonsense" });
    await this.ask("/api/v1/nothing", { status: 404 });
  };

  /** Imports some of the posts again, each newer and liked more than before. */
  async load() {
    const begin = (this.rounds * LINES_OF_AN_IMPORT) % this.posts.length;
    const collected = (at) => new Date(Date.parse(at) + (this.rounds + 1) * SECOND_MS).toISOString();
    const lines = this.posts.slice(begin, begin + LINES_OF_AN_IMPORT);
    const changed = lines.map((post) => ({ ...post, likes_count: (post.likes_count ?? 0) + this.rounds + 1, collected_at: collected(post.collected_at) }));
    const answer = await send(this.server, ndjson(changed));
    assert.equal(answer.status, 200, answer.text);
    const { inserted, updated, rejected } = answer.body.data;
    assert.deepEqual([inserted, updated, rejected], [0, lines.length, []]);
    this.imported += lines.length;
  }

  /** Some calls from each of several callers, and one import beside them. Returns how long each took, in milliseconds. */
  async round() {
    const took = [];
    const lane = async () => {
      for (let n = 0; n < CALLS_OF_A_LANE; n += 1) {
        const began = performance.now();
        await this.kinds[n]();
        took.push(performance.now() - began);
      }
    };
    await Promise.all([this.load(), ...Array.from({ length: LANES }, lane)]);
    this.rounds += 1;
    return took;
  }

  /** What was charged is what is gone from the balance, and every balance is the sum of its ledger. */
  async settle(credits) {
    const { balance } = (await this.ask("/api/v1/account")).body.data;
    assert.deepEqual([balance.current, balance.total_used], [credits - this.charged, this.charged]);
    const { ledger, posts } = (await operator(this.server)("/stats")).body.data;
    assert.equal(ledger.mismatched, 0);
    assert.equal(posts.total, this.posts.length);
  }
}
