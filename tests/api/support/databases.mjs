// The local databases of a server, from outside: to break them as a lost database is broken.

import { createHash, createHmac } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A table that only the database of this binding has. */
const OWN_TABLE = { ACCOUNTS: "ledger", POSTS_0: "documents" };

function databases(folder) {
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".sqlite")).map((name) => join(folder, name));
}

const tables = (database) => database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all();

/** Does something with one of the two databases, also while the server runs. */
export function withDatabase(state, binding, action) {
  const found = databases(join(state, "v3", "d1")).map((path) => new DatabaseSync(path));
  try {
    for (const database of found) {
      database.exec("PRAGMA busy_timeout = 10000");
      if (tables(database).some(({ name }) => name === OWN_TABLE[binding])) return action(database);
    }
    throw new Error(`expected a database of ${binding} in ${state}`);
  } finally {
    for (const database of found) database.close();
  }
}

/** Takes away all tables of one of the two databases while the server runs. */
export function breakTables(state, binding) {
  let broken = 0;
  for (const path of databases(join(state, "v3", "d1"))) {
    const database = new DatabaseSync(path);
    try {
      database.exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF");
      if (!tables(database).some(({ name }) => name === OWN_TABLE[binding])) continue;
      for (const { name } of tables(database).filter((one) => !/^(sqlite_|_cf_|words_|d1_)/.test(one.name))) {
        database.exec(`DROP TABLE "${name}"`);
      }
      broken += 1;
    } finally {
      database.close();
    }
  }
  if (broken !== 1) throw new Error(`expected one database of ${binding} in ${state}, found ${broken}`);
}

/** The file of a binding's database, which the local runtime names by a hash of its id. */
export function databaseFile(state, binding) {
  const { d1_databases: all } = JSON.parse(readFileSync(join(state, "wrangler.json"), "utf8"));
  const { database_id: id } = all.find((one) => one.binding === binding);
  const key = createHash("sha256").update("miniflare-D1DatabaseObject").digest();
  const hash = (data) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const name = hash(id);
  return join(state, "v3", "d1", "miniflare-D1DatabaseObject", `${Buffer.concat([name, hash(name)]).toString("hex")}.sqlite`);
}
