// A service whose posts change at random, and queries to compare copies with it by.

import assert from "node:assert/strict";
import { load } from "../../api/support/posts.mjs";

const WORDS = ["low", "tide", "reef", "kelp", "fog", "京都", "☕", "émeute", "heron", "harbour"];
const TAGS = ["Tide", "reef", "沖縄", "Kelp"];
const AUTHORS = ["reef.watch", "kelp", "Émile", "fog_horn"];
const PLATFORMS = ["instagram", "x", "tiktok"];

/** Numbers at random that are the same for the same seed. */
export function random(seed) {
  let state = seed;
  const below = (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const one = (list) => list[below(list.length)];
  const some = (list, most) => [...new Set(Array.from({ length: below(most + 1) }, () => one(list)))];
  return { below, one, some };
}

/** Changes a service, and knows what it should have. */
export class Changing {
  #server;
  #random;
  #next = 0;
  #known = [];
  #at = Date.parse("2026-03-02T00:00:00Z");

  constructor(server, seed) {
    this.#server = server;
    this.#random = random(seed);
  }

  /** Imports new posts, other states of known ones, and erases some. */
  async round(count) {
    const { below, one } = this.#random;
    const news = Array.from({ length: count }, () => this.#post(`r${this.#next++}`, one(PLATFORMS)));
    const again = Array.from({ length: Math.min(this.#known.length, below(count + 1)) }, () => one(this.#known)).map(({ platform, platform_post_id }) => this.#post(platform_post_id, platform));
    this.#at += 60_000;
    await load(this.#server, [...new Map([...news, ...again].map((line) => [`${line.platform}:${line.platform_post_id}`, line])).values()]);
    this.#known.push(...news);
    for (let left = below(3); left > 0 && this.#known.length > 10; left -= 1) await this.#erase(`posts/${this.#id(this.#known.splice(below(this.#known.length), 1)[0])}`);
  }

  async eraseAuthor(platform, username) {
    await this.#erase(`authors/${platform}/${encodeURIComponent(username)}`);
  }

  #id = ({ platform, platform_post_id }) => encodeURIComponent(`${platform}:${platform_post_id}`);

  async #erase(path) {
    const { status, text } = await this.#server.call(`/operator/v1/${path}`, { method: "DELETE", bearer: this.#server.operatorSecret });
    assert.ok([200, 404].includes(status), text);
  }

  #post(id, platform) {
    const { below, one, some } = this.#random;
    const unknown = (value) => (below(5) === 0 ? null : value);
    const content = Array.from({ length: 3 + below(8) }, () => one(WORDS)).join(" ");
    return {
      platform, platform_post_id: id, author: { username: one(AUTHORS), display_name: unknown("Somebody") }, content: unknown(content),
      hashtags: some(TAGS, 3), mentions: some(AUTHORS, 2), language: unknown(one(["en", "pt-BR", "ja"])), media_type: unknown(one(["image", "video"])),
      likes_count: unknown(below(50)), comments_count: unknown(below(9)), views_count: unknown(below(900)), kind: one(["original", "reply", "quote"]),
      published_at: new Date(Date.parse("2026-02-01T00:00:00Z") + below(20 * 86_400) * 1_000).toISOString(), collected_at: new Date(this.#at).toISOString(),
    };
  }
}

/** Queries, as a method and its arguments, that lie within a filter. */
export function queries(seed, filter, count) {
  const { below, one, some } = random(seed);
  const list = (values, most) => {
    const found = some(values, most);
    return found.length > 0 ? found : undefined;
  };
  const options = () => ({
    limit: one([9, 40, 100]), sortBy: one(["published_at", "likes_count", "views_count", undefined]), sortOrder: one(["asc", "desc", undefined]),
    keyword: one([undefined, undefined, "tide", "reef OR kelp", '"low tide" -fog', "京", "her*"]), minLikes: one([undefined, undefined, 10]),
    kind: one([undefined, undefined, ["original", "quote"]]), language: one([undefined, undefined, "pt"]), mediaType: one([undefined, undefined, "none"]),
    excludeHashtag: one([undefined, undefined, "kelp"]), fromDate: one([undefined, undefined, "2026-02-09"]), toDate: one([undefined, undefined, "2026-02-15"]),
  });
  const names = () => ({ platform: list(PLATFORMS, 2), username: one([undefined, undefined, list(AUTHORS, 2)]), hashtag: one([undefined, undefined, list(TAGS.slice(0, 3), 2)]), ...filter });
  return Array.from({ length: count }, (_, n) => {
    const { limit, sortBy, sortOrder, ...filters } = options();
    const { excludeHashtag, ...others } = filters;
    const given = { ...names(), ...(filter.hashtag ? others : filters) };
    if (given.hashtag) delete given.excludeHashtag;
    if (n % 4 === 3) return ["counts", [{ ...given, groupBy: one(["day", "username", "hashtag", "language", undefined]) }]];
    return ["search", [{ ...given, limit, sortBy, sortOrder }]];
  });
}
