// What a JavaScript engine has to do alike, whichever it is: the package's own JavaScript, its errors and the service's.

/**
 * A module's code that leaves what came in `seen`. The service has 100 posts with 0 to 99 likes, of Instagram, with #tide.
 *
 * @param {{ url: string, token: string }} service
 * @param {{ core: string, browserToken: string }} entries where they are imported from
 */
export const exercise = ({ url, token }, { core, browserToken }) => `
  import { Postern, PosternError } from "${core}";
  import { createBrowserToken } from "${browserToken}";
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
  const seen = { likes, pages, last,
    refused: { is: wrong instanceof PosternError && wrong instanceof Error, name: wrong.name, code: wrong.code, status: wrong.status, option: wrong.details[0].option },
    aborted: [code, cause === abort.signal.reason], stranger: [stranger.code, stranger.status],
    visitor: [visited, beyond.code, unmade instanceof PosternError, unmade.code] };
`;

/** What comes. */
export const EXPECTED = {
  likes: [99, 98, 97],
  pages: [60, 40],
  last: "done",
  refused: { is: true, name: "PosternError", code: "INVALID_PARAMETER", status: null, option: "limit" },
  aborted: ["ABORTED", true],
  stranger: ["INVALID_API_TOKEN", 401],
  visitor: [2, "INSUFFICIENT_SCOPE", true, "INVALID_PARAMETER"],
};
