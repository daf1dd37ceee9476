// The public pages: landing, documentation, and the page for what is not there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

/** A visitor at an address, for the time of an action. */
async function at(path, status, action) {
  const visitor = await visit(where.browser, where.server);
  const missing = status === 404 ? new RegExp(`status of 404 .*${path}`) : /(?!)/;
  const response = await visitor.expecting(missing, () => visitor.go(path));
  assert.equal(response.status(), status);
  await action(visitor.page, response);
  await visitor.close();
}

for (const [path, status] of [["/", 200], ["/docs/", 200], ["/no-such-page", 404]]) {
  test(`${path} has no fault that axe finds, in both themes, on a phone and on a desktop`, () => at(path, status, (page) => assertAccessible(page, path)));

  test(`${path} has the headers of every page`, () =>
    at(path, status, async (_, response) => {
      const headers = await response.allHeaders();
      assert.match(headers["content-security-policy"], /default-src 'none'.*frame-ancestors 'none'/);
      assert.doesNotMatch(headers["content-security-policy"], /(?<!wasm-)unsafe-/); // the front page compiles WebAssembly
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.ok(headers["referrer-policy"]);
    }));
}
