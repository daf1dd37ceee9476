// How posts are shown, whatever is in them: names, counts, times and addresses. And tools without scripts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { post } from "../api/support/posts.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

const authored = (id, author, more) => {
  const one = post(id, more);
  return { ...one, author: { ...one.author, ...author } };
};

/** A visitor, far from UTC, on the explorer whose sample is these posts. */
async function showing(posts, query = "") {
  const visitor = await visit(where.browser, where.server, { timezoneId: "Asia/Tokyo" });
  await visitor.page.route("**/sample.ndjson", (route) => route.fulfill({ body: posts.map((one) => JSON.stringify(one)).join("\n") }));
  await visitor.go(`/explore/?on=sample${query}`);
  return visitor;
}

describe("a card", () => {
  test("cuts names that are too long, and stays a card", async () => {
    const visitor = await showing([authored("p1", { display_name: "n".repeat(2000) })]);
    const card = visitor.page.locator("article.post");
    assert.equal(await card.locator(".by b").innerText(), `${"n".repeat(60)}…`);
    assert.ok((await card.boundingBox()).height < 320);
    await visitor.close();
  });

  test("falls back to the username where a name can't be seen", async () => {
    for (const name of ["", "   ", "\u200b\u200d", "\u2060\u3164", "\u2800"]) {
      const visitor = await showing([authored("p1", { username: "reef.watch", display_name: name })]);
      assert.equal(await visitor.page.locator(".by b").innerText(), "reef.watch", JSON.stringify(name));
      await visitor.close();
    }
  });

  test("counts one as one, and tells times in UTC, as the filters do", async () => {
    const visitor = await showing([authored("p1", {}, { shares_count: 1, likes_count: 2, published_at: "2026-03-01T20:30:00.000Z" })]);
    const { page } = visitor;
    const counts = await page.locator(".counts").innerText();
    assert.match(counts, /1 share(?!s)/);
    assert.match(counts, /2 likes/);
    assert.match(await page.locator("article time").innerText(), /^Mar 1, 2026, 8:30\sPM UTC$/);
    await page.getByRole("tab", { name: "Table" }).click();
    assert.equal(await page.locator("#panel-table th").first().innerText(), "UTC time");
    assert.match(await page.locator("#panel-table time").innerText(), /^Mar 1, 2026, 8:30\sPM$/);
    await visitor.close();
  });

  test("links no address that has a name or a password", async () => {
    const visitor = await showing([post("p1", { url: "https://user:pass@bank.example/" }), post("p2", { url: "https://user@bank.example/" }), post("p3", { url: "https://fine.example/" })]);
    assert.deepEqual(await visitor.page.locator("article.post a").evaluateAll((all) => all.map(({ href }) => href).filter((href) => /bank|fine/.test(href))), ["https://fine.example/"]);
    await visitor.close();
  });
});

for (const [path, dead] of [["/explore/", ["Sample", "Live", "Call", "Answer", "Query"]], ["/open/", ["Drop exports here", "Filter"]]]) {
  test(`${path} without scripts is one sentence, and nothing that does not work`, async () => {
    const context = await where.browser.newContext({ baseURL: where.server.url, javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(path);
    assert.equal(await page.locator("noscript .notice > *").count(), 1, "what is laid out apart is torn apart");
    for (const text of dead) assert.equal(await page.getByText(text, { exact: true }).filter({ visible: true }).count(), 0, text);
    await context.close();
  });
}
