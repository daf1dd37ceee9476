// The explorer without a network: it keeps its files at the first visit.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { offlineFiles } from "../../scripts/lib/offline.mjs";
import { SITE } from "../../scripts/lib/site.mjs";
import { exploring, press, status } from "./support/exploring.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

const at = exploring(where);

/** What the browser says of each request that has no network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** Opens the explorer, and waits until its files are kept. */
async function visited(query = "") {
  const visitor = await at(query, { keepsFiles: true });
  await visitor.page.evaluate(() => navigator.serviceWorker.ready);
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller);
  return visitor;
}

describe("the explorer's files", () => {
  test("it opens without a network after one visit, whatever the address asks for, and answers on the sample", async () => {
    const visitor = await visited("?on=sample");
    await visitor.context.setOffline(true);
    await visitor.expecting(NO_NETWORK, async () => {
      await visitor.go("/explore/?call=search&keyword=heron&limit=5&on=sample");
      assert.equal(await status(visitor.page), "5 posts, and more follow.");
      await press(visitor, "Next page");
      assert.equal(await visitor.page.locator("article.post").count(), 5);
      await visitor.page.reload();
      await visitor.settle();
      assert.equal(await visitor.page.locator("article.post").count(), 5);
    });
    await visitor.close();
  });

  test("with a network the service answers, and without one what is kept", async () => {
    const visitor = await visited("?on=sample");
    const { page } = visitor;
    await page.evaluate(async () => {
      const [name] = await caches.keys();
      const page = new Response(`<link rel="icon" href="data:,"><title>What is kept</title>`, { headers: { "Content-Type": "text/html" } });
      await (await caches.open(name)).put("/explore/", page);
    });
    await page.reload();
    assert.equal(await page.title(), "Explorer: Postern");
    await visitor.context.setOffline(true);
    await visitor.expecting(NO_NETWORK, () => page.reload());
    assert.equal(await page.title(), "What is kept");
    await visitor.close();
  });

  test("are all that it loads, each is kept, and those of a former version go", async () => {
    const visitor = await at("?on=sample", { keepsFiles: true });
    const { page } = visitor;
    await page.evaluate(() => caches.open("explorer-of-before").then((cache) => cache.put("/explore/", new Response("old"))));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/explore/"))?.unregister());
    await visitor.go("/explore/?on=sample");
    await page.waitForFunction(async () => (await caches.keys()).join() !== "explorer-of-before" && !(await caches.has("explorer-of-before")));
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => new URL(url).pathname).sort();
    });
    assert.deepEqual(kept, await offlineFiles(SITE));
    const loaded = visitor.asked.filter((path) => !path.startsWith("/dashboard/api/") && !path.endsWith("service-worker.js"));
    assert.deepEqual(loaded.filter((path) => !kept.includes(path)), []);
    await visitor.close();
  });

  test("it can be installed", async () => {
    const visitor = await visited("?on=sample");
    const session = await visitor.context.newCDPSession(visitor.page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    const { errors, data } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.equal(JSON.parse(data).start_url, "/explore/");
    // What Chromium says of every page of a test: it has windows in which nothing can be installed.
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
    await visitor.close();
  });
});
