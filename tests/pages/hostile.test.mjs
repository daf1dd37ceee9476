// Posts are text. Whatever a source puts into a field of theirs, it is read as it stands: it runs nothing, links to nothing
// but the web, loads nothing, and turns nothing around that is not its own.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ndjson } from "../api/support/posts.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";
import { ADDRESSES, HOSTILE, hostilePosts } from "./support/texts.mjs";

const where = stage();

/** The explorer with these posts in the place of the sample. */
async function exploring(posts, view) {
  const visitor = await visit(where.browser, where.server);
  await visitor.page.route("**/sample.ndjson", (route) => route.fulfill({ body: ndjson(posts) }));
  await visitor.go(`/explore/?on=sample&view=${view}`);
  await visitor.page.locator(`#panel-${view} > *`).waitFor();
  return visitor;
}

/** The page that opens files, with a file of these posts. */
async function opening(posts, view) {
  const visitor = await visit(where.browser, where.server);
  await visitor.go("/open/");
  await visitor.page.locator("#files").setInputFiles({ name: "<img src=x onerror=globalThis.hacked=1>.ndjson", mimeType: "", buffer: Buffer.from(ndjson(posts)) });
  await visitor.page.locator("#panel-cards > *").waitFor();
  await visitor.page.locator(`#view-${view}`).click();
  return visitor;
}

/** Fails if a post became more than text. */
async function assertHarmless({ page }) {
  const { hacked, elements, attributes, links, loaded } = await page.evaluate(() => ({
    hacked: globalThis.hacked,
    elements: [...document.querySelectorAll("#answer *, #report *")].map(({ localName }) => localName).filter((name) => /^(script|img|image|iframe|object|embed|svg|style|link|meta|video|audio|h1|base)$/.test(name)),
    attributes: [...document.querySelectorAll("#answer *, #report *")].flatMap((one) => one.getAttributeNames()).filter((name) => /^(on|style$|src)/.test(name)),
    links: [...document.querySelectorAll("#result a")].map(({ href, rel, target }) => ({ href, rel, target })),
    loaded: performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin),
  }));
  assert.equal(hacked, undefined);
  assert.deepEqual(elements, []);
  assert.deepEqual(attributes, []);
  for (const { href, rel, target } of links) {
    assert.match(href, /^https?:\/\//);
    assert.match(rel, /^noopener noreferrer nofollow/);
    assert.equal(target, "_blank");
  }
  assert.deepEqual([...new Set(loaded)], [where.server.url]);
}

for (const [place, show] of [["the explorer", exploring], ["the page that opens files", opening]]) {
  describe(place, () => {
    for (const view of ["cards", "table", "json"]) {
      test(`shows hostile posts harmlessly as ${view}`, async () => {
        const visitor = await show(hostilePosts(), view);
        await assertHarmless(visitor);
        await assertAccessible(visitor.page, `hostile posts as ${view}`);
        await visitor.close();
      });
    }

    test("shows each text as it stands", async () => {
      const visitor = await show(hostilePosts(), "cards");
      const texts = await visitor.page.locator(".post .text").evaluateAll((all) => all.map((one) => one.textContent));
      assert.deepEqual(texts.toSorted(), HOSTILE.toSorted());
      await visitor.page.locator("#view-json").click();
      const shown = JSON.parse(await visitor.page.locator(".json").textContent());
      const posts = (shown.data ?? shown).posts;
      assert.deepEqual(posts.map(({ content }) => content).toSorted(), HOSTILE.toSorted());
      await visitor.close();
    });
  });
}

test("addresses of the web are links, and no others", async () => {
  const visitor = await exploring(hostilePosts(), "cards");
  assert.equal(await visitor.page.locator("#result a").count(), 0, `none of ${ADDRESSES.length}`);
  await visitor.close();
  const good = hostilePosts().map((one) => ({ ...one, url: "https://elsewhere.example/<b>?q='\"", media: [] }));
  const other = await exploring(good, "cards");
  assert.deepEqual([...new Set(await other.page.locator("#result a").evaluateAll((all) => all.map(({ href }) => href)))], ["https://elsewhere.example/%3Cb%3E?q=%27%22"]);
  await assertHarmless(other);
  await other.close();
});

test("a text that runs from right to left turns nothing else around", async () => {
  const visitor = await exploring(hostilePosts(), "cards");
  const turned = visitor.page.locator(".post", { hasText: "gnp.tfel" });
  const bidi = await turned.evaluate((post) => [...post.querySelectorAll(".text, .by b > *, .handle > *, footer bdi")].map((one) => getComputedStyle(one).unicodeBidi));
  assert.ok(bidi.length >= 3 && bidi.every((value) => value === "isolate" || value === "plaintext"), bidi.join());
  await visitor.page.locator("#view-json").click();
  const text = await visitor.page.locator(".json").textContent();
  assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/, "in JSON such characters are written as numbers");
  assert.match(text, /\\u202egnp\.tfel/);
  await visitor.close();
});

test("what stands in the address of the explorer is text, too", async () => {
  const visitor = await visit(where.browser, where.server);
  const [markup] = HOSTILE;
  const query = new URLSearchParams({ call: markup, on: "sample", keyword: markup, username: markup, platform: markup, sort_by: markup, from_date: markup, limit: markup, view: markup });
  await visitor.go(`/explore/?${query}`);
  await visitor.page.getByRole("alert", { name: "Something in the query is not right" }).waitFor();
  await assertHarmless(visitor);
  await visitor.close();
});
