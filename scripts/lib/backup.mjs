// What a backup is: a folder of four files, of which `backup.json` says what the others have to be.

import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ENV_OPTION, environment } from "./environment.mjs";
import { inRoot, NODE } from "./paths.mjs";
import { Fault } from "./say.mjs";
import { stateFolder } from "./settings.mjs";

/** The accounts as SQL, the posts as canonical lines, what was erased as lines, and what was said of them. */
export const FILES = { accounts: "accounts.sql", posts: "posts.ndjson", tombstones: "tombstones.ndjson", about: "backup.json" };

/** The options of a command about backups that say which databases it is about. */
export const PLACE_OPTIONS = { ...ENV_OPTION, local: { type: "boolean" } };

/** Which databases a command is about: of an environment, or of an `npm start` here, by its state folder `local`. */
export async function placeOf({ env, local: isLocal }) {
  if (!isLocal) return { environment: await environment(env), local: null };
  const local = stateFolder();
  return { environment: localEnvironment(local), local };
}

/** The environment of an `npm start`. */
function localEnvironment(state) {
  const path = join(state, "wrangler.json");
  if (!existsSync(path)) throw new Fault(`There is no Postern in ${state}.`, { expected: "the state folder of an `npm start`" });
  return { name: "local", config: JSON.parse(readFileSync(path, "utf8")), flags: [] };
}

/** Where the service is, and its operator secret, as the command line finds them. */
export function service(local) {
  const { POSTERN_URL: url, POSTERN_OPERATOR_SECRET: secret } = process.env;
  if (url && secret) return { url: url.replace(/\/$/, ""), secret };
  const dev = local && join(local, "dev.json");
  if (dev && existsSync(dev)) {
    const { url, operator_secret: secret } = JSON.parse(readFileSync(dev, "utf8"));
    return { url, secret };
  }
  throw new Fault("It is not known where the service is.", { expected: "POSTERN_URL and POSTERN_OPERATOR_SECRET, or --local and a running `npm start`", code: 2 });
}

/** Runs the command line in this terminal, with what it prints into an open file if one is given. Returns its exit code. */
export function postern(program, args, { url, secret }, out = "inherit") {
  const env = { ...process.env, POSTERN_URL: url, POSTERN_OPERATOR_SECRET: secret };
  const child = spawn(program, args, { cwd: inRoot(), env, stdio: ["ignore", out, "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}

/** The arguments of `postern restore`, with how it reaches the databases of an environment. */
export const restoring = ({ name }, local, ...what) => ["restore", ...what, "--", NODE, inRoot("scripts", "d1.mjs"), ...(local ? ["--local"] : ["--env", name])];

/** The SHA-256 of a file, its bytes and its lines. */
export async function measured(path) {
  const hash = createHash("sha256");
  let [bytes, lines] = [0, 0];
  for await (const part of createReadStream(path)) {
    hash.update(part);
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
  }
  return { sha256: hash.digest("hex"), bytes, lines };
}

/** Reads what a backup says of itself, and holds its files to that. */
export async function checked(folder) {
  const path = join(folder, FILES.about);
  if (!existsSync(path)) throw new Fault(`There is no ${FILES.about} in ${folder}.`, { expected: "the folder of a backup that was finished" });
  const about = JSON.parse(readFileSync(path, "utf8"));
  for (const [name, expected] of Object.entries(about.files)) {
    const is = await measured(join(folder, name));
    if (is.sha256 !== expected.sha256) throw new Fault(`${join(folder, name)} is not what was backed up.`, { expected: `SHA-256 ${expected.sha256}, and it is ${is.sha256}` });
  }
  return about;
}
