// The explorer's address: it carries the query, and never a token.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exploring, press, status } from "./support/exploring.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

const at = exploring(where);

describe("the address", () => {
  test("carries the query, which a reload and a link bring back", async () => {
    const visitor = await at("?on=sample");
    const { page } = visitor;
    await page.getByRole("tab", { name: "Table" }).click();
    await page.getByRole("radio", { name: "By hashtag" }).check();
    await page.getByLabel("Network").selectOption("Instagram");
    await page.getByRole("textbox", { name: "Hashtag" }).fill("#reéf&ü");
    await page.getByLabel("From", { exact: true }).fill("2025-01-01");
    await press(visitor);
    const url = new URL(page.url());
    assert.deepEqual(Object.fromEntries(url.searchParams), { call: "by-hashtag", platform: "instagram", hashtag: "#reéf&ü", from_date: "2025-01-01", on: "sample", view: "table" });
    await page.reload();
    await visitor.settle();
    assert.equal(await page.getByRole("textbox", { name: "Hashtag" }).inputValue(), "#reéf&ü");
    assert.equal(await page.getByLabel("From", { exact: true }).inputValue(), "2025-01-01");
    assert.ok(await page.getByRole("radio", { name: "By hashtag" }).isChecked());
    assert.equal(await page.getByRole("tab", { name: "Table" }).getAttribute("aria-selected"), "true");
    await visitor.close();
  });

  test("an instant of an address is kept as it is", async () => {
    const visitor = await at("?on=sample&from_date=2026-01-01T10:00:00%2B02:00");
    assert.equal(await visitor.page.getByLabel("From", { exact: true }).inputValue(), "2026-01-01T10:00:00+02:00");
    assert.match(await status(visitor.page), /^50 posts/);
    await visitor.close();
  });

  test("Back leads to the query before", async () => {
    const visitor = await at("?on=sample&keyword=coral&limit=3");
    const { page } = visitor;
    await page.getByLabel("Keyword").fill("coffee");
    await press(visitor);
    await page.goBack();
    await visitor.settle();
    assert.equal(await page.getByLabel("Keyword").inputValue(), "coral");
    assert.equal(await status(page), "3 posts, and more follow.");
    await page.goForward();
    await visitor.settle();
    assert.equal(await page.getByLabel("Keyword").inputValue(), "coffee");
    await visitor.close();
  });

  test("what no call knows is dropped, and so is whatever looks like a token", async () => {
    const visitor = await at("?on=sample&keyword=postern_live_abc&token=x&username=ok&__proto__=1&call=nonsense&view=x");
    assert.deepEqual(Object.fromEntries(new URL(visitor.page.url()).searchParams), { call: "search", username: "ok", on: "sample" });
    await visitor.close();
  });

  test("with a token in the place of a value runs nothing, and says so", async () => {
    const visitor = await at("?on=sample&keyword=postern_live_abc&limit=5");
    const { page } = visitor;
    await page.getByText("Nothing was sent: there is a token where a value belongs.").waitFor();
    assert.match(await page.locator("#field-keyword-fault").innerText(), /^The address had what looks like a token here\./);
    assert.deepEqual([await page.getByLabel("Keyword").inputValue(), await page.locator("article.post").count()], ["", 0]);
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { call: "search", limit: "5", on: "sample" });
    await press(visitor);
    assert.equal(await status(page), "5 posts, and more follow.");
    await page.getByLabel("Keyword").fill("see postern_browser_abc");
    await press(visitor);
    assert.match(await page.locator("#field-keyword-fault").innerText(), /^This looks like a token/);
    assert.ok(!page.url().includes("postern_"));
    await visitor.close();
  });

  test("a word that begins like a token is no token", async () => {
    const visitor = await at("?on=sample&keyword=postern_live");
    assert.equal(await visitor.page.getByLabel("Keyword").inputValue(), "postern_live");
    assert.equal(new URL(visitor.page.url()).searchParams.get("keyword"), "postern_live");
    assert.equal(await visitor.page.getByText("there is a token where a value belongs").count(), 0);
    await visitor.close();
  });
});
