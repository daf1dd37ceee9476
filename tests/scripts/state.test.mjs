import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { writeConfig } from "../../scripts/lib/config.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { makeFolder, openState } from "../../scripts/lib/state.mjs";

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "postern-test-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Does something without root's right to write everywhere. */
function asNobody(action) {
  const isRoot = process.geteuid() === 0;
  if (isRoot) process.seteuid(65_534);
  try {
    return action();
  } finally {
    if (isRoot) process.seteuid(0);
  }
}

test("secrets are made once and stay", () => {
  const first = openState(folder).kept;
  assert.match(first.operator_secret, /^[0-9a-f]{64}$/);
  assert.equal(Buffer.from(first.token_key, "base64").length, 32);
  assert.match(first.stripe_webhook_secret, /^whsec_/);
  assert.deepEqual(openState(folder).kept, first);
});

test("secrets are readable by their owner only", () => {
  openState(folder);
  assert.equal(statSync(join(folder, "private.json")).mode & 0o777, 0o600);
});

test("a folder with other files is left alone", () => {
  writeFileSync(join(folder, "thesis.txt"), "");
  assert.throws(() => openState(folder), /has files in it that are not Postern's/);
  assert.equal(existsSync(join(folder, "private.json")), false);
});

test("secrets that can't be read are not replaced", () => {
  writeFileSync(join(folder, "private.json"), "{");
  assert.throws(() => openState(folder), /private\.json can't be read/);
  assert.equal(readFileSync(join(folder, "private.json"), "utf8"), "{");
});

test("a state folder is made, with those above it", () => {
  openState(join(folder, "one", "two"));
  assert.equal(existsSync(join(folder, "one", "two", "private.json")), true);
  for (const made of [["one"], ["one", "two"]]) assert.equal(statSync(join(folder, ...made)).mode & 0o777, 0o700, "for its owner only");
});

test("a file is no state folder, nor is there one below it", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const expected = "a folder that this user may write to, or a place where one can be made";
  assert.throws(() => makeFolder(file), { message: `The state folder ${file} can't be used: ${file} is a file.`, expected });
  const below = join(file, "a", "b");
  assert.throws(() => makeFolder(below), { message: `The state folder ${below} can't be used: ${file} is a file.`, expected });
});

test("a place where no folder can be made is refused at once", () => {
  // Linux says that nothing is there to make it in; elsewhere / is not for everybody to write to.
  assert.throws(() => asNobody(() => makeFolder("/proc/postern/state")), /^Fault: The state folder \/proc\/postern\/state can't be used: /);
});

test("a read-only folder is refused", () => {
  const locked = join(folder, "locked");
  mkdirSync(locked, { mode: 0o555 });
  chmodSync(folder, 0o755);
  assert.throws(() => asNobody(() => makeFolder(join(locked, "state"))), /can't be used: this user may not write there/);
});

test("dev.json is there only while it is announced", () => {
  const state = openState(folder);
  state.announce({ url: "http://localhost:1" });
  assert.deepEqual(JSON.parse(readFileSync(join(folder, "dev.json"), "utf8")), { url: "http://localhost:1" });
  state.retract();
  assert.equal(existsSync(join(folder, "dev.json")), false);
});

test("the local configuration is absolute, builds nothing, and tells the limits that it keeps", async () => {
  const options = { vars: { ENVIRONMENT: null, CREDITS_PER_PAGE: "3" }, limits: { CALLS: 5 }, secrets: { TOKEN_KEY: "k", OPERATOR_SECRET: null } };
  const config = JSON.parse(readFileSync(await writeConfig(folder, options), "utf8"));
  assert.equal(config.main, inRoot("build", "index.js"));
  assert.equal(config.assets.directory, inRoot("dist", "site"));
  assert.equal(config.build, undefined);
  assert.deepEqual(config.ratelimits.map(({ name, simple }) => [name, simple.limit]), [
    ["CALLS", 5],
    ["BROWSER", 100_000],
    ["BROWSER_ACCOUNT", 100_000],
    ["TEST", 30],
    ["DASHBOARD", 100_000],
    ["REFUSALS", 100_000],
    ["MAILS", 100_000],
  ]);
  assert.equal(config.vars.CALLS_PER_MINUTE, "5");
  assert.deepEqual([config.vars.CREDITS_PER_PAGE, "ENVIRONMENT" in config.vars], ["3", false]);
  assert.equal(readFileSync(join(folder, ".dev.vars"), "utf8"), 'TOKEN_KEY="k"\n');
});
