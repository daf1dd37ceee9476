// Starts programs, and leaves none behind. Each runs in a process group of its own, so that stopping it also
// stops what it started; Ctrl-C and `kill` of this process stop all of them first.

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, explain, say, task } from "./say.mjs";
import { ROOT } from "./paths.mjs";

const GRACE_MS = 5_000;
const TAIL_LINES = 60;

/** The groups that are running, by the id of their first process. */
const groups = new Map();
/** What to do before this process ends: remove a folder, a file. Synchronous. */
const farewells = new Set();
let stopping = false;

/** Whether this process is ending in good order: what it started ends by its will then. */
export const isLeaving = () => stopping;

/** Calls `action` when this process ends, however it ends; the returned function forgets it. */
export function onExit(action) {
  farewells.add(action);
  return () => farewells.delete(action);
}

/** Sends a signal to a group, or asks with 0 whether it has any process left. */
export function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (error.code === "ESRCH") return false;
    throw error;
  }
}

/** Starts a program in a group of its own. The options are those of `spawn`. */
export function launch(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], ...options, detached: true });
  child.ended = new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
    child.once("close", (code, signal) => resolve({ code, signal, error: null }));
  });
  if (child.pid) {
    groups.set(child.pid, child);
    child.ended.then(() => groups.delete(child.pid));
  }
  return child;
}

/** Stops a program and all that it started: asks first, and insists after five seconds. SIGKILL does not ask. */
export async function stop(child, signal = "SIGTERM") {
  if (!child.pid) return;
  if (signal === "SIGKILL") {
    signalGroup(child.pid, signal);
    return child.ended; // once nobody holds its output any more: nobody is left
  }
  const deadline = performance.now() + GRACE_MS;
  signalGroup(child.pid, signal);
  while (signalGroup(child.pid, 0) && performance.now() < deadline) await sleep(20);
  signalGroup(child.pid, "SIGKILL");
  await child.ended;
}

/** Ends this process in good order: children first, then the farewells. */
export async function leave(code) {
  if (stopping) return;
  stopping = true;
  await Promise.all([...groups.values()].map((child) => stop(child, "SIGINT")));
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    const insists = stopping && signal === "SIGINT"; // a second Ctrl-C
    if (insists) for (const pid of groups.keys()) signalGroup(pid, "SIGKILL");
    leave(128 + constants.signals[signal]);
  });
}
process.on("exit", () => {
  for (const pid of groups.keys()) signalGroup(pid, "SIGKILL");
  for (const action of farewells) action();
});

/** Calls `each` for every line of a stream, carriage returns (progress bars) counting as line ends. */
export function lines(stream, each) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text) => {
    const parts = (rest + text).split(/\r\n|[\r\n]/);
    rest = parts.pop();
    parts.forEach(each);
  });
  stream.on("end", () => rest && each(rest));
}

/** How far cargo is, from a line of its output: "34/120 crates", or nothing. */
export function cargoProgress(line) {
  const bar = /(?:Building|Downloading) \[.*?\] (\d+)\/(\d+)/.exec(line);
  if (bar) return `${bar[1]}/${bar[2]} crates`;
  const step = /^\s*(Compiling|Checking|Documenting|Downloaded) (\S+)/.exec(line);
  return step ? `${step[1].toLowerCase()} ${step[2]}` : null;
}

const isProgress = (line) => cargoProgress(line) !== null || /^\s*(Updating|Locking|Adding|Downloading|Fresh) /.test(line);

/**
 * Runs a program to its end as one step with a title, showing its progress and not its output.
 *
 * @param {string} title what is being done
 * @param {{ env?: object, cwd?: string, all?: boolean, todo?: string }} options `all`: print the output as it comes
 * @returns {Promise<string>} what it wrote
 * @throws {Fault} with what it wrote, if it fails
 */
export async function step(title, command, args, { env = {}, cwd = ROOT, all = false, todo } = {}) {
  const running = task(title);
  const written = [];
  const child = launch(command, args, { cwd, env: { ...process.env, ...cargoBar(running.live), ...env } });
  const take = (line) => {
    const progress = cargoProgress(line);
    if (progress) running.update(progress);
    if (isProgress(line)) return;
    written.push(line);
    if (all) say(line);
  };
  lines(child.stdout, take);
  lines(child.stderr, take);
  const { code, signal, error } = await child.ended;
  if (stopping) await new Promise(() => {}); // Ctrl-C: `leave` ends this process
  if (code === 0) {
    running.done();
    return written.join("\n");
  }
  running.fail();
  throw new Fault(`${title}: \`${command} ${args.join(" ")}\` ${ending(code, signal, error)}`, {
    output: all ? "" : written.slice(-TAIL_LINES).join("\n"),
    expected: "exit code 0",
    todo,
    written: written.join("\n"),
  });
}

function ending(code, signal, error) {
  if (error) return `could not be started: ${error.message}`;
  return signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
}

/** Makes cargo draw its bar into a pipe, where `cargoProgress` reads it. */
function cargoBar(live) {
  return live ? { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "80" } : {};
}

/** Runs a command's main function; explains its error and sets the exit code. */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    if (stopping) return;
    explain(error);
    await leave(error.code && Number.isInteger(error.code) ? error.code : 1);
  }
}
