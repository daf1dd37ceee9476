// Cursors: the last post of a page, bound to its query.

import { crc32 } from "./crc32.js";

const encoder = new TextEncoder();

/** A short hash of a query without its page. */
function fingerprint({ limit, cursor, after, platform, ...query }) {
  const network = platform === "twitter" ? "x" : platform;
  const pairs = Object.entries({ ...query, network }).sort(([one], [other]) => (one < other ? -1 : 1));
  return crc32(encoder.encode(JSON.stringify(pairs)));
}

/** The text form. */
export function encodeCursor(row, query) {
  const position = [fingerprint(query), row[query.sort], row.published_at, row.id];
  return btoa(JSON.stringify(position)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads the text form; undefined where it is none of this query. */
export function decodeCursor(text, query) {
  try {
    const [mark, value, at, id] = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    const isNumber = [at, id].every(Number.isSafeInteger) && (value === null || Number.isSafeInteger(value));
    return mark === fingerprint(query) && isNumber ? { value, at, id } : undefined;
  } catch {
    return undefined;
  }
}
