// Posts as CSV (RFC 4180), for spreadsheets.

/** Cells of several values, such as hashtags, have them in one. */
const list = (values) => values.join(" ");

const COLUMNS = [
  ["id", (post) => post.id],
  ["platform", (post) => post.platform],
  ["platform_post_id", (post) => post.platform_post_id],
  ["url", (post) => post.url],
  ["author_id", ({ author }) => author.id],
  ["author_username", ({ author }) => author.username],
  ["author_display_name", ({ author }) => author.display_name],
  ["author_url", ({ author }) => author.url],
  ["author_verified", ({ author }) => author.verified],
  ["author_followers_count", ({ author }) => author.followers_count],
  ["content", (post) => post.content],
  ["language", (post) => post.language],
  ["media_type", (post) => post.media_type],
  ["media_urls", ({ media }) => list(media.map(({ url }) => url))],
  ["hashtags", ({ hashtags }) => list(hashtags)],
  ["mentions", ({ mentions }) => list(mentions)],
  ["likes_count", (post) => post.likes_count],
  ["comments_count", (post) => post.comments_count],
  ["views_count", (post) => post.views_count],
  ["shares_count", (post) => post.shares_count],
  ["saves_count", (post) => post.saves_count],
  ["kind", (post) => post.kind],
  ["refers_to", (post) => post.refers_to],
  ["approximate", ({ approximate }) => list(approximate)],
  ["published_at", (post) => post.published_at],
  ["edited_at", (post) => post.edited_at],
  ["collected_at", (post) => post.collected_at],
];

/** A text that begins like this is taken for a formula by one spreadsheet or another, also in full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text that would be run is made one that is read, by the apostrophe that spreadsheets take as "this is text". */
const harmless = (text) => (FORMULA.test(text) ? `'${text}` : text);

function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells) => `${cells.map(cell).join(",")}\r\n`;

/** The mark at the start is what tells spreadsheets that it is UTF-8. */
const MARK = "\ufeff";

/** The lines of a CSV file, with a head. */
export const csv = (posts) => [MARK, line(COLUMNS.map(([name]) => name)), ...posts.map((post) => line(COLUMNS.map(([, read]) => read(post))))];
