// Starts a Worker in a workerd of its own, and tells how much processor time that has used.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, NODE } from "../../scripts/lib/paths.mjs";
import { launch, lines, stop } from "../../scripts/lib/run.mjs";
import { Fault } from "../../scripts/lib/say.mjs";
import { wranglerEnvironment } from "../../scripts/lib/wrangler.mjs";

const SERVE = inRoot("bench", "lib", "serve.mjs");
const KEPT_LINES = 200;

/** Clock ticks a second in /proc/PID/stat: the kernel's interface has had this value on every architecture for decades. */
const TICKS = 100;

/** The processor time that a process has used since it began, all threads, in milliseconds. In steps of 10 ms. */
export function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** The bytes that a process has written since it began, whether they have come to the disk or not. */
function bytesWritten(pid) {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))[1]);
}

/**
 * Starts a Worker.
 *
 * @param {string} state the folder of its databases
 * @param {object} worker its modules and bindings, as miniflare takes them
 * @returns {Promise<{ url: string, pid: number, processorTime: () => number, bytesWritten: () => number, stop: () => Promise<void> }>}
 */
export async function serve(state, worker) {
  const options = JSON.stringify({ worker, state: join(state, "v3") });
  const child = launch(NODE, ["--no-warnings", SERVE, options], {
    stdio: ["pipe", "pipe", "pipe"],
    env: wranglerEnvironment(state),
  });
  const written = [];
  const { url, pid } = await new Promise((resolve, reject) => {
    const take = (line) => {
      const ready = /^ready (.*)$/.exec(line)?.[1];
      if (ready) resolve(JSON.parse(ready));
      else if (written.push(line) > KEPT_LINES) written.shift();
    };
    lines(child.stdout, take);
    lines(child.stderr, take);
    child.ended.then(() => reject(new Fault("The Worker runtime ended while starting.", { output: written.join("\n") })));
  });
  return { url, pid, processorTime: () => processorTime(pid), bytesWritten: () => bytesWritten(pid), logs: () => written.join("\n"), stop: () => stop(child) };
}
