// What has to come alike wherever the package runs: its own JavaScript, its modules, its errors and the service's. Each entry is
// exercised for itself, so that one that can't work takes none of the others with it.

import { post } from "../../api/support/posts.mjs";

/** What the service has, the newest last. */
export const POSTS = Array.from({ length: 100 }, (_, n) =>
  post(`e${n}`, { content: `low tide ${n} `.repeat(20), hashtags: ["Tide"], likes_count: n, published_at: new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString() }),
);

/** The newest five, as the README's snippets show them. */
export const NEWEST = [99, 98, 97, 96, 95].map((n) => `instagram:e${n}`);

/** The entries, by the names that the README's table gives them: what each exports, and what is done with it. */
const PARTS = {
  client: { names: "Postern, PosternError", code: "calls(Postern, PosternError)" },
  inline: { names: "Postern, PosternError", code: "calls(Postern, PosternError)" },
  "browser-token": { names: "createBrowserToken, PosternError", code: "tokens(createBrowserToken, PosternError)" },
  offline: { names: "PostSet", code: "sets(PostSet)" },
  import: { names: "readFiles", code: "files(readFiles)" },
};

/** The names of the entries. */
export const ENTRY_NAMES = Object.keys(PARTS);

/** The specifier of an entry. */
export const specifier = (entry) => (entry === "client" ? "@postern/client" : `@postern/client/${entry}`);

/** What each part does. `service` and `asked` are the script's own. */
const WORK = `
const failure = (promise) => promise.then(() => null, (error) => error);

async function calls(Postern, PosternError) {
  const posts = new Postern({ baseUrl: service.url, token: service.token });
  const likes = [], pages = [];
  for await (const post of posts.search({ sortBy: "likes_count" }).all({ max: 3 })) likes.push(post.likes_count);
  for await (const { posts: found } of posts.byHashtag("instagram", "tide", { limit: 60 }).pages()) pages.push(found.length);
  let last = null;
  await posts.search({ limit: 1 }).finally(() => (last = "done"));
  const wrong = await failure(posts.search({ limit: 0 }));
  const abort = new AbortController();
  const left = failure(posts.search({ signal: abort.signal }));
  abort.abort();
  const { code, cause } = await left;
  const stranger = await failure(new Postern({ baseUrl: service.url, token: "postern_live_x" }).search());
  return { likes, pages, last,
    refused: { is: wrong instanceof PosternError && wrong instanceof Error, name: wrong.name, code: wrong.code, status: wrong.status, option: wrong.details[0].option },
    aborted: [code, cause === abort.signal.reason], stranger: [stranger.code, stranger.status] };
}

async function tokens(createBrowserToken, PosternError) {
  const token = await createBrowserToken(service.token, { expiresIn: 60, maxLimit: 2 });
  const unmade = await failure(createBrowserToken(service.token, { expiresIn: 0 }));
  return { statuses: [(await asked("limit=2", token)).status, (await asked("limit=3", token)).status], unmade: [unmade instanceof PosternError, unmade.code] };
}

async function sets(PostSet) {
  const { posts } = (await (await asked("limit=100")).json()).data;
  const set = await PostSet.from(posts);
  const here = await set.search({ keyword: "tide", minLikes: 30, sortBy: "likes_count", sortOrder: "asc", limit: 20 });
  const { data: there } = await (await asked("keyword=tide&min_likes=30&sort_by=likes_count&sort_order=asc&limit=20")).json();
  return [set.size, here.posts[0].likes_count, ...["posts", "page", "query"].map((part) => JSON.stringify(here[part]) === JSON.stringify(there[part]))];
}

async function files(readFiles) {
  const { posts: newest } = (await (await asked("limit=3")).json()).data;
  const lines = newest.map((post) => JSON.stringify(post)).join("\\n");
  const { posts, files: [good, bad] } = await readFiles([{ name: "posts.ndjson", data: lines }, { name: "broken.zip", data: "PK" }]);
  return [posts.map(({ id }) => id), good.format?.name, bad.error !== null || bad.format === null];
}
`;

/**
 * A module that exports `exercise`, a function that gives what each entry did, or as \`error\` what kept it from that.
 *
 * @param {{ url: string, token: string }} service has `POSTS`
 * @param {string[]} entries
 * @param {{ from?: (entry: string) => string, required?: boolean }} [how] where an entry is imported from; `required`: by `require`
 */
export function exercise({ url, token }, entries, { from = specifier, required = false } = {}) {
  const local = (entry) => `entry${ENTRY_NAMES.indexOf(entry)}`;
  const load = (entry) => (required ? `const ${local(entry)} = require("${from(entry)}");` : `import * as ${local(entry)} from "${from(entry)}";`);
  const part = (entry) => `  await part(${JSON.stringify(entry)}, () => { const { ${PARTS[entry].names} } = ${local(entry)}; return ${PARTS[entry].code}; });`;
  return `
${entries.map(load).join("\n")}
const service = ${JSON.stringify({ url, token })};
const asked = (query, token = service.token) => fetch(service.url + "/api/v1/posts/search?" + query, { headers: { Authorization: "Bearer " + token } });
${WORK}
${required ? "exports.exercise = exercise;" : "export"} async function exercise() {
  const seen = {};
  const part = async (entry, work) => (seen[entry] = await work().catch((error) => ({ error: error.name + ": " + error.message })));
${entries.map(part).join("\n")}
  return seen;
}
`;
}

const CALLS = {
  likes: [99, 98, 97],
  pages: [60, 40],
  last: "done",
  refused: { is: true, name: "PosternError", code: "INVALID_PARAMETER", status: null, option: "limit" },
  aborted: ["ABORTED", true],
  stranger: ["INVALID_API_TOKEN", 401],
};

/** What comes of each entry. */
export const EXPECTED = {
  client: CALLS,
  inline: CALLS,
  "browser-token": { statuses: [200, 403], unmade: [true, "INVALID_PARAMETER"] },
  offline: [100, 30, true, true, true],
  import: [NEWEST.slice(0, 3), "canonical", true],
};
