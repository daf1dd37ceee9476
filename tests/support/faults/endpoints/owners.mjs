// The dashboard.

import assert from "node:assert/strict";
import { fresh, PACK } from "../world.mjs";
import { API, count, NOTHING, open, reading, token } from "./common.mjs";

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

const ofOwner = (method, place, json, make, what, options) => [
  `${method} ${D}/${place}${what ? ` (${what})` : ""}`,
  async (world) => {
    const { account, ...rest } = await make(world);
    const send = (order) => world.dashboard(account.cookie, `api/${place}`, { method, json: typeof json === "function" ? json(account) : json, order });
    return { send, ...(typeof rest.of === "function" ? rest.of(send) : rest) };
  },
  options,
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

export const owners = [
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
  ofOwner("POST", "test-token", { action: "regenerate" }, async (world) => {
    const account = await world.account();
    const effect = () => count(world, "SELECT test_tokens_replaced AS n FROM accounts WHERE account_id = ?", account.id);
    return { account, effect, done: (_, now) => assert.ok(now === 1 || now === 2, "another call makes another one") };
  }),
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
  }, null, { safe: ["3:w:ACCOUNTS"] }),
  ...["GET", "HEAD"].map((method) => [
    `${method} /dashboard/outbox`,
    async (world) => reading((order) => world.call("/dashboard/outbox", { method, headers: { accept: "application/json" }, order })),
  ]),
];
