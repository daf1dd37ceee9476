// What a JavaScript engine has to do alike, whichever it is: the package's own JavaScript, its errors and the service's.

import { post } from "../../api/support/posts.mjs";

/** What the service has, the newest last. */
export const POSTS = Array.from({ length: 100 }, (_, n) =>
  post(`e${n}`, { content: `low tide ${n} `.repeat(20), hashtags: ["Tide"], likes_count: n, published_at: new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString() }),
);

/** The newest five, as the README's snippets show them. */
export const NEWEST = [99, 98, 97, 96, 95].map((n) => `instagram:e${n}`);

/**
 * A module's code that leaves what came in `seen`.
 *
 * @param {{ url: string, token: string }} service has `POSTS`
 * @param {(entry: string) => string} from where an entry is imported from
 */
export const exercise = ({ url, token }, from) => `
  import { Postern, PosternError } from "${from("core")}";
  import { createBrowserToken } from "${from("browser-token")}";
  import { PostSet } from "${from("offline")}";
  import { readFiles } from "${from("import")}";
  const posts = new Postern({ baseUrl: "${url}", token: "${token}" });
  const likes = [], pages = [];
  for await (const post of posts.search({ sortBy: "likes_count" }).all({ max: 3 })) likes.push(post.likes_count);
  for await (const { posts: found } of posts.byHashtag("instagram", "tide", { limit: 60 }).pages()) pages.push(found.length);
  let last = null;
  await posts.search({ limit: 1 }).finally(() => (last = "done"));
  const failure = (promise) => promise.then(() => null, (error) => error);
  const wrong = await failure(posts.search({ limit: 0 }));
  const abort = new AbortController();
  const left = failure(posts.search({ signal: abort.signal }));
  abort.abort();
  const { code, cause } = await left;
  const stranger = await failure(new Postern({ baseUrl: "${url}", token: "postern_live_x" }).search());
  const visitor = new Postern({ baseUrl: "${url}", token: () => createBrowserToken("${token}", { expiresIn: 60, maxLimit: 2 }) });
  const visited = (await visitor.search({ limit: 2 })).posts.length;
  const beyond = await failure(visitor.search({ limit: 3 }));
  const unmade = await failure(createBrowserToken("${token}", { expiresIn: 0 }));
  const everything = (await posts.search({ limit: 100 })).posts;
  const set = await PostSet.from(everything);
  const query = { keyword: "tide", minLikes: 30, sortBy: "likes_count", sortOrder: "asc", limit: 20 };
  const [here, there] = await Promise.all([set.search(query), posts.search(query)]);
  const same = ["posts", "page", "query"].map((part) => JSON.stringify(here[part]) === JSON.stringify(there[part]));
  const lines = (await posts.search({ limit: 3 })).posts.map((post) => JSON.stringify(post)).join("\\n");
  const read = await readFiles([{ name: "posts.ndjson", data: lines }, { name: "broken.zip", data: "PK" }]);
  const seen = { likes, pages, last,
    refused: { is: wrong instanceof PosternError && wrong instanceof Error, name: wrong.name, code: wrong.code, status: wrong.status, option: wrong.details[0].option },
    aborted: [code, cause === abort.signal.reason], stranger: [stranger.code, stranger.status],
    visitor: [visited, beyond.code, unmade instanceof PosternError, unmade.code],
    offline: [set.size, here.posts[0].likes_count, ...same],
    read: [read.posts.map(({ id }) => id), read.files[0].format?.name, read.files[1].error !== null || read.files[1].format === null] };
`;

/** What comes. */
export const EXPECTED = {
  likes: [99, 98, 97],
  pages: [60, 40],
  last: "done",
  refused: { is: true, name: "PosternError", code: "INVALID_PARAMETER", status: null, option: "limit" },
  aborted: ["ABORTED", true],
  stranger: ["INVALID_API_TOKEN", 401],
  offline: [100, 30, true, true, true],
  read: [NEWEST.slice(0, 3), "canonical", true],
  visitor: [2, "INSUFFICIENT_SCOPE", true, "INVALID_PARAMETER"],
};
