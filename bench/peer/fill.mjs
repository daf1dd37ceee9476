// Fills the peer's database with the posts that Postern serves, read from Postern's own database, so that both answer
// with the same. It writes into the file of a local D1 that no runtime has open: `node fill.mjs POSTERN PEER SCHEMA`.

import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const [from, to, schema] = process.argv.slice(2);
const NETWORKS = [null, "tiktok", "instagram", "x", "snapchat", "linkedin"];
const BATCH = 10_000;

const source = new DatabaseSync(from, { readOnly: true });
const target = new DatabaseSync(to);
target.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY");
const [tables, indexes] = parts(readFileSync(schema, "utf8"));
target.exec(tables);

/** The indexes of posts are made when the posts are there: the same result in a fraction of the time. */
function parts(sql) {
  const isLate = (statement) => /CREATE INDEX posts_/.test(statement);
  const statements = sql.replace(/--.*$/gm, "").split(";").filter((statement) => statement.trim() !== "");
  return [statements.filter((one) => !isLate(one)).join(";"), statements.filter(isLate).join(";")];
}

const folded = (text) => text.normalize("NFKC").toLowerCase();
const ms = (time) => (time === null ? null : Date.parse(time));

/** A post's columns, in the order of the schema. */
function columns(id, network, post) {
  const { author } = post;
  const lists = Object.fromEntries(["media", "hashtags", "mentions", "approximate"].map((name) => [name, JSON.stringify(post[name])]));
  return [
    ...[id, network, post.platform_post_id, post.url],
    ...[author.id, author.username, folded(author.username), author.display_name, author.url, author.avatar_url],
    ...[author.verified === null ? null : Number(author.verified), author.followers_count],
    ...[post.content, post.language, post.media_type, lists.media, lists.hashtags, lists.mentions],
    ...[post.likes_count, post.comments_count, post.views_count, post.shares_count, post.saves_count],
    ...[post.kind, post.refers_to, lists.approximate],
    ...[ms(post.published_at), ms(post.edited_at), ms(post.collected_at)],
  ];
}

const insertPost = target.prepare(`INSERT INTO posts VALUES (${Array(29).fill("?").join(", ")})`);
const insertTag = target.prepare("INSERT OR IGNORE INTO hashtags VALUES (?, ?, ?, ?)");

// In the order of time, as Postern has them: a service whose posts come in another order has its rows more scattered.
let id = 0;
target.exec("BEGIN");
for (const { network, json } of source.prepare("SELECT network, json FROM documents ORDER BY post_id").iterate()) {
  const post = JSON.parse(json);
  id += 1;
  const row = columns(id, NETWORKS[network], post);
  insertPost.run(...row);
  for (const tag of post.hashtags) insertTag.run(folded(tag), NETWORKS[network], ms(post.published_at), id);
  if (id % BATCH === 0) {
    target.exec("COMMIT; BEGIN");
    console.log(`${id.toLocaleString("en")} posts`);
  }
}
target.exec("COMMIT");
console.log("indexes");
target.exec(indexes);
console.log("full text");
target.exec("INSERT INTO posts_text (posts_text) VALUES ('rebuild'); INSERT INTO posts_text (posts_text) VALUES ('optimize')");
console.log("statistics");
target.exec("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)");
target.close();
source.close();
