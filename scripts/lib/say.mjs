// What the commands say: plain lines, and on a terminal one line that is kept up to date while something runs.

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

/** The task whose line is on the terminal's last row. */
let drawn = null;

/** Prints one line, above the running task's. */
export function say(line = "") {
  drawn?.erase();
  out.write(`${line}\n`);
  drawn?.draw();
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

/** One long step, with its progress and time. `update` tells how far it is; `done` or `fail` ends it. */
class Task {
  constructor(title) {
    this.title = title;
    this.progress = "";
    this.started = performance.now();
    this.live = Boolean(out.isTTY) && process.env.TERM !== "dumb";
    if (this.live) {
      drawn = this;
      this.draw();
    } else {
      say(`${title} ...`);
    }
    const tick = () => (this.live ? this.draw() : say(`  still at it: ${this.state()}`));
    this.timer = setInterval(tick, this.live ? REDRAW_EVERY_MS : STILL_RUNNING_EVERY_MS);
    this.timer.unref();
  }

  state() {
    return [this.progress, seconds(performance.now() - this.started)].filter(Boolean).join(", ");
  }

  draw() {
    if (!this.live || drawn !== this) return;
    const width = (out.columns || 80) - 1;
    const room = width - this.title.length - 6;
    this.erase();
    out.write(`${bold(this.title)} ... ${dim(this.state().slice(0, Math.max(0, room)))}`);
  }

  erase() {
    if (this.live && drawn === this) out.write("\r\x1b[K");
  }

  update(progress) {
    this.progress = progress;
  }

  end(line) {
    clearInterval(this.timer);
    this.erase();
    if (drawn === this) drawn = null;
    say(line);
  }

  done(detail = "") {
    const took = `${detail}${detail ? ", " : ""}${seconds(performance.now() - this.started)}`;
    this.end(this.live ? `${green("✓")} ${this.title} ${dim(`(${took})`)}` : `  done: ${took}`);
  }

  fail() {
    const took = seconds(performance.now() - this.started);
    this.end(this.live ? `${red("✗")} ${this.title} ${dim(`(${took})`)}` : `  failed after ${took}`);
  }
}

/** Begins a step and says so. */
export function task(title) {
  return new Task(title);
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
