// The machine, as far as figures depend on it. No names of hosts, users or folders.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, release, totalmem, type } from "node:os";
import { inRoot, NODE } from "../../scripts/lib/paths.mjs";

const output = (command, ...args) => execFileSync(command, args, { cwd: inRoot(), encoding: "utf8" }).trim();
const versionOf = (name) => JSON.parse(readFileSync(inRoot("node_modules", name, "package.json"), "utf8")).version;

/** Names and values, in order. */
export function machine() {
  const processors = cpus();
  return {
    processor: `${processors[0].model.trim()}, ${processors.length} cores, ${arch()}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    kernel: `${type()} ${release().replace(/[^\d.].*$/, "")}`,
    Node: output(NODE, "--version").slice(1),
    workerd: versionOf("workerd"),
    miniflare: versionOf("miniflare"),
    Hono: versionOf("hono"),
    Rust: output("rustc", "--version").split(" ")[1],
  };
}

/** The load average of the last minute, which says what else was running. */
export const load = () => loadavg()[0].toFixed(1);
