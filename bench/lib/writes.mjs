// Rows written by an import: for a new post, one whose counts changed, and one that was sent again unchanged.

/** The most rows for a new post with three hashtags, and for one that says nothing new. */
export const WRITES = { inserted: 14, unchanged: 0 };

const BATCH = 100;

/** A post with three hashtags, a text and all counts: one row in every table and index. */
export const newPost = (id) => ({
  platform: "instagram",
  platform_post_id: String(id),
  author: { username: "counted.post" },
  content: "Slack water at the pier #Slack #Water #Pier",
  media_type: "image",
  likes_count: 10,
  comments_count: 2,
  views_count: 300,
  published_at: "2026-03-01T12:00:00Z",
  collected_at: "2026-11-02T00:00:00Z",
});

/**
 * Sends a new post, the same again, and once more with other counts, and says how many rows each wrote.
 *
 * @param {(body: string) => Promise<{ headers: object, body: any }>} send sends lines to the import
 * @param {string} id of a post that is not there yet
 * @returns {Promise<{ inserted: number, unchanged: number, updated: number }>}
 */
export async function countWrites(send, id) {
  const post = newPost(id);
  const changed = { ...post, likes_count: 11, collected_at: "2026-11-03T00:00:00Z" };
  const written = {};
  for (const [what, line] of [["inserted", post], ["unchanged", post], ["updated", changed]]) {
    const { headers, body } = await send(JSON.stringify(line));
    if (body?.data?.[what] !== 1) throw new Error(`expected one post ${what}, got ${JSON.stringify(body)}`);
    written[what] = Number(headers["x-rows-written"]);
  }
  return written;
}

/** How many rows each of a hundred new posts of one batch wrote, with their share of what the batch itself costs. */
export async function countBatch(send) {
  const posts = Array.from({ length: BATCH }, (_, index) => JSON.stringify(newPost(`counted-batch-${index}`)));
  const { headers, body } = await send(posts.join("\n"));
  if (body?.data?.inserted !== BATCH) throw new Error(`expected ${BATCH} posts inserted, got ${JSON.stringify(body)}`);
  return Number(headers["x-rows-written"]) / BATCH;
}
