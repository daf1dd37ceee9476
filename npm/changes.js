// What changed: the first answer as a promise, and all of them, or all changes, until there is nothing more.

import { Lazy, walk } from "./lazy.js";
import { given, withOptions } from "./options.js";

export class Changes extends Lazy {
  #ask;
  #options;

  constructor(ask, options) {
    super(() => ask(options));
    this.#ask = ask;
    this.#options = options;
  }

  async *pages() {
    const { since } = given(this.#options);
    yield* walk((at) => this.#ask(withOptions(this.#options ?? {}, { since: at })), since ?? undefined, ({ page }) => (page.has_more ? page.next_since : null));
  }

  async *all() {
    for await (const { changes } of this.pages()) yield* changes;
  }
}
