// What a restored database of posts needs before anybody may read it. A page is never older than what was acknowledged, so the
// databases that came back older are shut by themselves: each page of them is a 503. They are kept so until all that was erased is
// erased again, and then given a version beyond every one that was: what was kept of pages, or told as an ETag, is of an older one.

import { quoted } from "./databases.mjs";
import { Fault } from "./say.mjs";

/** Further than imports get on during a restore. */
const AWAY = 1_000_000_000;

/** The columns with how many posts each network has. */
const NETWORKS = "tiktok, instagram, x, snapchat, linkedin";

/** The shards in use with the version that was acknowledged, and that their databases have: those that are behind. */
export async function behind(databases, bindings) {
  const shards = await databases.rows("ACCOUNTS", "SELECT shard, version FROM shards WHERE slots <> '0000000000000000' ORDER BY shard");
  const all = shards.map(async ({ shard, version }) => {
    const binding = `POSTS_${shard}`;
    if (!bindings.includes(binding)) throw new Fault(`The accounts say that posts are in ${binding}, which is not in wrangler.toml.`, { expected: bindings.join(", ") });
    const [{ own }] = await databases.rows(binding, "SELECT max(version) AS own FROM versions");
    return { shard, binding, version, own };
  });
  return (await Promise.all(all)).filter(({ own, version }) => own < version);
}

/** Shuts the shards, also for what an import acknowledges. A second time changes nothing. */
export async function shut(databases, shards) {
  const statements = shards
    .filter(({ version, own }) => version - own < AWAY / 2)
    .map(({ shard }) => `UPDATE shards SET version = version + ${AWAY} WHERE shard = ${Number(shard)}`);
  if (statements.length > 0) await databases.run("ACCOUNTS", statements);
}

/** Opens them: the posts first, which may be newer than what was acknowledged. Bookmarks of another database mean nothing. */
export async function open(databases, shards, note, now = Date.now()) {
  const where = shards.map(({ shard }) => Number(shard)).join(", ");
  const held = await databases.rows("ACCOUNTS", `SELECT shard, version FROM shards WHERE shard IN (${where})`);
  const restored = ({ shard, version }) =>
    databases.run(`POSTS_${shard}`, [
      `INSERT INTO versions (version, at, action, subject, ${NETWORKS}) ` +
        `SELECT ${version + 1}, ${now}, 'restore', ${quoted(note)}, ${NETWORKS} FROM versions ORDER BY version DESC LIMIT 1`,
    ]);
  await Promise.all(held.map(restored));
  const statements = held.map(({ shard, version }) => `UPDATE shards SET version = ${version + 1}, bookmark = '' WHERE shard = ${Number(shard)}`);
  statements.push(`INSERT INTO changes (at, action, subject) VALUES (${now}, 'restore posts', ${quoted(note)})`);
  await databases.run("ACCOUNTS", statements);
}
