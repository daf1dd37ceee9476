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

  /** Runs the statements of a file. */
  async file(binding, path) {
    await this.#wrangler("d1", "execute", binding, ...this.where, "--yes", "--file", path);
  }

  /** Runs statements and returns the rows of each. Of many, the platform makes an import, for which the database stands still, and no rows come. */
  async run(binding, statements) {
    const sql = statements.join(";\n");
    if (sql.length < SHORT) {
      const text = await this.#wrangler("d1", "execute", binding, ...this.where, "--json", "--command", sql);
      return JSON.parse(text.slice(text.indexOf("["))).map(({ results }) => results);
    }
    const path = join(this.scratch, `${binding}.sql`);
    writeFileSync(path, `${sql};\n`, { mode: 0o600 });
    await this.file(binding, path);
    return statements.map(() => []);
  }

  /** Writes a database as SQL into a file. */
  async export(binding, path) {
    await this.#wrangler("d1", "export", binding, ...this.where, "--skip-confirmation", "--output", path);
  }
}
