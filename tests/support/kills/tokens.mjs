// Tokens that are made, shown and revoked, by owners and by operators. What was answered holds; where no answer came, the
// owner's way out is another token.

import assert from "node:assert/strict";
import { newAccount, operator } from "../../api/support/api.mjs";
import { browser } from "../../api/support/dashboard.mjs";
import { any } from "./storm.mjs";

const OWNERS = 3;
const PACK = "Starter";

export class Tokens {
  /** Accounts: `email`, `page`, the `token` (null: revoked; undefined: not known), and all that were replaced. */
  #owners = [];
  #joined = 0;
  /** Who is about to join: `page`, `email`, and how far it is. */
  #joining = null;
  #counts = { regenerated: 0, revoked: 0, shown: 0, unheard: 0 };

  constructor(storm) {
    this.storm = storm;
  }

  async begin() {
    for (let number = 1; number <= OWNERS; number += 1) {
      const email = `token${number}@example.com`;
      const token = await newAccount(this.storm.server, email, 1_000);
      const page = browser(this.storm.server);
      await page.enter("sign-in", email);
      this.#owners.push({ email, page, token, dead: [] });
    }
  }

  tasks() {
    return [...this.#owners.map((owner) => () => this.#change(owner)), () => this.#join()];
  }

  /** Another token, or none, by the owner or by an operator. One task an owner: what comes first is answered first. */
  async #change(owner) {
    const action = Math.random() < 0.3 ? "revoke" : "regenerate";
    const byOwner = () => owner.page.post("token", { action });
    const byOperator = () => operator(this.storm.server)(`/accounts/${encodeURIComponent(owner.email)}/token`, { action });
    const former = owner.token;
    owner.token = undefined;
    const answer = await this.storm.heard(any([byOwner, byOperator]));
    if (answer === null) {
      // The former one is good or not, and another may be there that nobody knows: the next change ends both.
      owner.doubtful = former ?? owner.doubtful;
      this.#counts.unheard += 1;
      return;
    }
    assert.equal(answer.status, 200, answer.text);
    owner.dead.push(...[former, owner.doubtful].filter(Boolean));
    owner.doubtful = undefined;
    owner.token = answer.body.data.token;
    this.#counts[action === "revoke" ? "revoked" : "regenerated"] += 1;
  }

  /** An owner signs up, pays, and has the token shown, which is possible once. Who is interrupted goes on where that was. */
  async #join() {
    this.#joining ??= { page: browser(this.storm.server), email: `joined${(this.#joined += 1)}@example.com`, has: 0 };
    const { page, email, has } = this.#joining;
    if (has === 0) {
      const is = await page.enter("sign-up", email).then(() => true, () => false); // another link, should it be interrupted
      this.#joining = is ? { page, email, has: 1 } : null;
    } else if (has === 1) {
      const paid = await this.storm.heard(() => page.post("test-payments", { pack: PACK }));
      if (paid !== null) this.#joining.has = 2;
    } else await this.#show();
  }

  async #show() {
    const { page, email } = this.#joining;
    this.#joining = null;
    const answer = await this.storm.heard(() => page.post("token", { action: "show" }));
    if (answer === null) {
      this.#counts.unheard += 1;
      return;
    }
    assert.equal(answer.status, 200, answer.text);
    this.#counts.shown += 1;
    this.#owners.push({ email, page, token: answer.body.data.token, dead: [] });
  }

  async #status(token) {
    return (await this.storm.server.call("/api/v1/account", { bearer: token })).status;
  }

  async check(when) {
    for (const { email, token, dead, page } of this.#owners) {
      if (token) assert.equal(await this.#status(token), 200, `the token of ${email} ${when}`);
      for (const one of dead.slice(-3)) assert.equal(await this.#status(one), 401, `a token of ${email} that was replaced, ${when}`);
      if (token === undefined) continue;
      const shown = await page.get("account");
      assert.deepEqual([shown.status, shown.body.data?.token === null], [200, token === null], `${email} ${when}: ${shown.text}`);
    }
    // Those that joined are checked once more when there are others, and then left alone.
    this.#owners.splice(OWNERS, Math.max(0, this.#owners.length - OWNERS - 5));
  }

  async end() {
    for (const owner of this.#owners.slice(0, OWNERS)) {
      await this.#change(owner);
      assert.notEqual(owner.token, undefined, "a change that is answered is the way out");
    }
    await this.check("after another change");
    const { regenerated, revoked, shown, unheard } = this.#counts;
    return { "tokens that were made": regenerated, "tokens that were revoked": revoked, "tokens that were shown": shown, "changes of tokens that got no answer": unheard };
  }
}
