// One at a time: a file that holds the id of the process that works on something.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onExit } from "./run.mjs";
import { say } from "./say.mjs";

/** The locks that this process holds. */
const held = new Set();

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The process that holds a lock, or null: none does, or it ended without giving it back. */
export function holder(path) {
  try {
    const pid = Number(readFileSync(path, "utf8"));
    // A killed process of an earlier life of a container may have had the number that this one has now.
    if (pid === process.pid) return held.has(path) ? pid : null;
    return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** Takes a lock, or returns null if another process has it. The returned function gives it back. */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  if (holder(path) === null) rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (error.code === "EEXIST") return null;
    throw error;
  }
  held.add(path);
  const forget = onExit(() => rmSync(path, { force: true }));
  return () => {
    forget();
    held.delete(path);
    rmSync(path, { force: true });
  };
}

/** Runs `action` while holding a lock, waiting for another process to give it back if need be. */
export async function withLock(path, action) {
  let release = tryLock(path);
  if (!release) {
    say(`Waiting for another command of this project (process ${holder(path) ?? "?"}) ...`);
    while (!(release = tryLock(path))) await sleep(200);
  }
  try {
    return await action();
  } finally {
    release();
  }
}
