// Notices when the runtime ends or falls silent, and starts it again.

import { setTimeout as sleep } from "node:timers/promises";
import { Fault, say, seconds, warn } from "./say.mjs";

/** How often it is asked, how long it may be silent, and how many failures of what time are too many. */
const PACE = { everyMs: 10_000, againMs: 1_000, patienceMs: 20_000, restarts: 3, withinMs: 300_000 };

/** Returns once nothing has answered for as long as patience lasts, or `over` says that it does not matter any more. */
async function silence(ask, over, { everyMs, againMs, patienceMs }) {
  while (!over()) {
    await sleep(everyMs);
    const since = performance.now();
    const left = () => patienceMs - (performance.now() - since);
    while (!over() && !(await ask(Math.max(1, left())).then(() => true, () => false))) {
      if (left() <= 0) return;
      await sleep(Math.min(againMs, Math.max(1, left())));
    }
  }
}

/** What went wrong with a runtime, in a sentence, when it has. */
async function trouble(runtime, ask, pace) {
  let ended = null;
  const end = runtime.ended.then((how) => (ended = how));
  await Promise.race([end, silence(ask, () => ended !== null, pace)]);
  if (ended === null) return `The Worker has not answered for ${seconds(pace.patienceMs)}.`;
  return `The Worker runtime ended by itself (${ended.signal ?? `exit code ${ended.code}`}).`;
}

/**
 * Keeps a runtime going for as long as this process lives. Any answer is a sign of life, a refusal too.
 *
 * @param {object} options
 * @param {object} options.runtime what `startRuntime` returned
 * @param {() => Promise<object>} options.start starts the next one and waits until it answers
 * @param {(runtime: object, within: number) => Promise<unknown>} options.ask asks it for a sign of life, for that many
 *   milliseconds
 * @param {() => boolean} options.isLeaving whether this process is ending, which ends the runtime too
 * @param {object} [options.pace] over `PACE`
 * @throws {Fault} if it fails again and again
 */
export async function keepServing({ runtime, start, ask, isLeaving, pace: changes = {} }) {
  const pace = { ...PACE, ...changes };
  const failures = [];
  for (let current = runtime; ; ) {
    let what = await trouble(current, (within) => ask(current, within), pace);
    if (isLeaving()) return;
    let output = current.logs();
    await current.stop();
    for (current = null; current === null; ) {
      if (isLeaving()) return;
      failures.push(performance.now());
      refuseTooMany(failures, what, output, pace);
      warn(`${what} Starting it again ...`);
      current = await start().catch((error) => {
        what = error.message;
        output = error.output || output;
        return null;
      });
    }
    say("The Worker answers again.");
  }
}

function refuseTooMany(failures, what, output, { restarts, withinMs }) {
  const recent = failures.filter((time) => performance.now() - time < withinMs).length;
  if (recent <= restarts) return;
  throw new Fault(`${what} It was started again ${restarts} times within ${Math.round(withinMs / 60_000)} min already.`, {
    output: output.split("\n").slice(-40).join("\n"),
    expected: "a Worker that keeps answering",
    todo: "look at what it wrote, above and in server.log of the state folder, and run npm start again",
  });
}
