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
  worker: { names: "PostSet, readFiles, terminate", code: "workers(PostSet, readFiles, terminate)" },
  replica: { names: "Replica", code: "copies(Replica)" },
  react: { names: "useReplica, useSearch", code: "hooks(useReplica, useSearch)" },
};

/** The names of the entries. */
export const ENTRY_NAMES = Object.keys(PARTS);

/** The specifier of an entry. */
export const specifier = (entry) => (entry === "client" ? "@postern/client" : `@postern/client/${entry}`);

/** What each part does. `service`, `asked`, `client` and `rendered` are the script's own. */
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

async function workers(PostSet, readFiles, terminate) {
  try {
    return { offline: await sets(PostSet), import: await files(readFiles) };
  } finally {
    terminate();
  }
}

async function copies(Replica) {
  const replica = await Replica.open("exercise", { client: client() });
  try {
    const { size } = await replica.sync();
    const here = await replica.search({ keyword: "tide", sortBy: "likes_count", limit: 20 });
    const { data: there } = await (await asked("keyword=tide&sort_by=likes_count&limit=20")).json();
    return [size, replica.persistent === (typeof indexedDB !== "undefined"), ...["posts", "page", "query"].map((part) => JSON.stringify(here[part]) === JSON.stringify(there[part]))];
  } finally {
    await replica.delete();
  }
}

async function hooks(useReplica, useSearch) {
  return rendered({ client: client(), useReplica, useSearch });
}
`;

/** How React is tried: what is imported for that, and what is rendered. */
const RENDERING = {
  /** In a page: a copy, and a search in it. */
  page: {
    imports: { react: "createElement, useEffect", "react-dom/client": "createRoot" },
    code: `
const rendered = ({ client, useReplica, useSearch }) =>
  new Promise((resolve, reject) => {
    const place = document.createElement("div");
    const root = createRoot(place);
    const end = (settle, value) => setTimeout(() => (root.unmount(), settle(value)));
    function Copy() {
      const { replica, state, error } = useReplica("hooks", { client });
      const { posts, error: wrong } = useSearch(replica, { keyword: "tide", limit: 3 });
      useEffect(() => {
        if (error ?? wrong) end(reject, error ?? wrong);
        else if (state?.syncedAt && posts.length === 3) end(resolve, place.textContent);
      });
      return createElement("p", null, posts.map(({ id }) => id).join(" "));
    }
    root.render(createElement(Copy));
  });
`,
  },
  /** On a server: what a search has found before. */
  server: {
    imports: { react: "createElement", "react-dom/server": "renderToString" },
    code: `
async function rendered({ client, useReplica, useSearch }) {
  const initial = await client.search({ limit: 3 });
  function Found() {
    const { replica } = useReplica("hooks", { client });
    const { posts } = useSearch(replica ?? client, { limit: 3 }, { initial });
    return createElement("p", null, posts.map(({ id }) => id).join(" "));
  }
  return renderToString(createElement(Found)).replace(/<[^>]*>/g, "");
}
`,
  },
  /** Where hooks are none: one is called all the same. */
  nowhere: { imports: {}, code: "const rendered = ({ client, useSearch }) => useSearch(client, { limit: 3 });\n" },
};

/**
 * A module that exports `exercise`, a function that gives what each entry did, or as `error` what kept it from that.
 *
 * @param {{ url: string, token: string }} service has `POSTS`
 * @param {string[]} entries
 * @param {object} [how]
 * @param {(entry: string) => string} [how.from] where an entry is imported from
 * @param {boolean} [how.required] by `require`
 * @param {string[]} [how.apart] entries that are not imported with the module, but when it is their turn: what they import is not there
 * @param {keyof typeof RENDERING} [how.rendering] where components of React are rendered
 */
export function exercise({ url, token }, entries, { from = specifier, required = false, apart = [], rendering = "page" } = {}) {
  const local = (entry) => `entry${ENTRY_NAMES.indexOf(entry)}`;
  const load = (names, specifier) => (required ? `const ${names.replace("* as ", "")} = require("${specifier}");` : `import ${names} from "${specifier}";`);
  const module = (entry) => (apart.includes(entry) ? `await import("${from(entry)}")` : local(entry));
  const part = (entry) => `  await part(${JSON.stringify(entry)}, async () => { const { ${PARTS[entry].names} } = ${module(entry)}; return ${PARTS[entry].code}; });`;
  const { imports, code } = entries.includes("react") && !apart.includes("react") ? RENDERING[rendering] : RENDERING.nowhere;
  return `
${entries.filter((entry) => !apart.includes(entry)).map((entry) => load(`* as ${local(entry)}`, from(entry))).join("\n")}
${Object.entries(imports).map(([name, names]) => load(`{ ${names} }`, name)).join("\n")}
const service = ${JSON.stringify({ url, token })};
const asked = (query, token = service.token) => fetch(service.url + "/api/v1/posts/search?" + query, { headers: { Authorization: "Bearer " + token } });
const client = () => new ${local("inline")}.Postern({ baseUrl: service.url, token: service.token });
${WORK}${code}
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

const OFFLINE = [100, 30, true, true, true];
const IMPORT = [NEWEST.slice(0, 3), "canonical", true];

/** What comes of each entry. */
export const EXPECTED = {
  client: CALLS,
  inline: CALLS,
  "browser-token": { statuses: [200, 403], unmade: [true, "INVALID_PARAMETER"] },
  offline: OFFLINE,
  import: IMPORT,
  worker: { offline: OFFLINE, import: IMPORT },
  replica: [100, true, true, true, true],
  react: NEWEST.slice(0, 3).join(" "),
};
