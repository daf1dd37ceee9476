// What the dashboard's pages can be held to without a browser: their heads, what a strict policy would block, and money.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ENTRIES, SCRIPTS } from "../../scripts/lib/package.mjs";
import { finished } from "../../scripts/lib/page.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { stepFor } from "../../www/dashboard/chart.js";
import { bytes, money, perThousand } from "../../www/dashboard/format.js";
import { noticesOf } from "../../www/dashboard/notices.js";

const files = readdirSync(inRoot("www"), { recursive: true }).map((name) => name.replaceAll("\\", "/"));
const read = (name) => readFileSync(inRoot("www", ...name.split("/")), "utf8");
const named = (end) => files.filter((name) => name.endsWith(end)).map((name) => [name, read(name)]);
const pages = named(".html").map(([name, page]) => [name, finished(page, name, "")]);

test("every page has the same head, but for its own title, text and files", () => {
  const [, index] = pages.find(([name]) => name === "index.html");
  const kept = index.match(/<meta (charset|name="(viewport|color-scheme)").*>|<link rel="icon".*>|<link rel="stylesheet" href="\/style.css">/g);
  assert.equal(kept.length, 5);
  for (const [name, page] of pages) {
    for (const line of kept) assert.ok(page.includes(line), `${name} lacks ${line}`);
    assert.match(page, /<html lang="en">/, name);
    assert.match(page, /<title>.+<\/title>/, name);
    assert.match(page, /<a class="skip" href="#main">[^]*<main id="main" tabindex="-1">/, name);
  }
});

test("nothing in a page is what its policy blocks", () => {
  for (const [name, page] of pages) {
    assert.doesNotMatch(page, /<style|\sstyle=|\son[a-z]+=|javascript:/, name);
    for (const [script] of page.matchAll(/<script[^>]*>/g)) assert.match(script, /^<script type="module" src="\/[a-z/-]+\.js">$/, name);
  }
});

/** The package is built beside the pages. */
const PACKAGE = [...ENTRIES, ...SCRIPTS].map((entry) => `/package/${entry.name}/index.js`);
const isThere = (address, module) => PACKAGE.includes(address) || existsSync(new URL(address, `file://${inRoot("www", module)}`));

test("every file that a page or a module names is there", () => {
  for (const [name, page] of pages) {
    const addresses = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|png))"|data-file="([^"]+)"/g)];
    for (const [, address, snippet] of addresses) assert.ok(existsSync(inRoot("www", address ?? `dashboard/snippets/${snippet}`)), `${name}: ${address ?? snippet}`);
  }
  for (const [name, module] of named(".js")) {
    for (const [, address] of module.matchAll(/^import .* from "(.+)";$/gm)) assert.ok(isThere(address, name), `${name}: ${address}`);
  }
});

test("text never reaches a page as HTML", () => {
  for (const [name, module] of named(".js")) assert.doesNotMatch(module, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/, name);
});

test("money is written from the smallest unit as Stripe counts it", () => {
  assert.equal(money(1999, "usd"), "$19.99");
  assert.equal(money(7400, "jpy"), "¥7,400");
  assert.equal(money(1500, "kwd").replace(/\s/g, " "), "KWD 1.500");
  assert.equal(money(100, "isk").replace(/\s/g, " "), "ISK 1");
  assert.equal(perThousand(4900, 50_000, "usd"), "$0.98");
});

test("sizes are written with a unit", () => {
  assert.deepEqual([0, 999, 13_500_000, 10_000_000_000, null].map(bytes), ["0 bytes", "999 bytes", "13.5 MB", "10 GB", "unknown"]);
});

test("the chart is divided into whole numbers", () => {
  assert.deepEqual([0, 1, 4, 5, 9, 860, 1000, 1_234_567].map(stepFor), [1, 1, 1, 2, 3, 250, 250, 400_000]);
});

test("an owner hears what stops their calls, the token that waits first", () => {
  const service = { low_balance: 1000 };
  const told = (status, current, token) => noticesOf({ account: { status }, balance: { current }, token }, service).map(({ title }) => title);
  const token = { waiting: false };
  assert.deepEqual(told("active", 1001, token), []);
  assert.deepEqual(told("active", 1000, token), ["Your credits are running low"]);
  assert.deepEqual(told("active", 0, token), ["You have no credits left"]);
  assert.deepEqual(told("active", -1, token), ["Your balance is below zero"]);
  assert.deepEqual(told("active", 5000, null), ["You have no API token"]);
  assert.deepEqual(told("active", 5000, { waiting: true }), ["Your API token is ready"]);
  assert.deepEqual(told("pending", 0, null), ["Your account is not active yet"]);
  assert.deepEqual(told("suspended", -1, { waiting: true }), ["Your account is suspended", "Your balance is below zero"]);
  assert.deepEqual(told("suspended", 0, token), ["Your account is suspended"]);
});
