// What a page runs to compare the package with JSON.parse, in the browser that it is opened in.

/**
 * Takes turns: a Response's text and JSON.parse, and a whole call of the package, with all that it does around it, both
 * from the same bytes in memory. Reading the text alone is measured, too, to see how much of both it is.
 */
export const SPEED = ({ url, token }) => `
  import { Postern } from "/postern/core/index.js";
  const answer = await fetch("${url}/api/v1/posts/search?limit=100", { headers: { Authorization: "Bearer ${token}" } });
  const text = await answer.text();
  const response = () => new Response(text);
  const posts = new Postern({ baseUrl: "${url}", token: "t", fetch: () => Promise.resolve(response()) });
  const ROUNDS = 40, CALLS = 20;
  const time = async (work) => {
    const start = performance.now();
    for (let n = 0; n < CALLS; n += 1) await work();
    return (performance.now() - start) / CALLS;
  };
  const least = (values) => Math.min(...values); // whatever else the machine does only adds
  const read = [], parsed = [], paged = [];
  let last;
  for (let round = 0; round < ROUNDS; round += 1) {
    read.push(await time(() => response().text()));
    parsed.push(await time(async () => JSON.parse(await response().text())));
    paged.push(await time(async () => { last = await posts.search({ limit: 100 }); }));
  }
  globalThis.measured = { posts: last.posts.length, bytes: text.length,
    times: { read: least(read), parsed: least(parsed), paged: least(paged) },
    ratio: least(paged) / least(parsed) };
  console.log(JSON.stringify(globalThis.measured));
  document.title = "measured";
`;
