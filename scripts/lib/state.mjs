// The state folder: the local databases, and beside them what belongs to them. `private.json` keeps the secrets and
// the demo account from one run to the next; `dev.json` tells other programs how to use a server that is running.

import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The error for a state folder that can't be one. */
function unusable(folder, why) {
  return new Fault(`The state folder ${folder} can't be used: ${why}.`, {
    expected: "a folder that this user may write to, or a place where one can be made",
    todo: "name another one with POSTERN_STATE, or leave that unset for `.postern` in the project",
  });
}

const REASONS = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is in a file system that is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is a file",
  ENOENT: "no folder can be made there",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its symbolic links go in a circle",
};

/** Does something with a state folder; what the system refuses is explained. */
export function using(folder, action) {
  try {
    return action();
  } catch (error) {
    if (error.syscall === undefined) throw error;
    throw unusable(folder, REASONS[error.code] ?? error.message);
  }
}

/**
 * Sees to a folder, and to those above it. One level at a time: Node's own way never ends where the system says that
 * a folder is missing which is there, as /proc does. What is made is for its owner only: it gets databases and logs.
 */
export function makeFolder(folder) {
  using(folder, () => {
    const missing = [];
    let above = folder;
    while (!statSync(above, { throwIfNoEntry: false }) && dirname(above) !== above) {
      missing.push(above);
      above = dirname(above);
    }
    if (!statSync(above).isDirectory()) throw unusable(folder, `${above} is a file`);
    accessSync(above, constants.W_OK | constants.X_OK);
    for (const path of missing.reverse()) mkdirSync(path, { mode: 0o700 });
  });
}

/** Opens a state folder, making it and its secrets at the first time. */
export function openState(folder) {
  makeFolder(folder);
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
