// Stands in for the bindings of a Worker under measurement, the same way for both: limits let everything through, and,
// where `BENCH_DATABASES` says "memory", D1 answers with the rows that the real one gave to the same statements the first
// time. What is left then is the Worker's own work, and the platform's for a call.

class Statement {
  constructor(database, sql, values = []) {
    Object.assign(this, { database, sql, values });
  }

  bind(...values) {
    return new Statement(this.database, this.sql, values);
  }

  real() {
    return this.database.real.prepare(this.sql).bind(...this.values);
  }

  async all() {
    const [result] = await this.database.batch([this]);
    return result;
  }

  run() {
    return this.all();
  }

  async first() {
    const { results } = await this.all();
    return results[0] ?? null;
  }
}

class Database {
  kept = new Map();

  constructor(real) {
    this.real = real;
  }

  prepare(sql) {
    return new Statement(this, sql);
  }

  async batch(statements) {
    const name = statements.map(({ sql }) => sql).join(";");
    const known = this.kept.get(name);
    if (known) return known;
    const results = await this.real.batch(statements.map((statement) => statement.real()));
    this.kept.set(name, results);
    return results;
  }

  withSession() {
    return this;
  }

  getBookmark() {
    return "";
  }
}

/** Under the name of the platform's own, by which the bindings for Rust know it. */
class Ratelimit {
  async limit() {
    return { success: true };
  }
}

let known;

function standIn(binding, keepsDatabases) {
  if (typeof binding?.limit === "function") return new Ratelimit();
  const isDatabase = typeof binding?.prepare === "function" && typeof binding?.batch === "function";
  return isDatabase && !keepsDatabases ? new Database(binding) : binding;
}

/** The environment with stand-ins for its limits, and for its databases where that is asked for. */
export function inMemory(env) {
  const keepsDatabases = env.BENCH_DATABASES !== "memory";
  known ??= Object.fromEntries(Object.entries(env).map(([name, binding]) => [name, standIn(binding, keepsDatabases)]));
  return known;
}
