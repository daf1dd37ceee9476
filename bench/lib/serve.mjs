// A process that serves one Worker: miniflare, and under it one workerd. It is started by runtime.mjs, which gives it the
// options as an argument, and ends when its standard input does: so nothing is left behind if the bench is killed.
//
// The socket that it names leads to the Worker itself, without miniflare's own entry Worker in front of it, which would
// be in every figure and hide what is different.

import { readFileSync, readdirSync } from "node:fs";
import { Miniflare, convertV4MiniflareOptions } from "miniflare";

/** The workerd that this process started. */
function workerd() {
  const child = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).find((pid) => {
    try {
      const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
      return name === "workerd" && Number(rest.split(" ")[1]) === process.pid;
    } catch {
      return false;
    }
  });
  if (!child) throw new Error("expected workerd among the processes that miniflare started");
  return Number(child);
}

const { worker, state } = JSON.parse(process.argv[2]);
const options = {
  host: "127.0.0.1",
  port: 0,
  cf: false,
  resourcePersistencePath: state,
  workers: [{ ...worker, unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] }],
};
const miniflare = new Miniflare(convertV4MiniflareOptions(options));
const url = await miniflare.unsafeGetDirectURL();
console.log(`ready ${JSON.stringify({ url: url.origin, pid: workerd() })}`);

const end = async () => {
  await miniflare.dispose();
  process.exit(0);
};
process.stdin.once("end", end).once("error", end).resume();
process.once("SIGTERM", end);
process.once("SIGINT", end);
