// Everybody works at once while the runtime is killed, again and again. Whatever got no answer is sent again, as Stripe, the
// command line and careful callers do. Works keep account of what was answered, and are held to it in the end.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../server.mjs";
import { startStripe, stripeSecrets } from "../stripe.mjs";
import { Money } from "./money.mjs";
import { Posts } from "./posts.mjs";
import { Tokens } from "./tokens.mjs";

/** After how many answers the runtime is killed: from hardly having begun to right in the middle. */
const ANSWERS = [1, 120];
/** How long it lives at most, in milliseconds, on a machine that has much else to do. */
const LONGEST_MS = 4_000;
/** How long what got no answer may take after a start before the next life begins. */
const REPEATING_MS = 1_000;

export const between = (least, most) => Math.floor(least + Math.random() * (most - least));
export const any = (list) => list[between(0, list.length)];
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export class Storm {
  /** Calls that got an answer, and that got none and came again. */
  counts = { answered: 0, again: 0 };
  #unanswered = [];

  constructor(server, stripe) {
    Object.assign(this, { server, stripe });
    this.works = [new Money(this), new Posts(this), new Tokens(this)];
  }

  /** A call's answer, or null where there is none, or only that storage is not there. */
  async heard(send) {
    const answer = await send().catch(() => null);
    if (answer === null || answer.status >= 500) return null;
    this.counts.answered += 1;
    return answer;
  }

  /** Sends something, until it is answered or the runtime is gone; then it waits for the next one. */
  async insist(send, expected = 200, then = () => {}) {
    const answer = await this.heard(send);
    if (answer === null) {
      this.counts.again += 1;
      this.later(send, expected, then);
      return;
    }
    assert.equal(answer.status, expected, answer.text);
    then(answer);
  }

  /** Sends something after the next start. */
  later(...what) {
    this.#unanswered.push(what);
  }

  get isCalm() {
    return this.#unanswered.length === 0;
  }

  /** Sends again what got no answer, all at once. */
  async repeat() {
    await Promise.all(this.#unanswered.splice(0).map((what) => this.insist(...what)));
  }

  /** Everybody works until the runtime is killed. */
  async #live() {
    const [began, enough] = [performance.now(), this.counts.answered + between(...ANSWERS)];
    let isOver = false;
    const work = async (one) => {
      while (!isOver) await one();
    };
    const working = Promise.all(this.works.flatMap((one) => one.tasks()).map(work));
    while (this.counts.answered < enough && performance.now() - began < LONGEST_MS) {
      await Promise.race([sleep(10), working]); // a fault of `working` is thrown here
    }
    isOver = true;
    await this.server.crash();
    await working;
  }

  /** Works through so many kills. After each, what was answered has to be there. */
  async run(kills, say) {
    for (const one of this.works) await one.begin();
    for (let kill = 1; kill <= kills; kill += 1) {
      await this.#live();
      await this.server.restart();
      for (const one of this.works) await one.check(`after kill ${kill}`);
      await Promise.race([this.repeat(), sleep(REPEATING_MS)]);
      if (kill % 10 === 0) say(`  ${kill} kills, ${this.counts.answered} answers, ${this.counts.again} calls came again`);
    }
    while (!this.isCalm) await this.repeat();
    for (const one of this.works) await one.check("in the end");
  }
}

/**
 * Runs a storm with so many kills on a service of its own, and holds storage to every answer.
 *
 * @param {number} kills
 * @param {(line: string) => void} say
 * @returns {Promise<Record<string, number>>} what there was of each
 */
export async function weather(kills, say = () => {}) {
  const stripe = await startStripe(stripeSecrets());
  stripe.isHolding = true; // events are made, and sent by hand
  let server;
  try {
    server = await startServer({ account: false, ...stripe.settings });
    stripe.sendTo(server);
    const storm = new Storm(server, stripe);
    await storm.run(kills, say);
    const ends = [];
    for (const one of storm.works) ends.push(await one.end());
    const counts = Object.assign({ kills, answers: storm.counts.answered, "calls that came again": storm.counts.again }, ...ends);
    assert.ok(storm.counts.again + counts["pages without a key that got no answer"] >= kills / 2, "the kills hit work that was under way");
    return counts;
  } finally {
    await server?.stop();
    await stripe.stop();
  }
}
