// Ends a runtime whose `npm start` was killed before it could do so (`kill -9`, out of memory): it would go on holding
// the port, and writing to the databases beside the next one.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signalGroup } from "./run.mjs";
import { Fault } from "./say.mjs";

const GRACE_MS = 5_000;
const INSISTED_MS = 2_000;

/** Where the runtime of a state folder is written down: the id of its process group. */
export const pidFile = (state) => join(state, "server.pid");

/** A process from /proc, or null: it has just ended, or only waits to be collected. */
function fromProc(pid) {
  try {
    // "PID (NAME) STATE PARENT GROUP ...", where NAME may hold blanks and parentheses
    const [status, , group] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    if (status === "Z") return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid, group: Number(group), command };
  } catch {
    return null;
  }
}

/** A process from a line of `ps -A -ww -o pid=,pgid=,stat=,command=`, or null. */
export function fromPs(line) {
  const [, pid, group, status, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
  return pid && !status.startsWith("Z") ? { pid: Number(pid), group: Number(group), command: command.trim() } : null;
}

/** Every process, from /proc (a small Linux has no `ps`) or from `ps` (macOS has no /proc). */
function processes() {
  if (existsSync("/proc/self/stat")) return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => fromProc(Number(pid)));
  return execFileSync("ps", ["-A", "-ww", "-o", "pid=,pgid=,stat=,command="], { encoding: "utf8" }).split("\n").map(fromPs);
}

/** The living processes of a group. */
export const membersOf = (group) => processes().filter((found) => found?.group === group);

function isSameFolder(one, other) {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/**
 * Whether a process group is the runtime of this state folder, and not one that got its number later. The first
 * process names the folder. Where only workerd is left of a group, nobody else can have got the number.
 */
export function isRuntimeOf(state, group, members) {
  const first = members.find(({ pid }) => pid === group);
  if (!first) return members.some(({ command }) => /\bworkerd\b.* serve /.test(command));
  const folder = /\bwrangler\b.* dev .*--persist-to (.+?) --/.exec(first.command)?.[1];
  return folder !== undefined && isSameFolder(folder, state);
}

function recorded(state) {
  try {
    const group = Number(readFileSync(pidFile(state), "utf8"));
    return Number.isInteger(group) && group > 1 ? group : null;
  } catch {
    return null;
  }
}

async function isGone(group, within) {
  const deadline = performance.now() + within;
  while (membersOf(group).length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

/**
 * Ends the runtime that an earlier start left behind in this state folder. For the holder of the folder's lock only:
 * whoever started that runtime is gone then.
 *
 * @returns {Promise<number | null>} the process that was ended, or null if there was none
 * @throws {Fault} if it can't be ended
 */
export async function endOrphan(state) {
  const group = recorded(state);
  if (group === null) return null;
  const found = isRuntimeOf(state, group, membersOf(group));
  if (found) {
    signalGroup(group, "SIGTERM");
    if (!(await isGone(group, GRACE_MS))) signalGroup(group, "SIGKILL");
    if (!(await isGone(group, INSISTED_MS))) {
      throw new Fault(`The runtime that an earlier start left behind in ${state} does not end.`, { todo: `end it: kill -9 -- -${group}` });
    }
  }
  rmSync(pidFile(state), { force: true });
  return found ? group : null;
}
