const API = "https://your-host/api/v1";
const token = process.env.POSTERN_TOKEN;
if (!token) throw new Error("Set POSTERN_TOKEN to your token first.");

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Calls the API; when it is busy, waits for as long as it says and tries again. */
async function get(path, parameters, tries = 4) {
  const response = await fetch(`${API}${path}?${new URLSearchParams(parameters)}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  });
  const busy = response.status === 429 || response.status === 503;
  if (busy && tries > 1) {
    await sleep(Number(response.headers.get("Retry-After")) || 1);
    return get(path, parameters, tries - 1);
  }
  const answer = await response.json();
  if (answer.success) return answer.data;
  const { code, message, request_id } = answer.error;
  throw new Error(`${response.status} ${code}: ${message} (request ${request_id})`);
}

/** Every post that a search finds, page by page to the last one. */
async function* search(parameters) {
  let cursor;
  do {
    const { posts, page } = await get("/posts/search", cursor ? { ...parameters, cursor } : parameters);
    yield* posts;
    cursor = page.next_cursor;
  } while (cursor);
}

let count = 0;
try {
  for await (const post of search({ keyword: "coral", limit: 100 })) {
    console.log(post.published_at, post.platform, `@${post.author.username}`, post.likes_count ?? "-");
    count += 1;
  }
  console.log(`${count} posts`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
