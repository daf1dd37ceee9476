// The parameters, checked: every fault of a call in one answer.

import { ApiError } from "./error.js";
import { decodeCursor } from "./cursor.js";
import { fullText } from "./keyword.js";

const COMMON = ["limit", "from_date", "to_date", "media_type", "min_likes", "min_comments", "sort_by", "sort_order", "cursor"];
const SEARCH = [...COMMON, "platform", "username", "hashtag", "keyword"];
const PLATFORMS = ["tiktok", "instagram", "twitter", "x", "snapchat", "linkedin"];
const MEDIA_TYPES = ["image", "video", "carousel", "reel"];
const SORTS = ["published_at", "likes_count", "comments_count", "views_count"];
const TOKEN_NAMES = ["token", "access_token", "api_token", "api_key", "apikey", "key", "authorization"];
const DAY = 86_400_000;
const [FIRST_YEAR, END_OF_YEARS] = [Date.UTC(1970, 0), Date.UTC(2100, 0)];

class Invalid extends Error {
  constructor(code, message, more = {}) {
    super(message);
    Object.assign(this, { code, more });
  }
}

export const folded = (text) => text.normalize("NFKC").toLowerCase();

function whole(text, minimum, maximum) {
  const expected = `expected a whole number from ${minimum} to ${maximum}`;
  if (!/^-?(0|[1-9]\d*)$/.test(text)) throw new Invalid("INVALID_VALUE", expected, { minimum, maximum });
  const value = Number(text);
  if (value < minimum || value > maximum) throw new Invalid("OUT_OF_RANGE", expected, { minimum, maximum });
  return value;
}

function oneOf(text, allowed) {
  if (!allowed.includes(text)) throw new Invalid("INVALID_VALUE", `expected one of ${allowed.join(", ")}`, { allowed });
  return text;
}

function platform(text) {
  const name = text.toLowerCase();
  if (!PLATFORMS.includes(name)) throw new Invalid("UNSUPPORTED_PLATFORM", `expected one of ${PLATFORMS.join(", ")}`, { allowed: PLATFORMS });
  return name;
}

function name(text, marks, forbidden) {
  const bare = marks.includes(text[0]) ? text.slice(1) : text;
  const length = [...bare].length;
  if (length > 100) throw new Invalid("OUT_OF_RANGE", "expected at most 100 characters");
  if (length === 0 || forbidden.test(bare)) throw new Invalid("INVALID_VALUE", "expected a name without blanks");
  return folded(bare);
}

/** A day or an instant: [from, to exclusive]. */
function range(text) {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+ -]\d{2}:\d{2})$/i.test(text);
  const at = day ? Date.parse(`${text}T00:00:00Z`) : instant ? Date.parse(text.replace(" ", "+")) : NaN;
  if (Number.isNaN(at) || (day && new Date(at).toISOString().slice(0, 10) !== text)) {
    throw new Invalid("INVALID_VALUE", "expected a day such as 2026-03-01, or an RFC 3339 instant with an offset");
  }
  if (at < FIRST_YEAR || at >= END_OF_YEARS) throw new Invalid("OUT_OF_RANGE", "expected a year from 1970 to 2099");
  return [at, day ? at + DAY : at + 1];
}

function keyword(text) {
  if ([...text].length > 256) throw new Invalid("OUT_OF_RANGE", "expected at most 256 characters");
  const match = fullText(text);
  if (match.fault) throw new Invalid("INVALID_VALUE", match.fault);
  return { text, match: match.expression };
}

const READ = {
  limit: (text) => ({ limit: whole(text, 1, 100) }),
  from_date: (text) => ({ from: range(text)[0] }),
  to_date: (text) => ({ to: range(text)[1] }),
  media_type: (text) => ({ mediaType: oneOf(text, MEDIA_TYPES) }),
  min_likes: (text) => ({ minLikes: whole(text, 0, Number.MAX_SAFE_INTEGER) }),
  min_comments: (text) => ({ minComments: whole(text, 0, Number.MAX_SAFE_INTEGER) }),
  sort_by: (text) => ({ sort: oneOf(text, SORTS) }),
  sort_order: (text) => ({ order: oneOf(text, ["desc", "asc"]) }),
  platform: (text) => ({ platform: platform(text) }),
  username: (text) => ({ username: name(text, ["@"], /[\s\p{Cc}/]/u) }),
  hashtag: (text) => ({ hashtag: name(text, ["#", "＃"], /\s/u) }),
  keyword: (text) => ({ keyword: keyword(text) }),
  cursor: (text) => ({ cursor: text }),
};

/** The known name that is nearest to an unknown one, if one is near. */
function nearest(unknown, known) {
  const distance = (one, other) => {
    let row = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (let i = 1; i <= one.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= other.length; j += 1) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(one[i - 1] !== other[j - 1])));
      }
      row = next;
    }
    return row[other.length];
  };
  const [best] = known.map((candidate) => [distance(unknown, candidate), candidate]).sort(([one], [other]) => one - other);
  return best[0] <= 2 ? { did_you_mean: best[1] } : {};
}

const DEFAULTS = { limit: 50, sort: "published_at", order: "desc" };

/** Reads the pairs of path and query, or throws every fault of them. */
export function readQuery(listing, path, search) {
  const known = listing === "search" ? SEARCH : COMMON;
  const [query, faults, seen] = [{ ...DEFAULTS }, [], new Set()];
  const read = (parameter, value) => {
    try {
      Object.assign(query, READ[parameter](value));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      faults.push({ parameter, code: error.code, message: error.message, ...error.more });
    }
  };
  for (const [parameter, value] of path) read(parameter, value);
  for (const [parameter, value] of new URLSearchParams(search)) {
    const fault = (code, message, more) => faults.push({ parameter, code, message, ...more });
    if (TOKEN_NAMES.includes(parameter) || value.startsWith("postern_")) fault("TOKEN_IN_QUERY", "expected the token in a header");
    else if (!known.includes(parameter)) fault("UNKNOWN_PARAMETER", "expected a parameter of this address", nearest(parameter, known));
    else if (seen.has(parameter)) fault("DUPLICATE_PARAMETER", "expected it once");
    else if (value === "") fault("EMPTY_VALUE", "expected a value");
    else read(parameter, value);
    seen.add(parameter);
  }
  if (query.from !== undefined && query.to !== undefined && query.from >= query.to) {
    faults.push({ parameter: "from_date", code: "INVALID_RANGE", message: "expected from_date before to_date" });
  }
  if (query.cursor !== undefined) {
    query.after = decodeCursor(query.cursor, query);
    if (!query.after) faults.push({ parameter: "cursor", code: "INVALID_CURSOR", message: "expected the next_cursor of a page of this query" });
  }
  if (faults.length > 0) throw new ApiError("INVALID_PARAMETER", { details: faults });
  return query;
}

const time = (ms) => (ms === undefined ? null : new Date(ms).toISOString());

/** What was understood, as it stands in an answer. The peer has none of the filters of version 1.1, but their keys. */
export const echo = (query) => ({
  platform: query.platform ?? null,
  username: query.username ?? null,
  hashtag: query.hashtag ?? null,
  keyword: query.keyword?.text ?? null,
  media_type: query.mediaType ?? null,
  kind: null,
  language: null,
  mentions: null,
  refers_to: null,
  min_likes: query.minLikes ?? null,
  min_comments: query.minComments ?? null,
  min_views: null,
  min_shares: null,
  exclude_username: null,
  exclude_hashtag: null,
  exclude_mentions: null,
  from: time(query.from),
  to_exclusive: time(query.to),
  sort_by: query.sort,
  sort_order: query.order,
});
