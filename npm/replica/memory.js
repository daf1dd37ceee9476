// A copy of posts where nothing can be stored. The posts themselves are only in the set that answers; what waits here has not yet
// come there.

import { beginning, next } from "./state.js";

export class Memory {
  isPersistent = false;
  #state;
  /** What the set has not yet. */
  #news = [];
  /** The copy that is built anew. */
  #building = new Map();
  #ids = new Set();

  constructor(filter) {
    this.#state = beginning(filter);
  }

  async state() {
    return this.#state;
  }

  async take(step, from) {
    if (from.version !== this.#state.version) return null;
    const before = this.#state;
    if (step.isFirst) this.#building = new Map();
    const sizes = step.isBuilding ? this.#build(step) : { active: this.#change(step.lines, step.removed), building: 0 };
    this.#state = next(before, step, sizes);
    if (this.#state.epoch !== before.epoch) this.#replace();
    return this.#state;
  }

  #build({ lines, removed }) {
    const before = this.#building.size;
    for (const id of removed) this.#building.delete(id);
    for (const [id, line] of lines) this.#building.set(id, line);
    return { active: this.#change(new Map(), removed), building: this.#building.size - before };
  }

  /** Returns by how many posts there are more. */
  #change(lines, removed) {
    const before = this.#ids.size;
    for (const id of removed) this.#ids.delete(id);
    for (const id of lines.keys()) this.#ids.add(id);
    this.#news.push({ removed, text: [...lines.values()].join("\n") });
    return this.#ids.size - before;
  }

  #replace() {
    this.#ids = new Set(this.#building.keys());
    this.#news = [{ removed: [], text: [...this.#building.values()].join("\n") }];
    this.#building = new Map();
  }

  async news(seen, begin, apply) {
    if (seen?.state.epoch !== this.#state.epoch) begin();
    for (const { removed, text } of this.#news.splice(0)) apply(removed, text);
    return { state: this.#state };
  }

  close() {
    this.#news = [];
  }
}
