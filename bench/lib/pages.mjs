// The simple pages: one author, one hashtag with its platform, one keyword, a range of time, newest and oldest first.
// What is counted here is the same on every machine; `npm test` counts it at ten thousand posts, the bench at a million.

const POSTS = "/api/v1/posts";

/** What a page may read beyond twice the posts that it returns: for one set, and for a search over all five networks. */
export const ALLOWANCE = { one: 20, five: 30 };

/** The values are those that `postern sample` makes frequent on purpose: each has a full page at ten thousand posts. */
const SETS = [
  ["author", "one", `${POSTS}/by-user/instagram/vumoluso`],
  ["author, searched", "one", `${POSTS}/search?platform=instagram&username=vumoluso`],
  ["hashtag", "one", `${POSTS}/by-hashtag/instagram/lowtide`],
  ["hashtag, searched", "one", `${POSTS}/search?platform=instagram&hashtag=lowtide`],
  ["keyword", "one", `${POSTS}/search?keyword=coral`],
  ["rare keyword", "one", `${POSTS}/search?keyword=sunrise`],
  ["range of time", "one", `${POSTS}/search?from_date=2024-06-01&to_date=2025-06-30`],
  ["author, all networks", "five", `${POSTS}/search?username=vumoluso`],
  ["hashtag, all networks", "five", `${POSTS}/search?hashtag=lowtide`],
  ["everything", "five", `${POSTS}/search`],
];

/** How many posts a page has, and how many pages are read: the author's posts fill two small ones at ten thousand posts. */
const EXTENTS = [
  { limit: 50, pages: 1 },
  { limit: 10, pages: 2 },
];

/** Every simple page: its name, its allowance and its address. */
export const SIMPLE_PAGES = SETS.flatMap(([name, allowance, path]) =>
  ["desc", "asc"].flatMap((order) =>
    EXTENTS.map(({ limit, pages }) => ({
      name: `${name}, ${order === "desc" ? "newest" : "oldest"} first, ${limit}`,
      pages,
      allowance: ALLOWANCE[allowance],
      kind: allowance,
      limit,
      path: `${path}${path.includes("?") ? "&" : "?"}sort_order=${order}&limit=${limit}`,
    })),
  ),
);

/**
 * Reads a simple page and those after it, and counts.
 *
 * @param {(path: string) => Promise<{ headers: object, body: any }>} get
 * @returns {Promise<{ name: string, returned: number, read: number, excess: number, allowance: number }[]>} `excess`
 *   is what was read beyond twice the posts that were returned
 */
export async function countPage(get, { name, allowance, kind, path, pages }) {
  const counted = [];
  let next = path;
  for (let page = 1; page <= pages; page += 1) {
    const { headers, body } = await get(next);
    const { returned, next_cursor: cursor } = body.data.page;
    const read = Number(headers["x-rows-read"]);
    counted.push({ name: page === 1 ? name : `${name}, page ${page}`, returned, read, excess: read - 2 * returned, allowance, kind });
    next = `${path}&cursor=${cursor}`;
  }
  return counted;
}
