// The front page: its query is live, answered in the page, and shows as an example what it will answer.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

/** A visitor on the front page, whose query has answered; with the requests that were made. */
async function onFront(options) {
  const visitor = await visit(where.browser, where.server, options);
  const asked = [];
  visitor.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visitor.go("/");
  await answered(visitor.page, 21);
  return Object.assign(visitor, { asked });
}

const answered = (page, posts) => page.waitForFunction((text) => document.querySelector("#status").textContent.startsWith(text), `${posts} post`);

const authors = (page) => page.locator("#answer .handle").allTextContents();

describe("the live query", () => {
  test("answers without being asked, and asks for nothing but the site's own files", async () => {
    const visitor = await onFront();
    assert.deepEqual((await authors(visitor.page)).slice(0, 3), ["@juno.quillfin", "@inesdraws.herons", "@wrenmouth.library"]);
    assert.match(await visitor.page.locator("#status").innerText(), /^21 posts, in (under 1|\d+) ms: answered in this page, out of 300 invented posts\. Nothing was sent\.$/);
    assert.deepEqual(visitor.asked.filter((path) => /^\/(api|dashboard\/api)\//.test(path)), []);
    await visitor.close();
  });

  test("follows what is typed and chosen, without any request", async () => {
    const visitor = await onFront();
    const { page } = visitor;
    visitor.asked.length = 0;
    await page.getByLabel("Keyword").fill("coffee");
    await answered(page, 5);
    assert.deepEqual(await authors(page), ["@halfpast.crumb", "@oddment.wren", "@WrenmouthBuses", "@halfpast.crumb", "@halfpast.crumb"]);
    await page.getByLabel("Keyword").fill("");
    await page.getByLabel("Network").selectOption("LinkedIn");
    await page.getByLabel("Sort by").selectOption("Comments");
    await answered(page, 27);
    assert.deepEqual((await authors(page)).slice(0, 3), ["@noor-abelsen-tidewren", "@tidewren-instruments", "@noor-abelsen-tidewren"]);
    const answer = JSON.parse(await page.locator("#json").innerText());
    assert.deepEqual(answer.data.posts.slice(0, 3).map((post) => post.comments_count), [344, 112, 110]);
    assert.deepEqual(visitor.asked, []);
    await visitor.close();
  });

  test("says how agents read posts, and where that is explained", async () => {
    const visitor = await onFront();
    await visitor.page.getByRole("link", { name: "connect an agent" }).click();
    await visitor.page.getByRole("heading", { name: "Connect an agent" }).waitFor();
    await visitor.close();
  });

  test("is told as a call beside it, and goes on in the explorer", async () => {
    const visitor = await onFront();
    const { page } = visitor;
    await page.getByLabel("Keyword").fill("rock 'n' \"kelp\"");
    const call = String.raw`curl --get '${where.server.url}/api/v1/posts/search' \
  --header "Authorization: Bearer $POSTERN_TOKEN" \
  --data-urlencode 'keyword=rock '\''n'\'' "kelp"' \
  --data-urlencode 'sort_by=likes_count'`;
    assert.equal(await page.locator("#program-curl code").textContent(), call);
    await page.getByRole("link", { name: "Continue in the explorer" }).click();
    await page.waitForURL(/\/explore\/\?/);
    await visitor.settle();
    assert.equal(await page.getByLabel("Keyword").inputValue(), "rock 'n' \"kelp\"");
    await visitor.close();
  });

  test("says what is wrong in the service's words, and that nothing fits", async () => {
    const visitor = await onFront();
    const { page } = visitor;
    await page.getByLabel("Keyword").fill('"heron');
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("keyword: expected"));
    assert.equal(await page.locator("#answer article").count(), 21, "the last answer stays in sight");
    assert.equal(await page.getByLabel("Keyword").getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByLabel("Keyword").getAttribute("aria-describedby"), "status");
    assert.match(await page.locator("#status").getAttribute("class"), /wrong/);
    const { success, error } = JSON.parse(await page.locator("#json").innerText());
    assert.deepEqual([success, error.code, error.details.map(({ parameter }) => parameter)], [false, "INVALID_PARAMETER", ["keyword"]]);
    await page.getByLabel("Keyword").fill("nonesuch");
    await page.getByText("No posts match: an empty page, which costs nothing.").waitFor();
    assert.equal(await page.locator("[aria-invalid], #status.wrong").count(), 0);
    await assertAccessible(page, "the front page without an answer");
    await visitor.close();
  });

  test("where it can't be loaded, the example stays and is called one", async () => {
    const visitor = await visit(where.browser, where.server);
    await visitor.page.route("**/sample.ndjson", (route) => route.abort());
    await visitor.expecting(/ERR_FAILED/, async () => {
      await visitor.go("/");
      await visitor.page.getByText("The query could not be loaded; this is an example.").waitFor();
    });
    assert.equal(await visitor.page.locator("#answer article").count(), 4);
    await visitor.close();
  });
});

describe("the example", () => {
  /** The page as it is without scripts. */
  async function withoutScripts(action) {
    const context = await where.browser.newContext({ baseURL: where.server.url, javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto("/");
    await action(page);
    await context.close();
  }

  test("is what the live query answers first, and stands where that will", async () => {
    const visitor = await onFront();
    const live = (await visitor.page.locator("#answer article").allTextContents()).map((text) => text.replace(/\s+/g, ""));
    const box = await visitor.page.locator(".demo").boundingBox();
    await withoutScripts(async (page) => {
      const still = (await page.locator("#answer article").allTextContents()).map((text) => text.replace(/\s+/g, ""));
      assert.equal(still.length, 4);
      assert.deepEqual(still, live.slice(0, 4));
      assert.deepEqual(await page.locator(".demo").boundingBox(), box, "nothing moves when it comes alive");
    });
    await visitor.close();
  });

  test("without scripts shows the call and its answer, and fields that can't be used", () =>
    withoutScripts(async (page) => {
      assert.match(await page.locator("#program").innerText(), /--data-urlencode 'keyword=heron'/);
      assert.match(await page.locator("#json").innerText(), /"success": true/);
      assert.ok(await page.getByLabel("Keyword").isDisabled());
    }));
});

test("nothing on the front page moves while it comes alive", async () => {
  const visitor = await visit(where.browser, where.server);
  await visitor.page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.moved += value))).observe({ type: "layout-shift", buffered: true });
  });
  await visitor.go("/");
  await answered(visitor.page, 21);
  assert.ok((await visitor.page.evaluate(() => globalThis.moved)) < 0.01, `layout shift ${await visitor.page.evaluate(() => globalThis.moved)}`);
  await visitor.close();
});

test("one screen says what it is and shows the query", async () => {
  const visitor = await onFront();
  for (const name of ["Create an account", "Open the explorer"]) assert.ok(await inSight(visitor.page.getByRole("link", { name })));
  assert.ok(await inSight(visitor.page.locator("#answer article").first()));
  assert.ok(await inSight(visitor.page.locator("#program")));
  await visitor.close();
});

/** Whether it is within what one sees without scrolling. */
const inSight = async (locator) => {
  const { y, height } = await locator.boundingBox();
  return y >= 0 && y + height <= 800;
};

test("the front page has no fault that axe finds", async () => {
  const visitor = await onFront();
  await assertAccessible(visitor.page, "the front page");
  await visitor.page.getByRole("tab", { name: "JavaScript" }).click();
  await assertAccessible(visitor.page, "the front page with JavaScript");
  await visitor.close();
});
