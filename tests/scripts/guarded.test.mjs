// A program that must not outlive the one that started it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { launchGuarded } from "../../scripts/lib/guarded.mjs";
import { signalGroup, stop } from "../../scripts/lib/run.mjs";
import { eventually } from "../support/eventually.mjs";

const GUARDED = new URL("../../scripts/lib/guarded.mjs", import.meta.url).href;
const PATIENCE_MS = 30_000;

const isGone = (group) => eventually(() => !signalGroup(group, 0), PATIENCE_MS);

/** A process that starts a guarded shell, and the shell's group. */
async function starter(script) {
  const code = `import { launchGuarded } from ${JSON.stringify(GUARDED)};
    const child = launchGuarded("sh", ["-c", ${JSON.stringify(script)}]);
    child.stdout.once("data", () => console.log(child.pid));`;
  const process = spawn(globalThis.process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(process.stdout, "data");
  return { process, group: Number(line) };
}

for (const [what, script] of [
  ["a program", "echo up; exec sleep 1000"],
  ["what it has started, too,", "sleep 1000 & echo up; wait"],
  ["one that does not want to", "trap '' TERM; echo up; while :; do sleep 1; done"],
]) {
  test(`${what} ends when the process that started it is killed`, async () => {
    const { process, group } = await starter(script);
    assert.equal(signalGroup(group, 0), true);
    process.kill("SIGKILL");
    assert.equal(await isGone(group), true);
  });
}

test("a program that ends by itself leaves nobody behind, and its exit code is known", async () => {
  const child = launchGuarded("sh", ["-c", "exit 7"]);
  assert.equal((await child.ended).code, 7);
  assert.equal(await isGone(child.pid), true);
});

test("one that is stopped gets the signal itself", async () => {
  const child = launchGuarded(process.execPath, ["-e", "process.on('SIGINT', () => process.exit(3)); console.log('up'); setInterval(() => {}, 1000)"]);
  await once(child.stdout, "data");
  await stop(child, "SIGINT");
  assert.equal((await child.ended).code, 3);
  assert.equal(signalGroup(child.pid, 0), false);
});
