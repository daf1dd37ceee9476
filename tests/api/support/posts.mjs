// Invented posts for the HTTP tests, and the ways to load and list them.

import assert from "node:assert/strict";

const DAY = "2026-03-01";

/** A canonical post: what every line must have, and whatever else a test needs. */
export function post(id, over = {}) {
  const { username = "reef.watch", ...rest } = over;
  return {
    platform: "instagram",
    platform_post_id: String(id),
    author: { username },
    published_at: `${DAY}T12:00:00Z`,
    collected_at: "2026-03-02T00:00:00Z",
    ...rest,
  };
}

export const ndjson = (posts) => posts.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");

/** Sends lines to the import as they are. */
export function send(server, body, { headers = {}, bearer = server.operatorSecret } = {}) {
  const options = { method: "POST", bearer, body, headers: { "content-type": "application/x-ndjson", ...headers } };
  return server.call("/operator/v1/posts", options);
}

/** Loads posts, all of which have to be taken. Returns what the import said. */
export async function load(server, posts) {
  const answer = await send(server, ndjson(posts));
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body.data.rejected, []);
  return answer.body.data;
}

/** The post as it reads in an answer: every key, unknown ones null. */
export function served(line) {
  const network = line.platform === "twitter" ? "x" : line.platform;
  const author = { id: null, display_name: null, url: null, avatar_url: null, verified: null, followers_count: null };
  const unknown = ["url", "content", "language", "media_type", "likes_count", "comments_count", "views_count", "shares_count"];
  return {
    ...Object.fromEntries([...unknown, "saves_count", "refers_to", "edited_at"].map((key) => [key, null])),
    ...{ media: [], hashtags: [], mentions: [], kind: "original", approximate: [] },
    ...line,
    id: `${network}:${line.platform_post_id}`,
    author: { ...author, ...line.author },
    published_at: new Date(line.published_at).toISOString(),
    collected_at: new Date(line.collected_at).toISOString(),
  };
}
