// The explorer without a service: queries on the sample, and what is said when they are wrong.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { exploring, press, status } from "./support/exploring.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

const at = exploring(where);

describe("on the sample", () => {
  test("is what a visitor who is not signed in sees, and nothing is sent", async () => {
    const visitor = await at("");
    const { page } = visitor;
    assert.ok(await page.getByRole("radio", { name: "Sample" }).isChecked());
    assert.match(await page.locator("#source-text").innerText(), /^300 invented posts, .* Nothing is sent, and nothing is charged\.$/);
    assert.equal(await status(page), "50 posts, and more follow.");
    assert.match(await page.locator(".call-facts").innerText(), /^Status\s+sample\s+Time\s+[^\n]* ms$/, "nothing is charged, so nothing is said of it");
    assert.deepEqual(visitor.asked.filter((path) => path.includes("/api/")), ["/dashboard/api/account"], "only who it is was asked");
    await visitor.close();
  });

  test("an address that says so asks nothing at all of the service", async () => {
    const visitor = await at("?on=sample&call=search&keyword=coral");
    assert.deepEqual(visitor.asked.filter((path) => path.includes("/api/")), []);
    await visitor.close();
  });

  test("every field narrows or sorts, as cards, table and JSON", async () => {
    const visitor = await at("?on=sample");
    const { page } = visitor;
    await page.getByLabel("Keyword").fill("coral -coffee");
    await page.getByLabel("Network").selectOption("TikTok");
    await page.getByLabel("Media type").selectOption("Video");
    await page.getByLabel("From", { exact: true }).fill("2024-01-01");
    await page.getByLabel("To", { exact: true }).fill("2026-10-31");
    await page.getByLabel("Least likes").fill("100");
    await page.getByLabel("Least comments").fill("1");
    await page.getByLabel("Sort by").selectOption("Likes");
    await page.getByLabel("Order").selectOption("Ascending");
    await page.getByLabel("Posts per page").fill("5");
    await press(visitor);
    await page.getByRole("tab", { name: "JSON" }).click();
    const { data } = JSON.parse(await page.locator(".json").innerText());
    assert.deepEqual(data.query, { platform: "tiktok", username: null, hashtag: null, keyword: "coral -coffee", media_type: "video", kind: null, language: null, mentions: null, refers_to: null, min_likes: 100, min_comments: 1, min_views: null, min_shares: null, exclude_username: null, exclude_hashtag: null, exclude_mentions: null, from: "2024-01-01T00:00:00.000Z", to_exclusive: "2026-11-01T00:00:00.000Z", sort_by: "likes_count", sort_order: "asc" });
    assert.equal(data.posts.length, 5);
    for (const post of data.posts) assert.ok(post.platform === "tiktok" && post.media_type === "video" && post.likes_count >= 100 && /coral/i.test(post.content), JSON.stringify(post));
    await page.getByRole("tab", { name: "Table" }).click();
    assert.equal(await page.locator("#panel-table tbody tr").count(), 5);
    await page.getByRole("tab", { name: "Cards" }).click();
    assert.equal(await page.locator("article.post").count(), 5);
    await visitor.close();
  });

  test("pages by the cursor, goes back to the first, and walks all up to a bound", async () => {
    const visitor = await at("?on=sample&limit=40");
    const { page } = visitor;
    const ids = () => page.locator("article.post time").evaluateAll((all) => all.map(({ dateTime }) => dateTime));
    const first = await ids();
    await press(visitor, "Next page");
    const second = await ids();
    assert.equal(second.length, 40);
    assert.ok(second[0] < first[39], "by time, the next page is older");
    assert.notEqual(new URL(page.url()).searchParams.get("cursor"), null, "the page can be linked");
    await page.reload();
    await visitor.settle();
    assert.deepEqual(await ids(), second);
    await press(visitor, "First page");
    assert.deepEqual(await ids(), first);
    await press(visitor, "All, up to 500 posts");
    assert.equal(await status(page), "300 posts in total.");
    assert.equal((await ids()).length, 300);
    await visitor.close();
  });

  test("another query has no cursor of the last one", async () => {
    const visitor = await at("?on=sample&limit=10");
    const { page } = visitor;
    await press(visitor, "Next page");
    assert.notEqual(await page.getByLabel("Cursor").inputValue(), "");
    await page.getByLabel("Keyword").fill("coral");
    assert.equal(await page.getByLabel("Cursor").inputValue(), "");
    await press(visitor);
    assert.match(await status(page), /^10 posts/);
    await visitor.close();
  });

  test("says that nothing fits, and what has no answer without a service", async () => {
    const visitor = await at("?on=sample&call=by-user&platform=x&username=nobody");
    const { page } = visitor;
    assert.equal(await status(page), "No posts.");
    await page.getByText("An unknown name is not an error").waitFor();
    for (const [name, text] of [["Account", "What answers here belongs to no account."], ["Health", "Nothing is sent while you use the sample or a copy."]]) {
      await page.getByRole("radio", { name }).check();
      await press(visitor);
      await page.getByText(text).waitFor();
    }
    await visitor.close();
  });

  test("a sample that can't be loaded is an error, and the next try works", async () => {
    const visitor = await visit(where.browser, where.server);
    const { page } = visitor;
    await page.route("**/sample.ndjson", (route) => route.abort());
    await visitor.expecting(/ERR_FAILED/, () => visitor.go("/explore/?on=sample"));
    await page.getByRole("alert", { name: "The call failed" }).waitFor();
    await page.unroute("**/sample.ndjson");
    await press(visitor);
    assert.equal(await status(page), "50 posts, and more follow.");
    await visitor.close();
  });
});

describe("what is wrong", () => {
  test("is said at each field in the service's words, and the first of them gets the focus", async () => {
    const visitor = await at("?on=sample");
    const { page } = visitor;
    await page.getByLabel("Keyword").fill('"open');
    await page.getByLabel("Least likes").fill("many");
    await page.getByLabel("Posts per page").fill("1000");
    await page.getByLabel("From", { exact: true }).fill("2026-05-01");
    await page.getByLabel("To", { exact: true }).fill("2026-01-01");
    await press(visitor);
    const problem = page.getByRole("alert", { name: "Something in the query is not right" });
    await problem.waitFor();
    assert.match(await problem.innerText(), /INVALID_PARAMETER[\s\S]*Nothing was charged/);
    const wrong = await page.locator("[aria-invalid]").evaluateAll((all) => all.map((one) => [one.name, document.getElementById(`${one.id}-fault`).textContent, one.getAttribute("aria-describedby").includes(`${one.id}-fault`)]));
    assert.deepEqual(wrong.map(([name]) => name), ["keyword", "from_date", "min_likes", "limit"]);
    assert.ok(wrong.every(([, text, isTold]) => text.startsWith("Expected ") && isTold), JSON.stringify(wrong));
    assert.equal(await page.evaluate(() => document.activeElement.name), "keyword");
    await assertAccessible(page, "a query with faults");
    await page.getByLabel("Keyword").fill("coral");
    await page.getByLabel("Least likes").fill("");
    await page.getByLabel("Posts per page").fill("100");
    await page.getByLabel("From", { exact: true }).fill("");
    await press(visitor);
    assert.equal(await page.locator("[aria-invalid]").count(), 0, "what is right again is not blamed");
    await visitor.close();
  });

  test("values of an address that no list has are shown and refused as they are", async () => {
    const visitor = await at("?on=sample&platform=myspace&from_date=2026-02-30&sort_by=luck");
    const { page } = visitor;
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("Network").inputValue(), "myspace");
    assert.deepEqual(await page.locator("[aria-invalid]").evaluateAll((all) => all.map(({ name }) => name)), ["platform", "from_date", "sort_by"]);
    assert.match(await page.locator("#field-platform-fault").innerText(), /tiktok.*linkedin/);
    await visitor.close();
  });

  test("is said by the names that the fields have", async () => {
    const visitor = await at("?on=sample");
    const { page } = visitor;
    await page.getByRole("link", { name: "Two mistakes" }).click();
    await page.getByRole("alert").waitFor();
    for (const place of ["#field-from_date-fault", "#result [role=alert]"]) {
      const text = await page.locator(place).innerText();
      assert.ok(text.includes("to_date") && !text.includes("toDate"), text);
    }
    await visitor.close();
  });

  test("a name that is missing is said at its field", async () => {
    const visitor = await at("?on=sample&call=by-hashtag");
    await visitor.page.getByRole("alert").waitFor();
    assert.deepEqual(await visitor.page.locator("[aria-invalid]").evaluateAll((all) => all.map(({ name }) => name)), ["hashtag"]);
    await visitor.close();
  });
});

describe("the answer", () => {
  const focused = (page) => page.evaluate(() => document.activeElement.id);

  test("of another endpoint does not stay", async () => {
    const visitor = await at("?on=sample");
    const { page } = visitor;
    await page.getByRole("radio", { name: "By user" }).check();
    assert.ok(await page.locator("#result .views").isHidden());
    assert.equal(await status(page), "");
    await page.getByText("Press Run to ask the sample.").waitFor();
    await visitor.close();
  });

  test("is where the focus is after turning a page by the keyboard", async () => {
    const visitor = await at("?on=sample&limit=10");
    const { page } = visitor;
    for (const name of ["Next page", "First page", "All, up to 500 posts"]) {
      await page.getByRole("button", { name }).press("Enter");
      await visitor.settle();
      await page.waitForFunction(() => document.activeElement.id === "answer-title");
      assert.equal(await focused(page), "answer-title");
    }
    await visitor.close();
  });
});

for (const [name, query] of [["cards", ""], ["a table", "&view=table"], ["JSON", "&view=json"], ["nothing", "&keyword=nonesuch"]]) {
  test(`the explorer with ${name} has no fault that axe finds`, async () => {
    const visitor = await at(`?on=sample&limit=12${query}`);
    await assertAccessible(visitor.page, `the explorer with ${name}`);
    await visitor.close();
  });
}

test("a query is filled in, run and looked at by the keyboard alone", async () => {
  const visitor = await at("?on=sample");
  const { page } = visitor;
  const active = () => page.evaluate(() => document.activeElement.id || document.activeElement.value);
  /** Presses Tab until this has the focus, which has to be seen all the way. */
  const tabTo = async (id) => {
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press("Tab");
      const isSeen = await page.evaluate(() => {
        const one = document.activeElement;
        const shown = one.type === "radio" ? one.nextElementSibling : one;
        return one === document.body || getComputedStyle(shown).outlineStyle !== "none";
      });
      assert.ok(isSeen, `the focus on ${await active()} can't be seen`);
      if ((await active()) === id) return;
    }
    throw new Error(`expected to come to ${id}`);
  };
  await tabTo("sample");
  await tabTo("search");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#path").innerText(), "/api/v1/posts/by-user/{platform}/{username}");
  await tabTo("field-username");
  await page.keyboard.type("teyra.enelmar");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Insta");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("4 posts in total.").waitFor();
  await tabTo("view-cards");
  await page.keyboard.press("End");
  assert.equal(await active(), "view-json");
  assert.match(await page.locator("#panel-json").innerText(), /"username": "teyra\.enelmar"/);
  await visitor.close();
});
