// The local Worker runtime: starts it on a state folder, waits until it answers, stops it.

import { createServer } from "node:net";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchGuarded } from "./guarded.mjs";
import { Fault } from "./say.mjs";
import { lines, onExit, signalGroup, stop } from "./run.mjs";
import { WRANGLER, wranglerEnvironment } from "./wrangler.mjs";

const READY_WITHIN_MS = 60_000;
const KEPT_LINES = 2_000;

/** Both addresses that `localhost` can mean. */
const LOOPBACKS = ["127.0.0.1", "::1"];

function listens(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = probe.address();
      probe.close(() => resolve(taken));
    });
  });
}

/** Whether another program listens on a port of this machine. */
export async function isTaken(port) {
  for (const host of LOOPBACKS) {
    try {
      await listens(port, host);
    } catch (error) {
      if (error.code === "EADDRINUSE") return true;
      if (error.code === "EACCES") throw new Fault(`Port ${port} is not allowed for this user.`, { expected: "a port from 1024 up" });
      if (host === LOOPBACKS[0]) throw error; // a machine without IPv6 is fine
    }
  }
  return false;
}

/** A port that nobody listens on. */
export const freePort = () => listens(0, LOOPBACKS[0]);

/** One line of the runtime without its timestamps and marks, or null for its chatter. */
const CHATTER = /^\s*$|^\[wrangler|^⎔|^Your Worker has access|^Using secrets|^(Binding|env\.)|^\s*env\.|^-{5,}|^\s*[╭│╰]/;

/** What the runtime writes about `pulse` of client.mjs. */
const CHECKED = [/"route":"health","status":200,/, /^\[wrangler:info\] HEAD \/api\/v1\/health 200 /];

/** Keeps the health checks of `npm start` itself out of the log: of each that is expected, one line of each kind. */
export function ownChecks() {
  const expected = CHECKED.map(() => 0);
  const isOne = (line) => {
    const kind = CHECKED.findIndex((pattern, index) => expected[index] > 0 && pattern.test(line));
    if (kind === -1) return false;
    expected[kind] -= 1;
    return true;
  };
  return { expect: () => expected.fill(1), isOne };
}

/**
 * Starts the runtime.
 *
 * @param {object} options
 * @param {string} options.state the state folder, with databases
 * @param {string} options.config the configuration of `writeConfig`
 * @param {number} options.port where it listens, on 127.0.0.1
 * @param {number} [options.inspector] the port of the inspector, any unless set
 * @param {string[]} [options.args] more arguments for `wrangler dev`
 * @param {(line: string, isError: boolean) => void} [options.onLine] each line that it writes
 * @returns {Promise<object>} `pid`: its first process; `ended`: how, once it has; `logs`: what it wrote; `unlogged`: leave the health check that
 *   comes now out of the log; `stop`, by a signal: SIGKILL is a crash
 */
export async function startRuntime({ state, config, port, inspector = 0, args = [], onLine = () => {} }) {
  const [node, ...wrangler] = WRANGLER;
  const flags = ["--local", "--ip", "127.0.0.1", "--port", port, "--inspector-port", inspector, "--persist-to", state];
  const child = launchGuarded(node, [...wrangler, "dev", "-c", config, ...flags, "--show-interactive-dev-session=false", ...args].map(String), {
    cwd: state,
    env: wranglerEnvironment(state),
  });
  const log = createWriteStream(join(state, "server.log"), { flags: "a", mode: 0o600 });
  const kept = [];
  const own = ownChecks();
  const take = (isError) => (line) => {
    if (own.isOne(line)) return;
    log.write(`${line}\n`);
    if (CHATTER.test(line)) return;
    if (kept.push(line) > KEPT_LINES) kept.shift();
    onLine(line, isError);
  };
  lines(child.stdout, take(false));
  lines(child.stderr, take(true));
  const forget = onExit(() => child.pid && signalGroup(child.pid, "SIGKILL")); // workerd may have outlived wrangler
  return {
    pid: child.pid,
    ended: child.ended,
    logs: () => kept.join("\n"),
    unlogged: own.expect,
    stop: async (signal = "SIGINT") => {
      await stop(child, signal);
      await new Promise((resolve) => log.end(resolve));
      forget();
    },
  };
}

/**
 * Waits until the runtime answers.
 *
 * @param {object} runtime what `startRuntime` returned
 * @param {() => Promise<boolean>} answers asks it once
 * @throws {Fault} if it ends or a minute passes first
 */
export async function untilReady(runtime, answers) {
  let ended = null;
  runtime.ended.then((how) => (ended = how));
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await answers().catch(() => false))) {
    if (ended) throw new Fault("The Worker runtime ended while starting.", { output: runtime.logs() });
    if (performance.now() > deadline) {
      throw new Fault(`The Worker did not answer within ${READY_WITHIN_MS / 1000} s.`, { output: runtime.logs() });
    }
    await sleep(50);
  }
}
