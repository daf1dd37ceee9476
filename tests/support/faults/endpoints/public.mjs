// The public API.

import assert from "node:assert/strict";
import { browserToken } from "../../../api/support/browser-token.mjs";
import { fresh } from "../world.mjs";
import { API, open, reading } from "./common.mjs";

/** A page, asked for under a key of its own, or none. */
function paid(path, { method = "GET", cost = 1, credits = 100, made = (token) => token, keyed = true } = {}) {
  return async (world) => {
    const account = await world.account(credits);
    const author = world.shelf;
    const bearer = made(account.token);
    const headers = keyed ? { "idempotency-key": fresh("key") } : {};
    return {
      send: (order) => world.call(path(author), { method, bearer, headers, order }),
      effect: () => world.money(account),
      done(before, now) {
        const spent = { balance: before.balance - cost, total_used: before.total_used + cost, ledger: before.ledger - cost, entries: before.entries + cost, used: before.used + cost };
        assert.deepEqual(now, spent, `expected ${cost} credit to be charged, once`);
      },
    };
  };
}

const BY_USER = `${API}/posts/by-user/{platform}/{username}`;
const BY_HASHTAG = `${API}/posts/by-hashtag/{platform}/{hashtag}`;
const SEARCH = `${API}/posts/search`;
const COUNTS = `${API}/posts/counts`;
const CHANGES = `${API}/posts/changes`;
const POST = `${API}/posts/{id}`;
const POSTS = `${API}/posts`;
const PAGES = {
  [BY_USER]: ({ username }) => `${API}/posts/by-user/instagram/${username}`,
  [BY_HASHTAG]: ({ username }) => `${API}/posts/by-hashtag/instagram/${username}`,
  [SEARCH]: ({ username }) => `${SEARCH}?keyword=${username}`,
  [COUNTS]: ({ username }) => `${COUNTS}?keyword=${username}&group_by=day`,
  [CHANGES]: ({ username }) => `${CHANGES}?since=0&username=${username}`,
  [POST]: ({ ids }) => `${API}/posts/${ids[0]}`,
  [POSTS]: ({ ids }) => `${POSTS}?ids=${ids.join()}`,
};

/** Debits may be repeated, and what was paid for, once, stays so. */
const BOUGHT = { safe: ["w:ACCOUNTS"], lasting: true };

const pages = Object.entries(PAGES).flatMap(([path, address]) => [
  [`GET ${path}`, paid(address), BOUGHT],
  [`HEAD ${path}`, paid(address, { method: "HEAD", cost: 0 })],
  [`OPTIONS ${path}`, async (world) => reading((order) => world.call(address({ username: "x", ids: ["x:1"] }), { method: "OPTIONS", order }))],
]);

const own = (method) => [
  `${method} ${API}/account`,
  async (world) => {
    const { token } = await world.account();
    return reading((order) => world.call(`${API}/account`, { method, bearer: token, order }));
  },
];

export const publicOnes = [
  ...pages,
  [`GET ${SEARCH} (by a count)`, paid(({ username }) => `${SEARCH}?keyword=${username}&sort_by=likes_count`), BOUGHT],
  [`GET ${SEARCH} (without a key)`, paid(PAGES[SEARCH], { keyed: false }), { ...BOUGHT, undone: true }],
  [`GET ${SEARCH} (empty)`, paid(() => `${SEARCH}?keyword=nobodyhere`, { cost: 0 })],
  [`GET ${SEARCH} (the last but one below the mark)`, paid(PAGES[SEARCH], { credits: 5 }), BOUGHT],
  [`GET ${SEARCH} (browser token)`, paid(PAGES[SEARCH], { made: browserToken }), BOUGHT],
  [`GET ${SEARCH} (browser token, without a key)`, paid(PAGES[SEARCH], { made: browserToken, keyed: false }), { ...BOUGHT, undone: true }],
  [`GET ${POSTS} (none is stored)`, paid(() => `${POSTS}?ids=x:none`, { cost: 0 })],
  [`GET ${SEARCH} (as CSV, with some fields)`, paid(({ username }) => `${SEARCH}?keyword=${username}&format=csv&fields=content`), BOUGHT],
  own("GET"),
  own("HEAD"),
  open("OPTIONS", `${API}/account`),
  open("GET", `${API}/health`),
  open("HEAD", `${API}/health`),
  open("OPTIONS", `${API}/health`),
  open("GET", `${API}/openapi.json`),
  open("HEAD", `${API}/openapi.json`),
  open("OPTIONS", `${API}/openapi.json`),
];
