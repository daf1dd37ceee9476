// How the tests come to their browsers, and to R: found on the PATH, or by an apt that may install, or said to be missing.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { ensureBrowser, ensureFirefox, ensureR, ensureWebKit } from "../../scripts/lib/setup.mjs";

const PATH = process.env.PATH;

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postern-test-"));
  process.env.PATH = folder; // nothing else can be found
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

const file = (name) => join(folder, name);
const program = (name, ...lines) => writeFileSync(file(name), ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });

/** An apt that writes down what it is asked for, and installs programs of these names. */
function apt(...installed) {
  const copies = installed.map((name) => `/bin/cp '${file("apt-get")}' '${file(name)}'`);
  program("apt-get", `echo "$@" >> '${file("log")}'`, 'if [ "$2" = install ]; then', ":", ...copies, "fi");
  program("sudo", 'shift; exec "$@"'); // for who is not root
}
const asked = () => readFileSync(file("log"), "utf8").trim().split("\n");

test("what is missing is said where nothing can install it", async () => {
  await assert.rejects(ensureBrowser(), { message: "There is no Chromium for the tests.", todo: /apt-get install chromium chromium-driver$/ });
  await assert.rejects(ensureFirefox(), { message: "There is no Firefox for the tests.", todo: /apt-get install firefox-esr$/ });
  await assert.rejects(ensureR(), { message: "There is no R for the tests.", todo: /apt-get install r-base-core r-cran-jsonlite$/ });
  await assert.rejects(ensureWebKit(), { message: "There is no WebKit for the tests.", todo: /apt-get install webkit2gtk-driver xvfb$/ });
});

test("what is there is used as it is", async () => {
  for (const name of ["chromium", "chromedriver", "firefox", "geckodriver", "Rscript"]) program(name);
  assert.deepEqual(await ensureBrowser(), { browser: file("chromium"), driver: file("chromedriver") });
  assert.deepEqual(await ensureFirefox(), { browser: file("firefox"), driver: file("geckodriver") });
  assert.equal(await ensureR(), file("Rscript"));
});

test("apt installs what is missing", async () => {
  program("geckodriver");
  apt("firefox-esr");
  assert.deepEqual(await ensureFirefox(), { browser: file("firefox-esr"), driver: file("geckodriver") });
  apt("chromium", "chromedriver");
  assert.deepEqual(await ensureBrowser(), { browser: file("chromium"), driver: file("chromedriver") });
  apt("WebKitWebDriver"); // and no display
  await assert.rejects(ensureWebKit(), { message: "There is no WebKit for the tests." });
  const install = (names) => ["-q update", `-q install -y --no-install-recommends ${names}`];
  assert.deepEqual(asked(), [...install("firefox-esr"), ...install("chromium chromium-driver"), ...install("webkit2gtk-driver xvfb")]);
});

test("an R without the package is one that lacks it", async () => {
  program("Rscript", "exit 1");
  await assert.rejects(ensureR(), { message: "There is no R for the tests." });
});

test("an apt that installs nothing of use leaves it missing", async () => {
  apt();
  await assert.rejects(ensureFirefox(), { message: "There is no Firefox for the tests." });
});

test("who may not become root without a password is told what to install", async (t) => {
  t.mock.method(process, "getuid", () => 1000);
  apt("firefox-esr");
  program("sudo", "exit 1");
  await assert.rejects(ensureFirefox(), { message: "There is no Firefox for the tests." });
});
