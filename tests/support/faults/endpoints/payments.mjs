// Stripe's events.

import assert from "node:assert/strict";
import { PACK } from "../world.mjs";

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

export const webhooks = [
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
