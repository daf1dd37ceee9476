// What `npm run deploy` says about legal pages that nobody has written.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { aboutPlaceholders, placeholders } from "../../scripts/lib/legal.mjs";

test("the pages are delivered as placeholders", () => {
  assert.deepEqual(placeholders(), ["imprint.html", "privacy.html", "terms.html"]);
});

test("a page that was written is not spoken of", () => {
  const folder = mkdtempSync(join(tmpdir(), "postern-legal-"));
  try {
    writeFileSync(join(folder, "terms.html"), "<!-- PLACEHOLDER: to be written -->");
    writeFileSync(join(folder, "imprint.html"), "<p>Reef Ltd</p>");
    assert.deepEqual(placeholders(folder), ["terms.html"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what is said names the pages, and nothing is said about none", () => {
  assert.match(aboutPlaceholders(["imprint.html", "terms.html"]), /^www\/legal\/imprint\.html, www\/legal\/terms\.html: still as delivered/);
  assert.equal(aboutPlaceholders([]), undefined);
});
