// The state folder: the local databases, and beside them what belongs to them. `private.json` keeps the secrets and
// the demo account from one run to the next; `dev.json` tells other programs how to use a server that is running.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./say.mjs";

/** Writes a file whole or not at all, readable by its owner only. */
export function writeWhole(path, text) {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** New secrets: what the Worker's settings ask for. */
export function newSecrets() {
  return {
    operator_secret: randomBytes(32).toString("hex"),
    token_key: randomBytes(32).toString("base64"),
    stripe_webhook_secret: `whsec_${randomBytes(24).toString("hex")}`,
  };
}

/** The Worker's names for them. */
export function secretVariables(kept) {
  return {
    OPERATOR_SECRET: kept.operator_secret,
    TOKEN_KEY: kept.token_key,
    STRIPE_WEBHOOK_SECRET: kept.stripe_webhook_secret,
  };
}

/** Opens a state folder, making it and its secrets at the first time. */
export function openState(folder) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "private.json");
  if (!existsSync(path) && readdirSync(folder).some((name) => !name.startsWith("start.lock"))) {
    throw new Fault(`${folder} has files in it that are not Postern's.`, {
      expected: "POSTERN_STATE to name a new or empty folder, or one that an earlier start made",
    });
  }
  const kept = existsSync(path) ? read(path) : newSecrets();
  const save = () => writeWhole(path, `${JSON.stringify(kept, null, 2)}\n`);
  save();
  return { folder, kept, save, announce: (record) => announce(folder, record), retract: () => retract(folder) };
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Fault(`${path} can't be read: ${error.message}`, {
      todo: "restore it, or delete its folder to start over with empty databases",
    });
  }
}

/** Says that a server runs: the last step of a start. */
function announce(folder, record) {
  writeWhole(join(folder, "dev.json"), `${JSON.stringify(record, null, 2)}\n`);
}

/** Says that none does: the first step of a start, and the last of a stop. */
function retract(folder) {
  rmSync(join(folder, "dev.json"), { force: true });
}
