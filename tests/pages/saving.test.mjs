// What "Open a file" saves: canonical lines, and tables without formulas.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ndjson, post } from "../api/support/posts.mjs";
import { file, opened, POSTS } from "./support/opening.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

describe("what is saved", () => {
  async function saved(format) {
    const visitor = await opened(where, [file("posts.ndjson", ndjson(POSTS))]);
    const waiting = visitor.page.waitForEvent("download");
    await visitor.page.getByRole("button", { name: `Save 3 posts as ${format}` }).click();
    const download = await waiting;
    const text = readFileSync(await download.path(), "utf8");
    await visitor.close();
    return [download.suggestedFilename(), text];
  }

  test("as NDJSON is canonical posts, which open again", async () => {
    const [name, text] = await saved("NDJSON");
    assert.equal(name, "posts.ndjson");
    const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ platform_post_id: id, content }) => [id, content]).toSorted(), POSTS.map((one) => [one.platform_post_id, one.content]));
    const again = await opened(where, [file(name, text)]);
    assert.equal(await again.page.locator("#report-title").innerText(), "3 posts in 1 file");
    await again.close();
  });

  test("is what the filter lets through, on all its pages", async () => {
    const many = Array.from({ length: 130 }, (_, n) => post(`p${n}`, { content: n < 125 ? "coral" : "kelp" }));
    const visitor = await opened(where, [file("posts.ndjson", ndjson(many))]);
    const { page } = visitor;
    const contents = async (label) => {
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name: label }).click();
      return readFileSync(await (await waiting).path(), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line).content);
    };
    assert.equal((await contents("Save 130 posts as NDJSON")).length, 130);
    await page.getByLabel("Keyword").fill("coral");
    await page.getByLabel("Posts per page").fill("7");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    assert.deepEqual(await contents("Save 125 posts as NDJSON"), Array(125).fill("coral"));
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByLabel("Keyword").fill("nothing");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("No posts.", { exact: true }).waitFor();
    assert.ok(await page.getByRole("button", { name: "Save 0 posts as CSV" }).isDisabled());
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Save 130 posts as CSV" }).waitFor();
    await visitor.close();
  });

  test("as CSV is a table without formulas", async () => {
    const [name, text] = await saved("CSV");
    assert.equal(name, "posts.csv");
    assert.ok(text.startsWith("\ufeffid,platform,platform_post_id,"));
    assert.ok(text.endsWith("\r\n"));
    assert.ok(text.includes(`,"'=HYPERLINK(""https://elsewhere.example"")",`), text);
    assert.ok(text.includes(`,"coral at dusk, ""quoted""",`));
    assert.ok(text.includes(`,"a\nb, c",`));
    assert.ok(text.includes(",reef dusk,"));
  });
});
