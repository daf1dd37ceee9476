// Public pages get their head, header and footer from one place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readdirSync, readFileSync } from "node:fs";
import { finished } from "../../scripts/lib/page.mjs";
import { beingBuilt, IMPORTING } from "../../scripts/lib/building.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";

const PAGE = `<head>
  %HEAD%
  <title>Call &amp; read: Postern</title>
  <meta name="description" content="How to call.">
</head>
<body>
  %HEADER%
  <p>100%HEAD%</p>
  %FOOTER%
</body>
`;

test("a page is at its address, and marked where a link leads to it or to its folder", () => {
  const page = finished(PAGE, "guides/call.html", "https://api.example.com");
  assert.match(page, /^ {2}<meta charset="utf-8">$/m);
  assert.match(page, /<link rel="canonical" href="https:\/\/api\.example\.com\/guides\/call">/);
  assert.match(page, /og:title" content="Call &amp; read"/);
  assert.match(page, /og:description" content="How to call\."/);
  assert.deepEqual(page.match(/<a [^>]*aria-current[^>]*>/g), ['<a href="/guides/" aria-current="true">']);
  assert.match(page, /<p>100%HEAD%<\/p>/);
  assert.deepEqual(finished(PAGE, "legal/terms.html", "").match(/<a [^>]*aria-current[^>]*>/g), ['<a href="/legal/terms" aria-current="page">']);
  assert.match(finished(PAGE, "index.html", ""), /rel="canonical" href="\/"/);
  assert.doesNotMatch(finished(PAGE, "404.html", ""), /canonical|og:/);
});

test("nothing is left to fill in on any page", () => {
  const pages = readdirSync(inRoot("www"), { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.ok(pages.length > 20);
  for (const name of pages) {
    const page = finished(readFileSync(inRoot("www", name), "utf8"), name, "https://api.example.com");
    assert.doesNotMatch(page, /%[A-Z]+%/, name);
    assert.match(page.slice(0, 1024), /<meta charset="utf-8">/, name);
  }
});

test("the pages that wait for the npm package are those that may compile WebAssembly, and say that they are being built", () => {
  const rules = readFileSync(inRoot("www", "_headers"), "utf8").split(/\n\n/).filter((rule) => rule.includes("wasm-unsafe-eval"));
  // The package's own workers are no pages.
  const places = rules
    .map((rule) => /^\/\S*/m.exec(rule)[0])
    .filter((place) => !place.startsWith("/package/"));
  assert.deepEqual(IMPORTING.map((name) => `/${name}`.replace("index.html", "")), places.map((place) => place.replace("*", "")));
  for (const name of IMPORTING) {
    const page = beingBuilt(readFileSync(inRoot("www", name), "utf8"));
    assert.deepEqual(page.match(/<script[^>]*>/g), ['<script type="module" src="/building.js">'], name);
    assert.match(page, /<main [^>]*>\n *<p class="notice" role="status">/, name);
  }
  assert.throws(() => beingBuilt("<main id='main'>\n"), /expected .* in the page/);
});
