// The pages that import the npm package, while `npm start` still builds it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { BUILDING, beingBuilt } from "../../scripts/lib/building.mjs";
import { startServer } from "../support/server.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { startBrowser, visit } from "./support/browser.mjs";

/** The pages, and what is there only once their own script runs. */
const PAGES = { "/": "#demo-fields:enabled", "/explore/": "#query", "/open/": "#drop" };

let server;
let browser;
before(async () => ([server, browser] = await Promise.all([startServer({ account: false }), startBrowser()])));
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Lets a page be as it is before there is a package. The returned function ends that. */
async function build(page, path) {
  const address = server.url + path;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: beingBuilt(await response.text()) });
  });
  await page.route("**/building.js", (route) => route.fulfill({ contentType: "text/javascript", body: readFileSync(BUILDING, "utf8") }));
  await page.route("**/package/**", (route) => route.abort());
  return () => page.unrouteAll();
}

for (const [path, working] of Object.entries(PAGES)) {
  test(`${path} says that it is being built, and reloads once it is`, async () => {
    const visitor = await visit(browser, server);
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
