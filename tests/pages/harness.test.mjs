// That these tests can fail: what a browser complains about, and what axe finds, is noticed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./support/axe.mjs";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

/** What a visitor complains about after something was put into the documentation's page. */
async function complaints(change) {
  const visitor = await visit(where.browser, where.server);
  await visitor.go("/docs/");
  await visitor.page.evaluate(change);
  await visitor.page.waitForTimeout(300);
  await visitor.context.close();
  return visitor.complaints.join("\n");
}

const add = (tag, set) => `document.body.append(Object.assign(document.createElement("${tag}"), ${JSON.stringify(set)}))`;

test("what the policy forbids is noticed", async () => {
  assert.match(await complaints(add("script", { textContent: "1" })), /violates the following Content Security Policy/);
  assert.match(await complaints(add("img", { src: "https://elsewhere.example/a.png" })), /Content Security Policy/);
});

test("requests to other origins, missing files and errors are noticed", async () => {
  assert.match(await complaints("new Image().src = '/missing.svg'"), /missing\.svg/);
  assert.match(await complaints("setTimeout(() => { throw new Error('broken'); })"), /broken/);
  const visitor = await visit(where.browser, where.server);
  await visitor.page.goto("data:text/html,<img src=http://127.0.0.1:9/a.png>");
  await visitor.context.close();
  assert.match(visitor.complaints.join("\n"), /another origin/);
});

test("a page that is too wide, or that a screen reader can't read, is noticed", async () => {
  const visitor = await visit(where.browser, where.server);
  for (const [change, found] of [
    [add("button", {}), /button-name/],
    [`document.body.style.minWidth = "500px"`, /pixels wide on a screen of 360/],
    [`document.querySelector("p").style.color = "#808080"; document.querySelector("p").style.background = "#999"`, /color-contrast/],
  ]) {
    await visitor.go("/");
    await visitor.page.evaluate(change);
    await assert.rejects(assertAccessible(visitor.page, "changed"), found);
  }
  await visitor.close();
});
