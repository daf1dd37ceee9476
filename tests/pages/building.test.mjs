// The pages that import the npm package, while `npm start` still builds it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BUILDING, beingBuilt } from "../../scripts/lib/building.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

/** The pages, and what is there only once their own script runs. */
const PAGES = { "/": "#demo-fields:enabled", "/explore/": "#query", "/open/": "#drop" };

const where = stage();

/** Lets a page be as it is before there is a package. The returned function ends that. */
async function build(page, path) {
  const address = where.server.url + path;
  // Asked once, and not by each call of the page: a route that throws ends the whole file.
  const whole = await fetch(address);
  const { "content-encoding": _encoding, "content-length": _length, ...headers } = Object.fromEntries(whole.headers);
  const building = { status: whole.status, headers, body: beingBuilt(await whole.text()) };
  await page.route(address, (route) => route.fulfill(building));
  await page.route("**/building.js", (route) => route.fulfill({ contentType: "text/javascript", body: readFileSync(BUILDING, "utf8") }));
  await page.route("**/package/**", (route) => route.abort());
  return () => page.unrouteAll({ behavior: "wait" });
}

for (const [path, working] of Object.entries(PAGES)) {
  test(`${path} says that it is being built, and reloads once it is`, async () => {
    const visitor = await visit(where.browser, where.server);
    const { page } = visitor;
    const complete = await build(page, path);
    await visitor.go(path);
    const notice = page.getByText("This page is being built.");
    await notice.waitFor();
    assert.equal(await page.locator(working).isVisible(), false);
    await assertAccessible(page, path);
    await complete();
    await page.locator(working).first().waitFor();
    assert.equal(await notice.count(), 0);
    await visitor.settle();
    await visitor.close();
  });
}
