// Postern as the bench runs it: the built Worker over the databases of a state folder.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findAccount, makeAccount } from "../../scripts/lib/client.mjs";
import { writeConfig } from "../../scripts/lib/config.mjs";
import { migrate } from "../../scripts/lib/migrate.mjs";
import { WORKER } from "../../scripts/lib/paths.mjs";
import { openState, secretVariables } from "../../scripts/lib/state.mjs";
import { Client } from "./client.mjs";
import { serve } from "./runtime.mjs";

const ACCOUNT = { name: "Bench", email: "bench@example.com", company: "Example Ltd", credits: 1_000_000_000 };
const NO_LIMIT = 1_000_000; // calls a minute: more than there will be

/** Opens a state folder: secrets made, databases up to date with the migrations. */
async function open(folder) {
  const state = openState(folder);
  const secrets = secretVariables(state.kept);
  const limits = { CALLS: NO_LIMIT, REFUSALS: NO_LIMIT };
  const path = await writeConfig(folder, { vars: { ENVIRONMENT: "development", PUBLIC_ORIGIN: "http://localhost" }, limits, secrets });
  await migrate(folder, path);
  return { state, secrets, config: JSON.parse(readFileSync(path, "utf8")) };
}

/** The files that the Worker is made of, with their folders, its main one first. */
export function workerFiles(folder = WORKER) {
  const names = readdirSync(folder).filter((name) => /\.(js|wasm)$/.test(name));
  return names.sort((one, other) => Number(other === "index.js") - Number(one === "index.js")).map((name) => join(folder, name));
}

/** Files as modules of a Worker. */
export const modules = (files) =>
  files.map((path) => ({ type: path.endsWith(".wasm") ? "CompiledWasm" : "ESModule", path }));

/**
 * What miniflare has to know of the Worker. The KV namespace of expensive pages is left out: what is measured is what
 * a page costs that is not kept.
 */
const options = (config, secrets) => ({
  name: config.name,
  compatibilityDate: config.compatibility_date,
  compatibilityFlags: config.compatibility_flags,
  bindings: { ...config.vars, ...secrets },
  d1Databases: Object.fromEntries(config.d1_databases.map((one) => [one.binding, one.database_id])),
  ratelimits: Object.fromEntries(config.ratelimits.map(({ name, ...rest }) => [name, rest])),
  modulesRoot: WORKER,
  modules: modules(workerFiles()),
});

/**
 * Starts Postern on a state folder.
 *
 * @param {(worker: object) => object} [wrapped] changes what miniflare is told, to put something around the Worker
 */
export async function startPostern(folder, wrapped = (worker) => worker) {
  const { state, secrets, config } = await open(folder);
  const runtime = await serve(folder, wrapped(options(config, secrets)));
  const token = await tokenOf(runtime.url, state);
  const client = new Client(runtime.url, token);
  return {
    ...runtime,
    folder,
    operatorSecret: state.kept.operator_secret,
    token,
    client,
    stop: async () => {
      client.close();
      await runtime.stop();
    },
  };
}

/** The token of the bench's account, which is made at the first time. */
async function tokenOf(url, { kept, save }) {
  const account = await findAccount(url, kept.operator_secret, ACCOUNT.email);
  if (!account || !kept.api_token?.endsWith(account.token?.last_four)) {
    kept.api_token = await makeAccount(url, kept.operator_secret, ACCOUNT);
    save();
  }
  return kept.api_token;
}
