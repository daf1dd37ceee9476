// The calls of the API, and the parameters that each takes.

const MORE = ["kind", "language", "mentions", "refers_to", "min_views", "min_shares", "exclude_username", "exclude_hashtag", "exclude_mentions"];

const COMMON = ["media_type", "from_date", "to_date", "min_likes", "min_comments", "sort_by", "sort_order", "limit", "cursor", ...MORE];

/** The parameters of a search over posts in memory, which has no pages to go on with. */
export const OFFLINE = ["keyword", "platform", "username", "hashtag", ...COMMON.filter((name) => name !== "cursor")];

/** `path` names what stands in it; `call` asks a client of the npm package, or a set of posts, which is called alike. */
export const ENDPOINTS = {
  search: {
    label: "Search",
    path: "/api/v1/posts/search",
    method: "search",
    inPath: [],
    fields: ["keyword", "platform", "username", "hashtag", ...COMMON],
    about: "Posts by words, author, hashtag, date, media or counts. Without any of them, all posts.",
  },
  "by-user": {
    label: "By user",
    path: "/api/v1/posts/by-user/{platform}/{username}",
    method: "byUser",
    inPath: ["platform", "username"],
    fields: ["platform", "username", ...COMMON],
    about: "One author’s posts.",
  },
  "by-hashtag": {
    label: "By hashtag",
    path: "/api/v1/posts/by-hashtag/{platform}/{hashtag}",
    method: "byHashtag",
    inPath: ["platform", "hashtag"],
    fields: ["platform", "hashtag", ...COMMON],
    about: "The posts with one hashtag.",
  },
  account: { label: "Account", path: "/api/v1/account", method: "account", inPath: [], fields: [], about: "The balance and usage of the token’s account. Costs nothing; API tokens only." },
  health: { label: "Health", path: "/api/v1/health", method: "health", inPath: [], fields: [], about: "Whether the service works. Needs no token and costs nothing." },
};

/** Whether a call gives posts. */
export const givesPosts = (endpoint) => ENDPOINTS[endpoint].fields.length > 0;

/** The parameters that only pages of posts take. */
const OF_PAGES = ["sort_by", "sort_order", "limit", "cursor"];

/** Whether numbers of posts are asked for, and not the posts. */
export const asksForDays = ({ endpoint, want }) => want === "days" && givesPosts(endpoint);

/** Counts with the filters of an endpoint, all of them in the query. `always` is what it asks for besides. */
function countsOf({ fields, inPath }, cursor) {
  const filters = fields.filter((name) => !OF_PAGES.includes(name));
  const about = "How many posts each day has, with their likes, comments, views and shares. One call, at the price of a page.";
  return { path: "/api/v1/posts/counts", method: "counts", inPath: [], needed: inPath, fields: filters, always: [["group_by", "day"], ...(cursor ? [["cursor", cursor]] : [])], about };
}

/** What a request calls: its endpoint, or, for numbers of posts, counts. Theirs go on from its `cursor`. */
export function callOf(request) {
  const call = ENDPOINTS[request.endpoint];
  return asksForDays(request) ? countsOf(call, request.cursor) : { ...call, needed: call.inPath, always: [] };
}

/** The npm package's name of a parameter: `sortBy` of `sort_by`. */
export const optionName = (parameter) => parameter.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Values of parameters as options of the package. */
export const optionsOf = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [optionName(name), value]));

const PARAMETERS = new Map(ENDPOINTS.search.fields.map((name) => [optionName(name), name]));

/** A text of the package by the API's names, which the fields go by: `to_date` for `toDate`. */
export const inApiNames = (text) => text.replace(/\b[a-z]+[A-Z]\w*/g, (word) => PARAMETERS.get(word) ?? word);

/** What is asked for: an endpoint with the values of its parameters, as they were typed; what is empty is left out. */
export function splitValues(request) {
  const { values } = request;
  const { inPath, fields, always } = callOf(request);
  const given = fields.filter((name) => values[name] && !inPath.includes(name));
  return {
    names: inPath.map((name) => values[name] ?? ""),
    options: [...given.map((name) => [name, values[name]]), ...always],
  };
}

/** Asks a client, or a set of posts. Values stay as typed, so that faults are those of the service. */
export function ask(client, request, more = {}) {
  const { names, options } = splitValues(request);
  const { method } = callOf(request);
  return client[method](...names, { ...optionsOf(Object.fromEntries(options)), ...more });
}
