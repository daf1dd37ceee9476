// A page of posts: one statement. The keys are found and sorted first, the wide rows are read for the page alone.

const DIRECTION = { desc: { order: "DESC", further: "<" }, asc: { order: "ASC", further: ">" } };

/** The statement of a page, with one row more than it has, which says whether there are more. */
export function pageStatement(database, query) {
  const [conditions, values] = [[], []];
  const where = (condition, ...more) => {
    conditions.push(condition);
    values.push(...more);
  };
  const network = query.platform === "twitter" ? "x" : query.platform;
  const byTag = query.hashtag !== undefined;
  const byTime = query.sort === "published_at";
  const tables = ["posts p"];
  if (query.keyword) {
    tables.unshift("posts_text t");
    where("p.id = t.rowid AND t.posts_text MATCH ?", query.keyword.match);
  }
  if (byTag) {
    tables.unshift("hashtags h");
    where("p.id = h.post_id AND h.tag = ?", query.hashtag);
    if (network) where("h.platform = ?", network);
  } else if (network) where("p.platform = ?", network);
  if (query.username) where("p.author_key = ?", query.username);
  if (query.mediaType) where("p.media_type = ?", query.mediaType);
  if (query.minLikes > 0) where("p.likes_count >= ?", query.minLikes);
  if (query.minComments > 0) where("p.comments_count >= ?", query.minComments);
  const [time, id] = byTag ? ["h.published_at", "h.post_id"] : ["p.published_at", "p.id"];
  if (query.from !== undefined) where(`${time} >= ?`, query.from);
  if (query.to !== undefined) where(`${time} < ?`, query.to);
  const { order, further } = DIRECTION[query.order];
  const count = `p.${query.sort}`;
  if (query.after) {
    const { value, at, id: last } = query.after;
    if (byTime) where(`(${time}, ${id}) ${further} (?, ?)`, at, last);
    else if (value === null) where(`${count} IS NULL AND (${time}, ${id}) ${further} (?, ?)`, at, last);
    else where(`((${count}, ${time}, ${id}) ${further} (?, ?, ?) OR ${count} IS NULL)`, value, at, last);
  }
  // Descending, SQLite's own order has unknown counts last; saying so again would keep it from the index.
  const nulls = !byTime && query.order === "asc" ? `${count} IS NULL, ` : "";
  const sorted = byTime ? "" : `${count} ${order}, `;
  const keys =
    `SELECT p.id FROM ${tables.join(", ")}${conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : ""} ` +
    `ORDER BY ${nulls}${sorted}${time} ${order}, ${id} ${order} LIMIT ?`;
  const outer = byTime ? "" : `${nulls}${count} ${order}, `;
  const sql = `SELECT p.* FROM (${keys}) k JOIN posts p ON p.id = k.id ORDER BY ${outer}p.published_at ${order}, p.id ${order}`;
  return database.prepare(sql).bind(...values, query.limit + 1);
}

const time = (ms) => (ms === null ? null : new Date(ms).toISOString());

/** A row as the API's post. `platform` reads as the name that was asked for. */
export const post = (row, platform) => ({
  id: `${row.platform}:${row.platform_post_id}`,
  platform: platform ?? row.platform,
  platform_post_id: row.platform_post_id,
  url: row.url,
  author: {
    id: row.author_id,
    username: row.author_username,
    display_name: row.author_display_name,
    url: row.author_url,
    avatar_url: row.author_avatar_url,
    verified: row.author_verified === null ? null : row.author_verified === 1,
    followers_count: row.author_followers_count,
  },
  content: row.content,
  language: row.language,
  media_type: row.media_type,
  media: JSON.parse(row.media),
  hashtags: JSON.parse(row.hashtags),
  mentions: JSON.parse(row.mentions),
  likes_count: row.likes_count,
  comments_count: row.comments_count,
  views_count: row.views_count,
  shares_count: row.shares_count,
  saves_count: row.saves_count,
  kind: row.kind,
  refers_to: row.refers_to,
  approximate: JSON.parse(row.approximate),
  published_at: time(row.published_at),
  edited_at: time(row.edited_at),
  collected_at: time(row.collected_at),
});
