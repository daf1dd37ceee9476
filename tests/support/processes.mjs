// What the kernel says of processes: who began whom, and what they take. Linux only, as the proofs that ask for it are.

import { readdirSync, readFileSync } from "node:fs";

function statusOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(text)?.[1];
    return { pid, name: field("Name"), parent: Number(field("PPid")), memory: Number(field("VmRSS") ?? 0) * 1024 };
  } catch {
    return null; // it has ended in between
  }
}

/** All processes that a process began, and those that they did. */
export function descendants(pid) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => statusOf(Number(name))).filter(Boolean);
  const of = (parent) => all.filter((one) => one.parent === parent).flatMap((one) => [one, ...of(one.pid)]);
  return of(pid);
}

/** The memory that a process has in use, in bytes. */
export const residentMemory = (pid) => statusOf(pid)?.memory ?? 0;
