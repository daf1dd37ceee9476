// Every address of the service, and for each how to call it once on something of its own: `make(world)` gives
// - `send(order)`, the call;
// - `effect()`, what storage has of what the call is about;
// - `done(before, now, answer)`, which checks that it was done, once; `answer` is the last one;
// - `again`, the statuses of the same call after one that got an error, if there are others than that of a success.
// `safe` are the batches that write and may be sent again by the service itself. Names are `METHOD path`, and `(what)` where there is
// more than one case of them.

import assert from "node:assert/strict";
import { ndjson, post } from "../../api/support/posts.mjs";
import { fresh, PACK } from "./world.mjs";

/** The number that a statement counts. */
const count = async (world, sql, value, binding) => (await world.rows(sql, [value], binding))[0].n;

const NOTHING = { effect: () => null, done: () => {} };
const API = "/api/v1";

/** A call that changes nothing. */
const reading = (send) => ({ ...NOTHING, send });

/** A page, asked for under a key of its own. */
function paid(path, { method = "GET", cost = 1, credits = 100 } = {}) {
  return async (world) => {
    const account = await world.account(credits);
    const author = await world.author(2);
    const headers = { "idempotency-key": fresh("key") };
    return {
      send: (order) => world.call(path(author), { method, bearer: account.token, headers, order }),
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
const PAGES = {
  [BY_USER]: ({ username }) => `${API}/posts/by-user/instagram/${username}`,
  [BY_HASHTAG]: ({ username }) => `${API}/posts/by-hashtag/instagram/${username}`,
  [SEARCH]: ({ username }) => `${SEARCH}?keyword=${username}`,
};

const pages = Object.entries(PAGES).flatMap(([path, address]) => [
  [`GET ${path}`, paid(address), { safe: ["w:ACCOUNTS"] }],
  [`HEAD ${path}`, paid(address, { method: "HEAD", cost: 0 })],
  [`OPTIONS ${path}`, async (world) => reading((order) => world.call(address({ username: "x" }), { method: "OPTIONS", order }))],
]);

const open = (method, path) => [`${method} ${path}`, async (world) => reading((order) => world.call(path, { method, order }))];
const own = (method) => [
  `${method} ${API}/account`,
  async (world) => {
    const { token } = await world.account();
    return reading((order) => world.call(`${API}/account`, { method, bearer: token, order }));
  },
];

const publicOnes = [
  ...pages,
  [`GET ${SEARCH} (by a count)`, paid(({ username }) => `${SEARCH}?keyword=${username}&sort_by=likes_count`), { safe: ["w:ACCOUNTS"] }],
  [`GET ${SEARCH} (empty)`, paid(() => `${SEARCH}?keyword=${fresh("nobody")}`, { cost: 0 })],
  [`GET ${SEARCH} (the last but one below the mark)`, paid(PAGES[SEARCH], { credits: 5 }), { safe: ["w:ACCOUNTS"] }],
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

// ---- operators

const listing = (path, prepare = async () => {}) => [
  `GET /operator/v1${path.split("?")[0]}`,
  async (world) => {
    await prepare(world);
    return reading((order) => world.operate(path, { order }));
  },
];

/** Posts that storage has, by their ids. */
const stored = (world, ids) => Promise.all(ids.map((id) => count(world, "SELECT count(*) AS n FROM posts JOIN documents d USING (post_id) WHERE d.id = ?", id, "POSTS_0")));

async function importing(world) {
  const lines = [post(fresh("new"), { username: fresh("author") }), post(fresh("new"), { username: fresh("author") })];
  const ids = lines.map((line) => `instagram:${line.platform_post_id}`);
  const headers = { "content-type": "application/x-ndjson" };
  return {
    send: (order) => world.operate("/posts", { body: ndjson(lines), headers, order }),
    effect: () => stored(world, ids),
    done(_, now, answer) {
      assert.deepEqual(now, [1, 1]);
      const { received, inserted, updated, unchanged, rejected } = answer.body.data;
      assert.deepEqual([received, inserted + unchanged, updated, rejected], [2, 2, 0, []]);
    },
  };
}

const erasing = (path) => async (world) => {
  const author = await world.author(2);
  const ids = path.includes("authors") ? author.ids : author.ids.slice(0, 1);
  const address = path.replace("{id}", ids[0]).replace("{platform}", "instagram").replace("{username}", author.username);
  return {
    send: (order) => world.operate(address, { method: "DELETE", order }),
    effect: () => stored(world, ids),
    done: (_, now) => assert.deepEqual(now, ids.map(() => 0)),
  };
};

async function creating(world) {
  const email = `${fresh("made")}@example.com`;
  const made = "SELECT count(*) AS accounts, count(token_key) AS tokens, coalesce(sum(balance), 0) AS credits FROM accounts a LEFT JOIN tokens t USING (account_id) WHERE email_key = ?";
  return {
    send: (order) => world.operate("/accounts", { json: { email, credits: 7 }, order }),
    effect: () => world.rows(made, [email]),
    done: (_, now) => assert.deepEqual(now, [{ accounts: 1, tokens: 1, credits: 7 }]),
    // Who got no answer has no token either, and makes one.
    again: [201, 409],
  };
}

const ofAccount = (path, make) => [`POST /operator/v1/accounts/{email}/${path}`, async (world) => make(world, await world.account(100))];

function granting(world, account) {
  const json = { credits: 7, reference: fresh("reference") };
  return {
    send: (order) => world.operate(`/accounts/${account.email}/credits`, { json, order }),
    effect: () => world.money(account),
    done: (before, now) => assert.deepEqual(now, { ...before, balance: before.balance + 7, ledger: before.ledger + 7, entries: before.entries + 1 }),
  };
}

const statusing = (world, account) => ({
  send: (order) => world.operate(`/accounts/${account.email}/status`, { json: { status: "suspended" }, order }),
  effect: () => world.rows("SELECT status FROM accounts WHERE account_id = ?", [account.id]),
  done: (_, now) => assert.deepEqual(now, [{ status: "suspended" }]),
});

/** A change of an account's token by this call: `shown` is that of the answer. */
const token = (world, account, send, shown) => ({
  send,
  effect: () => world.rows("SELECT token_key FROM tokens WHERE account_id = ?", [account.id]),
  async done(before, now, answer) {
    const next = shown(answer);
    assert.equal(now.length, next === null ? 0 : 1);
    assert.notDeepEqual(now, before);
    const works = async (one) => (await world.call(`${API}/account`, { bearer: one })).status;
    assert.equal(await works(account.token), 401, "the old token is dead");
    if (next !== null) assert.equal(await works(next), 200, "the token that was shown works");
  },
});

const operatorToken = (action) => (world, account) => {
  const send = (order) => world.operate(`/accounts/${account.email}/token`, { json: { action }, order });
  return token(world, account, send, (answer) => answer.body.data.token);
};

async function assigning(world) {
  const [account, { session, event }] = [await world.account(0), await world.paid(null)];
  assert.equal((await world.event(event)).status, 200);
  return {
    send: (order) => world.operate(`/payments/${session.id}`, { json: { email: account.email, credits: 9 }, order }),
    effect: () => world.money(account),
    done: (before, now) => assert.deepEqual(now, { ...before, balance: 9, ledger: 9, entries: before.entries + 1 }),
  };
}

const operators = [
  listing("/posts?limit=5", (world) => world.author()),
  ["POST /operator/v1/posts", importing, { safe: ["w:ACCOUNTS"] }],
  ["DELETE /operator/v1/posts/{id}", erasing("/posts/{id}")],
  ["DELETE /operator/v1/authors/{platform}/{username}", erasing("/authors/{platform}/{username}")],
  listing("/accounts?limit=5", (world) => world.account()),
  ["POST /operator/v1/accounts", creating],
  withSafe(ofAccount("credits", granting), ["w:ACCOUNTS"]),
  ofAccount("status", statusing),
  named(ofAccount("token", operatorToken("regenerate")), "regenerate"),
  named(ofAccount("token", operatorToken("revoke")), "revoke"),
  listing("/changes?limit=5"),
  listing("/shards"),
  ["POST /operator/v1/shards", async (world) => reading((order) => world.operate("/shards", { json: { shards: 1 }, order }))],
  listing("/payments?limit=5"),
  ["POST /operator/v1/payments/{session}", assigning, { safe: ["w:ACCOUNTS"] }],
  listing("/stats"),
];

// ---- payments

const eventOf = (what, prepare) => [
  `POST /payments/stripe/webhook (${what})`,
  async (world) => {
    const { account, event, booked } = await prepare(world);
    return {
      send: (order) => world.event(event, order),
      effect: () => world.money(account),
      done: (before, now) => assert.deepEqual(now, { ...before, balance: before.balance + booked, ledger: before.ledger + booked, entries: before.entries + 1 }),
    };
  },
  { safe: ["w:ACCOUNTS"] },
];

const webhooks = [
  eventOf("paid", async (world) => {
    const account = await world.account();
    return { account, event: (await world.paid(account.reference)).event, booked: PACK.credits };
  }),
  eventOf("refunded", async (world) => {
    const account = await world.payer();
    return { account, event: await world.stripe.refund(account.session, PACK.price / 2), booked: -PACK.credits / 2 };
  }),
  eventOf("disputed", async (world) => {
    const account = await world.payer();
    await world.stripe.dispute(account.session);
    return { account, event: world.stripe.held.at(-1), booked: -PACK.credits };
  }),
];

// ---- owners

const D = "/dashboard/api";
/** A place that a signed-in owner reads. */
const shown = (place, prepare = (world) => world.account()) =>
  ["GET", "HEAD"].map((method) => [
    `${method} /dashboard/${place}`,
    async (world) => {
      const account = await prepare(world);
      return reading((order) => world.dashboard(account.cookie, place.replace("{session}", account.session?.id), { method, order }));
    },
  ]);

const LINKS = "SELECT count(*) AS n FROM links WHERE email_key = ?";
/** A place that sends a link. */
const sending = (place) => [
  `POST ${D}/${place}`,
  async (world) => {
    const [account, email] = [await world.account(), `${fresh("asks")}@example.com`];
    return {
      send: (order) => world.dashboard(account.cookie, `api/${place}`, { method: "POST", json: { email }, order }),
      effect: () => count(world, LINKS, email),
      done: (_, now) => assert.ok(now === 1 || now === 2, "another call sends another link"),
    };
  },
];

const confirming = (purpose, prepare) => [
  `POST ${D}/confirm (${purpose})`,
  async (world) => {
    const { email, account, cookie, effect, expected } = await prepare(world);
    const { value, browser } = await world.link(purpose, email, account);
    return {
      send: (order) => world.dashboard(`${browser}; ${cookie}`, "api/confirm", { method: "POST", json: { link: value }, order }),
      effect,
      done: (_, now) => assert.deepEqual(now, expected),
      // A link is good once: who got no answer asks for another one.
      again: [200, 401],
    };
  },
];

const ofOwner = (method, place, json, make, what) => [
  `${method} ${D}/${place}${what ? ` (${what})` : ""}`,
  async (world) => {
    const { account, ...rest } = await make(world);
    const send = (order) => world.dashboard(account.cookie, `api/${place}`, { method, json: typeof json === "function" ? json(account) : json, order });
    return { send, ...(typeof rest.of === "function" ? rest.of(send) : rest) };
  },
];

const ownerToken = (action, prepare = (world) => world.account()) =>
  ofOwner("POST", "token", { action }, async (world) => {
    const account = await prepare(world);
    return { account, of: (send) => token(world, account, send, (answer) => answer.body.data.token) };
  }, action);

const showing = ofOwner("POST", "token", { action: "show" }, async (world) => {
  const account = await world.waiting();
  return {
    account,
    effect: () => count(world, "SELECT count(*) AS n FROM tokens WHERE account_id = ? AND waiting IS NOT NULL", account.id),
    async done(_, now, answer) {
      assert.equal(now, 0);
      if (answer.status === 200) assert.equal((await world.call(`${API}/account`, { bearer: answer.body.data.token })).status, 200);
    },
    // It is shown once: who got no answer makes another one.
    again: [200, 409],
  };
}, "show");

const owners = [
  ...["GET", "HEAD"].map((method) => open(method, `${D}/service`)),
  sending("sign-up"),
  sending("sign-in"),
  sending("email"),
  confirming("sign up", async (world) => {
    const email = `${fresh("joins")}@example.com`;
    const effect = () => world.rows("SELECT count(*) AS accounts, count(session_key) AS sessions FROM accounts LEFT JOIN sessions USING (account_id) WHERE email_key = ?", [email]);
    return { email, account: null, cookie: "", effect, expected: [{ accounts: 1, sessions: 1 }] };
  }),
  confirming("sign in", async (world) => {
    const { id, email } = await world.account();
    const effect = () => world.rows("SELECT count(*) AS n FROM sessions WHERE account_id = ?", [id]);
    return { email, account: null, cookie: "", effect, expected: [{ n: 2 }] };
  }),
  confirming("change email", async (world) => {
    const [{ id, cookie }, email] = [await world.account(), `${fresh("moves")}@example.com`];
    const effect = () => world.rows("SELECT count(*) AS n FROM accounts WHERE account_id = ? AND email_key = ?", [id, email]);
    return { email, account: id, cookie, effect, expected: [{ n: 1 }] };
  }),
  ofOwner("POST", "sign-out", { everywhere: false }, async (world) => {
    const account = await world.account();
    const effect = () => count(world, "SELECT count(*) AS n FROM sessions WHERE account_id = ?", account.id);
    return { account, effect, done: (_, now) => assert.equal(now, 0), again: [200, 401] };
  }),
  ...shown("api/account"),
  ofOwner("PATCH", "account", { name: "New Name", browser_cap: 5 }, async (world) => {
    const account = await world.account();
    const effect = () => world.rows("SELECT name, browser_cap FROM accounts WHERE account_id = ?", [account.id]);
    return { account, effect, done: (_, now) => assert.deepEqual(now, [{ name: "New Name", browser_cap: 5 }]) };
  }),
  ofOwner("DELETE", "account", ({ email }) => ({ email }), async (world) => {
    const account = await world.account();
    const effect = () => Promise.all(["accounts", "deleted_accounts"].map((table) => count(world, `SELECT count(*) AS n FROM ${table} WHERE account_id = ?`, account.id)));
    return { account, effect, done: (_, now) => assert.deepEqual(now, [0, 1]), again: [200, 401] };
  }),
  showing,
  ownerToken("regenerate"),
  ownerToken("revoke"),
  ofOwner("POST", "browser-token", {}, async (world) => ({ account: await world.account(), ...NOTHING })),
  ...["usage", "usage.csv", "ledger", "ledger.csv"].flatMap((place) => shown(`api/${place}`)),
  ...["payments", "payments/{session}/receipt"].flatMap((place) => shown(`api/${place}`, (world) => world.payer())),
  ofOwner("POST", "checkouts", { pack: PACK.name }, async (world) => {
    const account = await world.account();
    const effect = () => count(world, "SELECT count(*) AS n FROM payments WHERE account_id = ? AND state = 'open'", account.id);
    return { account, effect, done: (_, now) => assert.ok(now === 1 || now === 2, "another call makes another session, of which one is paid at most") };
  }),
  // It stands for what a customer and Stripe do, and is no safer than they: another call buys another pack.
  ofOwner("POST", "test-payments", { pack: PACK.name }, async (world) => {
    const account = await world.account();
    return {
      account,
      effect: () => world.money(account),
      done: (before, now) => assert.ok([1, 2].some((packs) => now.balance === before.balance + packs * PACK.credits && now.entries === before.entries + packs), JSON.stringify(now)),
    };
  }),
  ...["GET", "HEAD"].map((method) => [
    `${method} /dashboard/outbox`,
    async (world) => reading((order) => world.call("/dashboard/outbox", { method, headers: { accept: "application/json" }, order })),
  ]),
];

function withSafe([name, make], safe) {
  return [name, make, { safe }];
}

function named([name, make, options], what) {
  return [`${name} (${what})`, make, options];
}

/** All of them: `{ name, path, method, make, safe }`. */
export const endpoints = [...publicOnes, ...operators, ...webhooks, ...owners].map(([name, make, { safe = [] } = {}]) => {
  const [method, path] = name.split(" ");
  return { name, method, path, make, safe };
});
