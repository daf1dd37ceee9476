// The databases of an environment, asked and filled by wrangler: those of the platform, or those of an `npm start` here.

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./paths.mjs";
import { onExit } from "./run.mjs";
import { Fault } from "./say.mjs";
import { WRANGLER, wranglerEnvironment } from "./wrangler.mjs";

/** The most that wrangler may print: a page of rows. */
const MOST_OUTPUT = 256 << 20;

/** How often a local database is asked that is locked. */
const LOCKED_TRIES = 20;

/** What goes in one command line, in characters. */
const SHORT = 20_000;

/** A text as SQL writes it. Identifiers and everything else here are our own. */
export const quoted = (text) => `'${String(text).replaceAll("'", "''")}'`;

/** Opens the databases of an environment; `local` is the state folder of an `npm start`, or null for the platform. */
export function openDatabases({ flags }, local) {
  const scratch = mkdtempSync(join(tmpdir(), "postern-databases-"));
  onExit(() => rmSync(scratch, { recursive: true, force: true }));
  const where = local ? ["--local", "-c", localConfig(scratch, local)] : ["--remote", ...flags];
  return new Databases(where, scratch, local);
}

/** `wrangler d1 export` finds local databases only beside the configuration: a folder that looks like that. */
function localConfig(scratch, state) {
  cpSync(join(state, "wrangler.json"), join(scratch, "wrangler.json"));
  mkdirSync(join(scratch, ".wrangler"));
  symlinkSync(state, join(scratch, ".wrangler", "state"));
  return join(scratch, "wrangler.json");
}

class Databases {
  constructor(where, scratch, local) {
    Object.assign(this, { where, scratch, local });
  }

  /** Runs wrangler and returns what it prints. A local database may be in use by a Worker at this moment. */
  async #wrangler(...args) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(...args);
      } catch (error) {
        if (!this.local || attempt === LOCKED_TRIES || !/SQLITE_BUSY|database is locked/.test(error.output)) throw error;
        await sleep(500);
      }
    }
  }

  /** Remote, wrangler uses the sign-in of whoever runs this. */
  #once(...args) {
    const [node, ...wrangler] = WRANGLER;
    const env = this.local ? wranglerEnvironment(this.scratch) : { ...process.env, NO_COLOR: "1", CI: "1" };
    return new Promise((resolve, reject) => {
      execFile(node, [...wrangler, ...args], { cwd: ROOT, env, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        reject(new Fault(`wrangler ${args.slice(0, 3).join(" ")} failed.`, { output: `${stdout}${stderr}`.trim().slice(-2_000), expected: "exit code 0" }));
      });
    });
  }

  /** The rows of a statement. */
  async rows(binding, sql) {
    const text = await this.#wrangler("d1", "execute", binding, ...this.where, "--json", "--command", sql);
    return JSON.parse(text.slice(text.indexOf("[")))[0].results;
  }

  /** Runs the statements of a file. */
  async file(binding, path) {
    await this.#wrangler("d1", "execute", binding, ...this.where, "--yes", "--file", path);
  }

  /** Runs statements. Of many, the platform makes an import, for which the database stands still. */
  async run(binding, statements) {
    const text = statements.join(";\n");
    if (text.length < SHORT) return void (await this.rows(binding, text));
    const path = join(this.scratch, `${binding}.sql`);
    writeFileSync(path, `${text};\n`, { mode: 0o600 });
    await this.file(binding, path);
  }

  /** Writes a database as SQL into a file. */
  async export(binding, path) {
    await this.#wrangler("d1", "export", binding, ...this.where, "--skip-confirmation", "--output", path);
  }
}

/** Tombstones that are read or written in one go. */
const TOMBSTONES = 5_000;
const A_STATEMENT = 250;

/** What was erased, as a database of posts holds it: `key` and `erased_at`. */
export async function tombstonesOf(databases, binding) {
  const all = [];
  for (let last = ""; ; ) {
    const sql = `SELECT key, erased_at FROM tombstones WHERE key > ${quoted(last)} ORDER BY key LIMIT ${TOMBSTONES}`;
    const rows = await databases.rows(binding, sql);
    all.push(...rows);
    if (rows.length < TOMBSTONES) return all;
    last = rows.at(-1).key;
  }
}

/** Sets tombstones that do not stand. */
export async function bury(databases, binding, tombstones) {
  const value = ({ key, erased_at: at }) => `(${quoted(key)}, ${Number(at)})`;
  const statements = [];
  for (let start = 0; start < tombstones.length; start += A_STATEMENT) {
    const values = tombstones.slice(start, start + A_STATEMENT).map(value).join(", ");
    statements.push(`INSERT INTO tombstones (key, erased_at) VALUES ${values} ON CONFLICT (key) DO NOTHING`);
  }
  if (statements.length > 0) await databases.run(binding, statements);
}
