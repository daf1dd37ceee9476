// The posts endpoints: the page is read, then charged, then sent.

import { charge, countCall } from "./charge.js";
import { sha256 } from "./credential.js";
import { encodeCursor } from "./cursor.js";
import { ApiError } from "./error.js";
import { pageStatement, post } from "./page.js";
import { echo, readQuery } from "./query.js";

const PRICE = 1;

function matches(header, etag) {
  return header !== undefined && header.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
}

function nextLink(c, cursor) {
  const url = new URL(c.req.url);
  url.searchParams.set("cursor", cursor);
  return `<${url}>; rel="next"`;
}

/** The handler of one of the three addresses. */
export const postsHandler = (listing) => async (c) => {
  const isCharged = c.req.method === "GET";
  const { account, tokenHash } = c.var;
  const { search } = new URL(c.req.url);
  const query = readQuery(listing, Object.entries(c.req.param()), search);
  if (isCharged && account.balance < PRICE) throw new ApiError("INSUFFICIENT_CREDITS");

  const { results } = await pageStatement(c.env.DB, query).all();
  const rows = results.slice(0, query.limit);
  const has_more = results.length > query.limit;
  const next_cursor = has_more ? encodeCursor(rows.at(-1), query) : null;
  const posts = rows.map((row) => post(row, query.platform));
  const page = { limit: query.limit, returned: posts.length, has_more, next_cursor };
  const body = JSON.stringify({ success: true, data: { posts, page, query: echo(query) } });
  const etag = `"${await sha256(body)}"`;
  const isUnchanged = matches(c.req.header("If-None-Match"), etag);

  let [balance, credits] = [account.balance, 0];
  if (isCharged && (isUnchanged || posts.length === 0)) await countCall(c.env.DB, { accountId: account.id, at: Date.now() });
  else if (isCharged) {
    credits = PRICE;
    balance = await charge(c.env.DB, { tokenHash, accountId: account.id, price: PRICE, at: Date.now() });
  }
  c.set("credits", credits);

  if (next_cursor) c.header("Link", nextLink(c, next_cursor));
  c.header("ETag", etag);
  c.header("Cache-Control", "private, no-cache");
  c.header("X-Credits-Charged", String(credits));
  c.header("X-Credits-Remaining", String(balance));
  c.header("RateLimit-Policy", '"account";q=120;w=60');
  if (isUnchanged) return c.body(null, 304);
  c.header("Content-Type", "application/json; charset=utf-8");
  return c.body(body);
};
