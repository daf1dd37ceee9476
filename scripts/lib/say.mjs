// What the commands say: plain lines, and on a terminal one line that is kept up to date while something runs.

import { AsyncLocalStorage } from "node:async_hooks";

const STILL_RUNNING_EVERY_MS = 15_000;
const REDRAW_EVERY_MS = 120;

/** Where everything here is written. `toStderr` moves it, for commands whose stdout is data. */
let out = process.stdout;

/** Writes to stderr from now on. */
export function toStderr() {
  out = process.stderr;
}

/** What writing gives where the reader is gone, as `head` is after ten lines, and where the terminal was closed. */
const GONE = ["EPIPE", "EIO"];

// That nobody reads what this process says must not end it half way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (!GONE.includes(error.code)) throw error;
  });
}

const coloured = () => Boolean(out.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = (code) => (text) => (coloured() ? `\x1b[${code}m${text}\x1b[0m` : String(text));

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);

/** The tasks that are running, oldest first. On a terminal they share its last row. */
const running = new Set();

const isLive = () => Boolean(out.isTTY) && process.env.TERM !== "dumb";

/** Draws the last row: each task's title and how far it is, as far as there is room. */
function draw() {
  if (!isLive() || running.size === 0) return;
  const width = (out.columns || 80) - 1;
  out.write("\r\x1b[K" + rowOf([...running], width));
}

/** The running tasks in at most so many characters: the oldest in full, of the others what there is room for. */
function rowOf(tasks, width) {
  const room = Math.floor(width / tasks.length);
  return tasks.map(({ title, state }) => paintedRow(title, state(), room)).join("  ");
}

function paintedRow(title, state, room) {
  const left = room - title.length - " ... ".length - 2;
  if (left < 0) return bold(title.slice(0, Math.max(0, room - 2)));
  return `${bold(title)} ... ${dim(state.slice(0, left))}`;
}

/** Prints one line, above the running tasks'. */
export function say(line = "") {
  if (isLive() && running.size > 0) out.write("\r\x1b[K");
  out.write(`${line}\n`);
  draw();
}

/** Prints a line that a reader should not miss. */
export function warn(line) {
  say(`${yellow("warning:")} ${line}`);
}

/** A length of time as people write it: `0.4 s`, `12 s`, `3 min 05 s`. */
export function seconds(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** One long step, with its progress and time. `update` tells how far it is; `done` or `fail` ends it. Several may run at once. */
class Task {
  constructor(title) {
    this.title = title;
    this.progress = "";
    this.started = performance.now();
    this.live = isLive();
    if (!this.live) say(`${title} ...`);
    running.add(this);
    draw();
    const tick = () => (this.live ? draw() : say(`  ${title}: still at it: ${this.state()}`));
    this.timer = setInterval(tick, this.live ? REDRAW_EVERY_MS : STILL_RUNNING_EVERY_MS);
    this.timer.unref();
  }

  state = () => [this.progress, this.took()].filter(Boolean).join(", ");

  took = () => seconds(performance.now() - this.started);

  update(progress) {
    this.progress = progress;
  }

  /** A step of this one, which says nothing itself. */
  part(title) {
    this.update(title);
    return { live: this.live, update: (progress) => this.update(`${title}, ${progress}`), done() {}, fail() {} };
  }

  /** Ends with a line on a terminal, and with another one elsewhere. */
  end(line, plain) {
    clearInterval(this.timer);
    if (this.live) out.write("\r\x1b[K");
    running.delete(this);
    say(this.live ? line : `  ${plain}`);
  }

  done(detail = "") {
    const took = [detail, this.took()].filter(Boolean).join(", ");
    this.end(`${green("✓")} ${this.title} ${dim(`(${took})`)}`, `done: ${this.title}, ${took}`);
  }

  fail() {
    this.end(`${red("✗")} ${this.title} ${dim(`(${this.took()})`)}`, `failed: ${this.title}, after ${this.took()}`);
  }
}

/** The task that an action's own tasks are parts of: see `asOne`. */
const whole = new AsyncLocalStorage();

/** Begins a step and says so. */
export function task(title) {
  return whole.getStore()?.part(title) ?? new Task(title);
}

/** Shows all steps of an action as one, whose progress they are. */
export async function asOne(title, action) {
  const all = new Task(title);
  try {
    await whole.run(all, action);
  } catch (error) {
    all.fail();
    throw error;
  }
  all.done();
}

/** Something that went wrong and that its reader can do something about. */
export class Fault extends Error {
  /**
   * @param {string} what what failed, in a sentence
   * @param {{ expected?: string, todo?: string, output?: string, code?: number }} more what was expected instead,
   *   what to do now, what the failed program wrote, and this process's exit code (1)
   */
  constructor(what, more = {}) {
    super(what);
    this.name = "Fault";
    Object.assign(this, { code: 1 }, more);
  }
}

/** Prints an error for people: what failed, what was expected, what to do. A stack only for bugs of ours. */
export function explain(error) {
  if (!(error instanceof Fault)) {
    say(`${red("error:")} ${error?.stack ?? error}`);
    return;
  }
  if (error.output) say(error.output.trimEnd());
  say(`${red("error:")} ${error.message}`);
  if (error.expected) say(`  expected: ${error.expected}`);
  if (error.todo) say(`  to do: ${error.todo}`);
}
