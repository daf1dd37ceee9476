// A Postern of one's own for a test file: the built Worker in the real runtime, with databases, port and secrets that
// nobody else uses, started by the same code as `npm start`.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answers, call, makeAccount } from "../../scripts/lib/client.mjs";
import { writeConfig } from "../../scripts/lib/config.mjs";
import { withLock } from "../../scripts/lib/lock.mjs";
import { migrate, migrationsHash } from "../../scripts/lib/migrate.mjs";
import { TOOLS } from "../../scripts/lib/paths.mjs";
import { onExit } from "../../scripts/lib/run.mjs";
import { freePort, startRuntime, untilReady } from "../../scripts/lib/server.mjs";
import { newSecrets, secretVariables } from "../../scripts/lib/state.mjs";

export { call, makeAccount };

const TEMPLATES = join(TOOLS, "migrated");
const ACCOUNT = { name: "Test", email: "test@example.com", company: "Test Ltd", credits: 1_000_000 };

/** Makes the folder of migrated, empty databases that every server starts from, once for these migrations. */
export async function ensureTemplate() {
  const ready = join(TEMPLATES, migrationsHash().slice(0, 16));
  if (existsSync(ready)) return ready;
  return withLock(join(TOOLS, "template.lock"), async () => {
    if (existsSync(ready)) return ready;
    const making = `${ready}.new`;
    if (existsSync(TEMPLATES)) {
      for (const old of readdirSync(TEMPLATES)) rmSync(join(TEMPLATES, old), { recursive: true });
    }
    mkdirSync(making, { recursive: true });
    await migrate(making, await writeConfig(making, {}));
    renameSync(making, ready);
    return ready;
  });
}

/** Starts the runtime on a free port. Another program may take that port in between: then on another. */
async function startSomewhere(options) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const all = { ...(await options(port)), port };
    const runtime = await startRuntime(all);
    try {
      await untilReady(runtime, () => answers(options.url(port)));
      return { port, runtime, options: all };
    } catch (error) {
      await runtime.stop();
      if (attempt === 3 || !/address already in use|EADDRINUSE/i.test(runtime.logs())) throw error;
    }
  }
}

/**
 * Starts a server.
 *
 * @param {object} [options]
 * @param {Record<string, string | null>} [options.vars] over those of wrangler.toml and `ENVIRONMENT=development`;
 *   null leaves one out
 * @param {Partial<Record<keyof typeof LIMITS, number>>} [options.rateLimits] calls a minute; 100,000 unless set
 * @param {boolean} [options.migrations] false: both databases are empty, without any table
 * @param {boolean | object} [options.account] false: none; an object: over the test account's name, e-mail, credits
 * @param {Record<string, string | null>} [options.secrets] over those that were made for it; null leaves one out
 * @param {number} [options.shards] how many databases of posts
 * @param {string} [options.main] a Worker to run instead of the built one
 * @param {boolean} [options.https] true: https with a certificate of its own, which `call` accepts and `fetch` does not
 * @param {number} [options.inspector] the port of the runtime's inspector
 * @returns {Promise<{ url: string, port: number, operatorSecret: string, token: string | null, email: string | null,
 *   state: string, stop: () => Promise<void>, crash: () => Promise<void>, restart: () => Promise<void>,
 *   pid: () => number, logs: () => string, call: typeof call }>} `pid` is the runtime's first process; `logs` is what the Worker wrote; `call` is `call` with a path instead of a
 *   whole address; `crash` kills the whole runtime, and `restart` starts it again on the same state
 */
export async function startServer({
  vars = {},
  rateLimits = {},
  migrations = true,
  account = true,
  secrets = {},
  shards = 1,
  main = null,
  https = false,
  inspector = 0,
} = {}) {
  const template = migrations ? await ensureTemplate() : null;
  const state = mkdtempSync(join(tmpdir(), "postern-test-"));
  const remove = () => rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(remove);
  if (template) {
    cpSync(join(template, "v3"), join(state, "v3"), { recursive: true });
    cpSync(join(template, "migrations.json"), join(state, "migrations.json"));
  }

  const allSecrets = { ...secretVariables(newSecrets()), ...secrets };
  const url = (port) => `${https ? "https" : "http"}://localhost:${port}`;
  const configure = async (port) => ({
    state,
    inspector,
    args: https ? ["--local-protocol", "https"] : [],
    config: await writeConfig(state, {
      vars: { ENVIRONMENT: "development", PUBLIC_ORIGIN: url(port), ...vars },
      limits: limitsOf(rateLimits),
      secrets: allSecrets,
      shards,
      main,
    }),
  });
  if (migrations && shards > 1) await migrate(state, (await configure(0)).config);
  const started = await startSomewhere(Object.assign(configure, { url }));
  const { port } = started;
  let { runtime } = started;

  const operatorSecret = allSecrets.OPERATOR_SECRET;
  const wanted = account ? { ...ACCOUNT, ...(account === true ? {} : account) } : null;
  const token = wanted ? await makeAccount(url(port), operatorSecret, wanted) : null;
  return {
    url: url(port),
    port,
    operatorSecret,
    token,
    email: wanted?.email ?? null,
    state,
    pid: () => runtime.pid,
    logs: () => runtime.logs(),
    call: (path, options) => call(url(port) + path, options),
    crash: () => runtime.stop("SIGKILL"),
    restart: async () => {
      runtime = await startRuntime(started.options);
      await untilReady(runtime, () => answers(url(port)));
    },
    stop: async () => {
      await runtime.stop();
      forget();
      remove();
    },
  };
}

/** What tests call the limits, and what wrangler.toml does. */
const LIMITS = {
  calls: "CALLS",
  browser: "BROWSER",
  browserAccount: "BROWSER_ACCOUNT",
  dashboard: "DASHBOARD",
  refusals: "REFUSALS",
  mails: "MAILS",
};

const limitsOf = (limits) => Object.fromEntries(Object.entries(limits).map(([name, limit]) => [LIMITS[name], limit]));

function present(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
