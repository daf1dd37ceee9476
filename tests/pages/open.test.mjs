// "Open a file": files are read in the browser, beside the page, and nothing of them leaves it.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { ndjson, post } from "../api/support/posts.mjs";
import { zip } from "../package/support/exports.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { file, onPage, opened, POSTS } from "./support/opening.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

describe("files", () => {
  test("are told one by one: format, posts, and what was refused", async () => {
    const visitor = await opened(where, [file("posts.ndjson", `${ndjson(POSTS)}\n{"platform":"x"}\n`), file("notes.txt", "nothing to see")]);
    const { page } = visitor;
    assert.equal(await page.locator("#report-title").innerText(), "3 posts in 2 files");
    const rows = await page.locator("#files-found tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
    const [good] = rows.filter(([name]) => name === "posts.ndjson");
    assert.equal(good[2], "3");
    assert.match(good[3], /1 line refused/);
    await page.getByText("1 line refused").click();
    assert.match(await page.locator("#files-found li").innerText(), /^line 4: /);
    assert.equal(await page.locator("article.post").count(), 3);
    await assertAccessible(page, "files that were opened");
    await visitor.close();
  });

  test("of a zip are told below it: it is an archive, and no file that counts", async () => {
    const visitor = await opened(where, [file("x.zip", zip({ "a.ndjson": ndjson(POSTS.slice(0, 1)), "b.ndjson": ndjson(POSTS.slice(1)) }))]);
    const { page } = visitor;
    assert.equal(await page.locator("#report-title").innerText(), "3 posts in 2 files");
    const rows = await page.locator("#files-found tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].slice(0, 3).map((cell) => cell.innerText)));
    assert.deepEqual(rows.map(([name, , posts]) => [name, posts]), [["x.zip", ""], ["x.zip/a.ndjson", "1"], ["x.zip/b.ndjson", "2"]]);
    assert.equal(rows[0][1], "an archive: its files are below");
    await visitor.close();
  });

  test("that are not recognised say so once", async () => {
    const visitor = await opened(where, [file("notes.txt", "nothing to see"), file("none.zip", zip({ "a.jpg": "\u00ff\u00d8" })), file("cut.json", '{"Profile":{"Profile Info')]);
    const cells = await visitor.page.locator("#files-found tbody tr").evaluateAll((all) => Object.fromEntries(all.map((row) => [row.cells[0].innerText, row.cells[1].innerText])));
    assert.deepEqual(cells, {
      "notes.txt": "not recognised: it is text of another kind",
      "none.zip": "nothing that can be imported was found in it",
      "cut.json": "not recognised: it is JSON that ends in the middle, so it was not downloaded or saved completely: download it again",
    });
    await visitor.close();
  });

  test("without their author are refused as one, and the field for it is in sight", async () => {
    const visitor = await opened(where, [inRoot("tests", "fixtures", "x_archive", "data", "tweets.js")]);
    const { page } = visitor;
    assert.ok(await page.getByLabel("Author").isVisible());
    await page.locator("#files-found summary").filter({ hasText: "refused" }).click();
    const [refusal, ...others] = await page.locator("#files-found li").allInnerTexts();
    assert.deepEqual(others, []);
    assert.match(refusal, /^\d+ times, first on line \d+: MISSING_AUTHOR .*: give it with the field Author$/);
    await page.setViewportSize({ width: 320, height: 700 });
    const { width, code } = await page.locator("#files-found li").evaluate((item) => ({ width: item.clientWidth, code: item.querySelector("code").getClientRects().length }));
    assert.ok(width > 180 && code === 1, `${width} px, the code on ${code} lines`);
    await visitor.close();
  });

  test("are not read with wrong fields, which are said at them", async () => {
    const visitor = await onPage(where);
    const { page } = visitor;
    await page.locator("#author").evaluate((field) => (field.value = "a b"));
    await page.locator("#zone").evaluate((field) => (field.value = "Middle/Earth"));
    await page.locator("#files").setInputFiles([file("posts.ndjson", ndjson(POSTS))]);
    await page.getByText("The files were not read").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "author");
    assert.deepEqual(await page.locator("#untold [aria-invalid=true]").evaluateAll((all) => all.map(({ id }) => id)), ["author", "zone"]);
    assert.match(await page.locator("#zone-fault").innerText(), /such as Europe\/Vienna.*Middle\/Earth/);
    await assertAccessible(page, "wrong fields");
    await page.getByLabel("Author").fill("");
    await page.getByLabel("Time zone").fill("");
    await page.locator("#files").setInputFiles([file("posts.ndjson", ndjson(POSTS))]);
    await page.getByText("3 posts in 1 file").waitFor();
    assert.equal(await page.locator("#untold [aria-invalid]").count(), 0);
    await visitor.close();
  });

  test("are not sent anywhere, and nothing of them is kept", async () => {
    const visitor = await opened(where, [file("posts.ndjson", ndjson(POSTS))]);
    assert.deepEqual(visitor.asked.filter(([method, path, body]) => method !== "GET" || path.includes("/api/") || body), []);
    const kept = await visitor.page.evaluate(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), document.cookie, location.search]));
    assert.equal(kept, '[{},{},[],"",""]');
    await visitor.page.reload();
    assert.ok(await visitor.page.locator("#report").isHidden());
    await visitor.close();
  });

  test("of a folder keep their paths, and an archive says whose it is", async () => {
    const visitor = await onPage(where);
    const { page } = visitor;
    await page.locator("#folder").setInputFiles(inRoot("tests", "fixtures", "x_archive"));
    await page.locator("#report-title").waitFor();
    const names = await page.locator("#files-found td:first-child").allInnerTexts();
    const all = readdirSync(inRoot("tests", "fixtures", "x_archive", "data")).map((name) => `x_archive/data/${name}`);
    for (const name of all) assert.ok(names.includes(name), `${name} of ${names}`);
    const authors = await page.locator("article.post .handle").allTextContents();
    assert.ok(authors.length > 0 && new Set(authors).size === 1, String(authors));
    await assertAccessible(page, "an archive that was opened");
    await visitor.close();
  });

  test("that name no author get the one that was filled in", async () => {
    const visitor = await onPage(where);
    const { page } = visitor;
    await page.getByText("If a file doesn’t name its author or time zone").click();
    await page.getByLabel("Author").fill("tidal.maps");
    await page.locator("#files").setInputFiles(["tweets-part1.js", "tweets.js"].map((name) => inRoot("tests", "fixtures", "x_archive", "data", name)));
    await page.locator("#report-title").waitFor();
    assert.deepEqual([...new Set(await page.locator("article.post .handle").allTextContents())], ["@tidal.maps"]);
    await visitor.close();
  });

  test("that hold no posts are told, without anything to browse", async () => {
    const visitor = await opened(where, [file("empty.json", ""), file("noise.bin", "\0\u0001\ufffd")]);
    assert.equal(await visitor.page.locator("#report-title").innerText(), "0 posts in 2 files");
    assert.ok(await visitor.page.locator("#posts").isHidden());
    assert.equal(await visitor.page.locator("#saving button").count(), 0);
    await assertAccessible(visitor.page, "files without posts");
    await visitor.close();
  });

  test("of a later choice take the place of the earlier ones", async () => {
    const visitor = await opened(where, [file("one.ndjson", ndjson(POSTS))]);
    const { page } = visitor;
    await page.locator("#files").setInputFiles([file("two.ndjson", ndjson(POSTS.slice(0, 1)))]);
    await page.getByText("1 post in 1 file").waitFor();
    assert.equal(await page.locator("article.post").count(), 1);
    await visitor.close();
  });

  test("can be dropped, also beside the zone", async () => {
    const visitor = await onPage(where);
    const { page } = visitor;
    await page.evaluate((text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], "dropped.ndjson"));
      for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
    }, ndjson(POSTS));
    await page.getByText("3 posts in 1 file").waitFor();
    await visitor.close();
  });

  test("are read while the page stays alive, and that can be cancelled", async () => {
    const visitor = await onPage(where);
    const { page } = visitor;
    const many = Array.from({ length: 60_000 }, (_, n) => JSON.stringify(post(`p${n}`, { content: `coral ${n} `.repeat(20) }))).join("\n");
    await page.locator("#files").setInputFiles([file("large.ndjson", many)]);
    await page.getByRole("heading", { name: "Reading …" }).waitFor();
    assert.equal(await page.locator("#bar").getAttribute("value"), null, "of one file nobody knows how far it is");
    const frames = await page.evaluate(async () => {
      let n = 0;
      const end = performance.now() + 300;
      while (performance.now() < end) await new Promise((resolve) => requestAnimationFrame(() => resolve((n += 1))));
      return n;
    });
    assert.ok(frames >= 5, `${frames} frames in 300 ms`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. Nothing was kept.").waitFor();
    assert.ok(await page.locator("#reading").isHidden());
    assert.ok(await page.locator("#report").isHidden());
    assert.equal(await page.evaluate(() => document.activeElement.id), "files");
    await page.locator("#files").setInputFiles([file("posts.ndjson", ndjson(POSTS))]);
    await page.getByText("3 posts in 1 file").waitFor();
    await visitor.close();
  });
});

describe("the posts", () => {
  test("are filtered by the API's own rules, and faults are said at their fields", async () => {
    const visitor = await opened(where, [file("posts.ndjson", ndjson(POSTS))]);
    const { page } = visitor;
    const show = () => page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByLabel("Keyword").fill("coral OR b");
    await page.getByLabel("Network").selectOption("Instagram");
    await show();
    await page.getByText("1 post in total.").waitFor();
    await page.getByLabel("Posts per page").fill("0");
    await show();
    await page.getByRole("alert", { name: "Something in the query is not right" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.name), "limit");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("3 posts in total.").waitFor();
    for (const name of ["Table", "JSON"]) {
      await page.getByRole("tab", { name }).click();
      await assertAccessible(page, `posts of a file as ${name}`);
    }
    await visitor.close();
  });

  test("have pages", async () => {
    const visitor = await opened(where, [file("posts.ndjson", ndjson(Array.from({ length: 120 }, (_, n) => post(`p${n}`))))]);
    const { page } = visitor;
    await page.getByText("50 posts, and more follow.").waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByRole("button", { name: "First page" }).waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("20 posts: the last page.").waitFor();
    await visitor.close();
  });

  test("whose files are inside of an export are told by their path, and link nowhere", async () => {
    const visitor = await opened(where, [file("posts.ndjson", ndjson(POSTS))]);
    assert.match(await visitor.page.locator(".files").innerText(), /videos\/c\.mp4/);
    assert.equal(await visitor.page.locator(".files a").count(), 0);
    await visitor.close();
  });
});

test("the sample can be tried", async () => {
  const visitor = await onPage(where);
  await visitor.page.getByRole("button", { name: "Try it on the sample" }).click();
  await visitor.page.getByText("300 posts in 1 file").waitFor();
  await visitor.close();
});

test("the page before anything was opened has no fault that axe finds, and says where files stay", async () => {
  const visitor = await onPage(where);
  await visitor.page.getByText("It stays on your machine.").waitFor();
  await visitor.page.getByText("If a file doesn’t name its author or time zone").click();
  await visitor.page.getByText("What it can read").click();
  await visitor.page.locator("#formats li:not(.soft)").nth(10).waitFor();
  const formats = await visitor.page.locator("#formats").innerText();
  assert.match(formats, /the field Time zone/);
  assert.match(formats, /Any other table or list, .*: not here, but .* command line \(--map\)/);
  assert.doesNotMatch(formats, /the option/);
  assert.equal(await visitor.page.locator("#field-limit-hint").textContent(), "1 to 100");
  await assertAccessible(visitor.page, "nothing opened");
  await visitor.close();
});

test("files are chosen, read and browsed by the keyboard alone", async () => {
  const visitor = await onPage(where);
  const { page } = visitor;
  const tabTo = async (id) => {
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement.id)) === id) return;
    }
    throw new Error(`expected to come to ${id}`);
  };
  const chooser = page.waitForEvent("filechooser"); // long before the key, or the browser's own dialog may be faster
  await tabTo("files");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles([file("posts.ndjson", ndjson(POSTS))]);
  await page.locator("#report-title").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "report-title", "the focus is at what is new");
  await tabTo("view-cards");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "view-table");
  assert.equal(await page.locator("#panel-table tbody tr").count(), 3);
  await visitor.close();
});
