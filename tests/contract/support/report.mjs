// What schemathesis did, from its own report of events: every case, its answer, and every check of it.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** Counts: `add("a")` makes `all.a` one more. */
class Counts {
  all = {};

  add(name, by = 1) {
    this.all[name] = (this.all[name] ?? 0) + by;
  }
}

const sorted = (record) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Reports that are added up. */
export class Tally {
  #phases = new Counts();
  #checks = new Counts();
  #operations = new Map();
  /** What went wrong: `operation: check: what it said`, each once. */
  faults = new Set();
  /** Cases that were sent and checked. */
  cases = 0;

  /** Adds a report of events, one a line. */
  async read(path) {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      if (line.startsWith('{"ScenarioFinished"')) this.#scenario(JSON.parse(line).ScenarioFinished);
      else if (line.startsWith('{"NonFatalError"') || line.startsWith('{"FatalError"')) this.faults.add(line.slice(0, 1_000));
    }
  }

  #scenario({ phase, recorder }) {
    for (const [id, { value }] of Object.entries(recorder?.cases ?? {})) {
      const checks = recorder.checks?.[id] ?? [];
      const status = recorder.interactions?.[id]?.response?.status_code;
      if (checks.length > 0) this.#case({ phase, status, operation: `${value.method} ${value.path}`, mode: value.meta?.generation?.mode, checks });
    }
  }

  #case({ phase, status, operation, mode, checks }) {
    this.cases += 1;
    this.#phases.add(phase);
    const about = this.#operation(operation);
    about.cases += 1;
    about.statuses.add(status ?? "none");
    about.modes.add(`${phase} ${mode} ${status ?? "none"}`);
    for (const { name, status: outcome, failure_info } of checks) {
      this.#checks.add(name);
      if (outcome !== "success") this.faults.add(`${operation}: ${name}: ${failure_info?.failure?.title ?? ""} ${failure_info?.failure?.message ?? ""}`.slice(0, 1_000));
    }
  }

  #operation(name) {
    if (!this.#operations.has(name)) this.#operations.set(name, { cases: 0, statuses: new Counts(), modes: new Counts() });
    return this.#operations.get(name);
  }

  /** Cases of each phase, how often each check was made, and of each operation its cases and their statuses. */
  get summary() {
    const plain = ([name, { cases, statuses, modes }]) => [name, { cases, statuses: sorted(statuses.all), modes: sorted(modes.all) }];
    return { cases: this.cases, phases: this.#phases.all, checks: sorted(this.#checks.all), operations: sorted(Object.fromEntries([...this.#operations].map(plain))) };
  }
}
