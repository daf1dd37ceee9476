import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { endOrphan, fromPs, isRuntimeOf, membersOf, pidFile } from "../../scripts/lib/orphan.mjs";

let state;
let started;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "postern-test-"));
  started = [];
});
afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(state, { recursive: true, force: true });
});

/** A process in a group of its own, with these words on its command line, that is written down as the runtime. */
async function recordedProcess(script, ...words) {
  const child = spawn(process.execPath, ["-e", `${script}; setInterval(() => {}, 1000); console.log("up")`, ...words], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  await once(child.stdout, "data");
  writeFileSync(pidFile(state), String(child.pid));
  return child;
}

const runtimeWords = (folder) => ["wrangler", "dev", "--persist-to", folder, "--", "--show-interactive-dev-session=false"];

test("a runtime that was left behind is ended", async () => {
  const child = await recordedProcess("", ...runtimeWords(state));
  assert.equal(await endOrphan(state), child.pid);
  assert.deepEqual(membersOf(child.pid), []);
  assert.equal(existsSync(pidFile(state)), false);
});

test("so is what it has started", async () => {
  const nested = 'require("node:child_process").spawn("sleep", ["1000"])';
  const child = await recordedProcess(nested, ...runtimeWords(state));
  assert.equal(membersOf(child.pid).length, 2);
  assert.equal(await endOrphan(state), child.pid);
  assert.deepEqual(membersOf(child.pid), []);
});

test("the state folder may have another name", async () => {
  const link = `${state}-link`;
  symlinkSync(state, link);
  try {
    const child = await recordedProcess("", ...runtimeWords(state));
    assert.equal(await endOrphan(link), child.pid);
  } finally {
    rmSync(link);
  }
});

test("another program that got the number is left alone", async () => {
  const child = await recordedProcess("", "something", "else");
  assert.equal(await endOrphan(state), null);
  assert.equal(membersOf(child.pid).length, 1);
});

test("the runtime of another state folder is left alone", async () => {
  const child = await recordedProcess("", ...runtimeWords(tmpdir()));
  assert.equal(await endOrphan(state), null);
  assert.equal(membersOf(child.pid).length, 1);
});

test("nothing is ended where nothing is written down", async () => {
  assert.equal(await endOrphan(state), null);
  for (const text of ["", "0", "1", "-5", "all"]) {
    writeFileSync(pidFile(state), text);
    assert.equal(await endOrphan(state), null);
  }
});

test("workerd alone counts where its wrangler is gone, anything else does not", () => {
  const workerd = { pid: 12, group: 10, command: "/p/node_modules/@cloudflare/workerd-linux-64/bin/workerd serve --binary -" };
  assert.equal(isRuntimeOf(state, 10, [workerd]), true);
  assert.equal(isRuntimeOf(state, 10, [{ pid: 10, group: 10, command: "less wrangler" }, workerd]), false);
  assert.equal(isRuntimeOf(state, 10, [{ ...workerd, command: "sleep 5" }]), false);
  assert.equal(isRuntimeOf(state, 10, []), false);
});

test("a line of ps is a process", () => {
  assert.deepEqual(fromPs("  120    98 Ss   /usr/bin/node a  b "), { pid: 120, group: 98, command: "/usr/bin/node a  b" });
  assert.equal(fromPs("  120    98 Z    (node)"), null);
  assert.equal(fromPs(""), null);
});
