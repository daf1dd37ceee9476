// How posts lie in a database: as lines of text, some hundred of them to a record, since a database reads a thousand large records many
// times faster than 100,000 small ones. Each post is in one segment only, so whatever is dropped is really gone.

/** How many posts a segment has at most. */
const MOST = 100;
/** A segment with fewer posts left than this is joined with what is new. */
const LEAST = 50;

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A segment as it is stored. */
const packed = (posts) => ({ ids: posts.map(([id]) => id), text: encoder.encode(posts.map(([, line]) => line).join("\n")) });

/** The posts of a segment, as pairs of id and line. */
function unpacked({ ids, text }) {
  const lines = textOf({ text }).split("\n");
  return ids.map((id, at) => [id, lines[at]]);
}

/** The lines of a segment. */
export const textOf = ({ text }) => decoder.decode(text);

/**
 * Puts posts into a store of segments, and takes others out.
 *
 * @param store an object store in a transaction
 * @param {Map<string, string>} lines the posts to store, by their ids
 * @param {Iterable<string>} removed the ids of those to drop
 * @returns by how many posts there are more
 */
export async function change(store, lines, removed) {
  const ids = new Set([...lines.keys(), ...removed]);
  const { count, left } = await taken(store, ids);
  const news = [...left, ...lines];
  if (news.length > 0) news.unshift(...(await lastIfSmall(store, news.length)));
  for (let at = 0; at < news.length; at += MOST) await store.add(packed(news.slice(at, at + MOST)));
  return lines.size - count;
}

/** Takes posts out. Returns how many there were, and what else was in segments that became too small. */
async function taken(store, ids) {
  const index = store.index("ids");
  const found = await Promise.all([...ids].map((id) => index.getKey(id)));
  let count = 0;
  const left = [];
  for (const key of new Set(found.filter((key) => key !== undefined))) {
    const posts = unpacked(await store.get(key));
    const others = posts.filter(([id]) => !ids.has(id));
    count += posts.length - others.length;
    if (others.length >= LEAST) await store.put(packed(others), key);
    else {
      await store.delete(key);
      left.push(...others);
    }
  }
  return { count, left };
}

/** Takes the posts out of the last segment, if the new ones fit in with them: many small syncs make no small segments. */
async function lastIfSmall(store, size) {
  const last = await store.openCursor(null, "prev");
  if (last === null || last.value.ids.length + size > MOST) return [];
  const posts = unpacked(last.value);
  await last.delete();
  return posts;
}
