// The pages that are read: guides, legal texts, and the reference with its box that finds.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { samples } from "../support/samples.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

/** A reader at an address. */
async function reading(path, action, options) {
  const visitor = await visit(where.browser, where.server, options);
  await visitor.go(path);
  await action(visitor);
  await visitor.close();
}

const unfold = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));

for (const path of ["/guides/", "/guides/agents", "/guides/call", "/guides/copy", "/guides/count", "/guides/data-frames", "/guides/run", "/guides/spreadsheet", "/legal/", "/legal/terms", "/legal/privacy", "/legal/imprint"]) {
  test(`${path} has no fault that axe finds, in both themes, on a phone and on a desktop`, () => reading(path, ({ page }) => assertAccessible(page, path)));
}

const GUIDES = ["/guides/agents", "/guides/call", "/guides/copy", "/guides/count", "/guides/data-frames", "/guides/run", "/guides/spreadsheet"];

describe("a guide", () => {
  test("lists each of its parts in the contents, in order", async () => {
    for (const path of GUIDES) {
      await reading(path, async ({ page }) => {
        const [listed, parts] = await page.evaluate(() => [[...document.querySelectorAll("#contents a")].map((link) => link.hash), [...document.querySelectorAll("main h2")].map(({ id }) => `#${id}`)]);
        assert.deepEqual(listed, parts);
      });
    }
  });

  test("marks where the reader is", () =>
    reading("/guides/call#errors", async ({ page }) => {
      await page.waitForFunction(() => document.querySelector("#contents [aria-current]")?.hash === "#errors");
    }));

  test("copies what it shows, with this service's address", () =>
    reading("/guides/call", async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("#walk").getByRole("button", { name: /^Copy walk\.mjs, All pages/ }).click();
      await page.locator("#walk").getByText("Copied.").waitFor();
      const { code } = samples("call").find(({ id }) => id === "walk");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code.replaceAll("https://your-host", where.server.url));
    }));

  test("says this service's address in sentences, too", async () => {
    for (const path of GUIDES) {
      await reading(path, async ({ page }) => {
        const text = await page.locator("main").innerText();
        assert.ok(!text.includes("your-host"), path);
        if (path === "/guides/agents") assert.ok(text.includes(`The address is ${where.server.url}/mcp, over`));
      });
    }
  });

  test("fits a screen of 320 pixels", async () => {
    for (const path of GUIDES) {
      await reading(
        path,
        async ({ page }) => {
          await page.waitForFunction(() => document.querySelectorAll(".sample button").length === document.querySelectorAll(".sample").length);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
        },
        { viewport: { width: 320, height: 700 } },
      );
    }
  });

  test("has a button for each sample, and no two have one name", () =>
    reading("/guides/run", async ({ page }) => {
      assert.equal(await page.locator(".sample button").count(), samples("run").length);
      assert.equal(await page.getByText(/https:\/\/your-host/).count(), 0);
    }));

  test("folds its contents on a phone, and unfolds them", () =>
    reading("/guides/run", async ({ page }) => {
      const link = page.locator("#contents a", { hasText: "Backups" });
      assert.equal(await link.isVisible(), false);
      await page.getByText("Contents", { exact: true }).click();
      await link.click();
      assert.equal(await link.isVisible(), false);
      assert.ok(await page.locator("#backups").isVisible());
    }, { viewport: { width: 360, height: 740 } }));
});

test("legal pages say at their beginning that they are placeholders", async () => {
  for (const name of ["terms", "privacy", "imprint"]) {
    await reading(`/legal/${name}`, async ({ page }) => {
      assert.match(await page.locator("h1 + aside").innerText(), /^This page is a placeholder\./);
    });
  }
});

describe("the reference", () => {
  const inView = (page, selector) => page.waitForFunction((one) => {
    const { top, bottom } = document.querySelector(one)?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return top >= 0 && bottom > 0 && top < innerHeight / 2;
  }, selector);

  test("has no fault that axe finds with everything unfolded", { timeout: 180_000 }, () =>
    reading("/docs/", async ({ page }) => {
      await unfold(page);
      await assertAccessible(page, "/docs/ unfolded");
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const small = await page.evaluate(async () => (await window.axe.run(document, { runOnly: ["target-size"] })).violations.flatMap(({ nodes }) => nodes.map(({ target }) => String(target))));
        assert.deepEqual(small, [], `targets that are too small at ${width} pixels`);
      }
    }));

  test("leads to what an address names, also anew and where it is folded away", () =>
    reading("/docs/#searchPosts.If-None-Match", async ({ page }) => {
      for (const again of [false, true]) {
        if (again) await page.reload();
        await inView(page, "[id='searchPosts.If-None-Match']");
        assert.equal(await page.locator("tr:target").innerText().then((text) => text.startsWith("If-None-Match")), true);
      }
      await page.goto("/docs/#object-Post.likes_count");
      await inView(page, "[id='object-Post.likes_count']");
      await page.goto("/docs/#%E0%A4%A");
    }));

  test("finds calls, parameters, fields, headers and codes", () =>
    reading("/docs/", async ({ page }) => {
      const box = page.getByLabel("Find");
      for (const [text, place] of [["min likes", "listPostsByUser.min_likes"], ["likes_count", "object-Post.likes_count"], ["retry-after", "header-Retry-After"], ["rate_limited", "error-code-RATE_LIMITED"], ["delete authors", "eraseAuthor"], ["402", "error-code-INSUFFICIENT_CREDITS"], ["404", "error-code-NOT_FOUND"]]) {
        await box.fill(text);
        await box.press("Enter");
        await inView(page, `[id='${place}']`);
        assert.equal(decodeURIComponent(new URL(page.url()).hash), `#${place}`);
      }
      await box.fill("xyzzy");
      await page.getByText("Nothing found.").waitFor();
      await box.press("Escape");
      assert.equal(await page.locator("#contents").isVisible(), true);
    }));

  test("has no fault that axe finds while it finds", () =>
    reading("/docs/", async ({ page }) => {
      await page.getByLabel("Find").fill("limit");
      await assertAccessible(page, "/docs/ finding");
    }));

  test("says so when its document can't be loaded", async () => {
    const visitor = await visit(where.browser, where.server);
    await visitor.page.route("**/api/v1/openapi.json", (route) => route.fulfill({ status: 503, body: "" }));
    await visitor.expecting(/503/, () => visitor.go("/docs/"));
    await visitor.page.getByText("could not be loaded: the service answered 503").waitFor();
    await visitor.close();
  });

  test("shows every parameter of every call with its place, type and meaning", () =>
    reading("/docs/", async ({ page }) => {
      const [row] = await page.locator("[id='searchPosts.limit']").all();
      assert.equal((await row.innerText()).replace(/\s+/g, " "), "limit query integer, 1 to 100, default 50 The maximum number of posts in a page. Such as 100");
      const api = await (await fetch(`${where.server.url}/api/v1/openapi.json`)).json();
      const follow = (one) => (one.$ref ? one.$ref.slice(2).split("/").reduce((from, key) => from[key], api) : one);
      const expected = Object.values(api.paths).flatMap((item) => ["get", "post", "delete"].filter((method) => item[method]).flatMap((method) => [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map((one) => `${item[method].operationId}.${follow(one).name}`)));
      assert.ok(expected.length > 80);
      assert.deepEqual(await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), expected), []);
    }));
});
