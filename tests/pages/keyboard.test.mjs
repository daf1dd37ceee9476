// Without a mouse: signing in, and the token's dialogs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { codeOf, open, signUp, takeMail, tried } from "./support/owner.mjs";

let shop;
before(async () => (shop = await open()));
after(() => shop?.close());

/** What has the focus: its role or tag, and its name. */
const focused = (page) => page.evaluate(() => [document.activeElement.tagName.toLowerCase(), (document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()]);

/** Whether one sees what has the focus: an outline, or what stands in for it. */
async function assertFocusIsSeen(page) {
  const seen = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  });
  assert.ok(seen, `the focus on ${await focused(page)} can't be seen`);
}

/** Presses Tab until something of this name has the focus, which has to be seen all the way. */
async function tabTo(page, name, most = 40) {
  const passed = [];
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press("Tab");
    const [, text] = await focused(page);
    passed.push(text);
    await assertFocusIsSeen(page);
    if (text === name) return passed;
  }
  throw new Error(`expected to come to "${name}", and came to ${passed.join(" | ")}`);
}

test("one signs in by the keyboard alone", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await signUp(visitor, { email: "keys@example.com" });
  await visitor.context.clearCookies();
  await visitor.go("/dashboard/sign-in");
  await page.keyboard.press("Tab");
  assert.deepEqual(await focused(page), ["a", "Skip to the text"]);
  await page.keyboard.press("Enter");
  await tabTo(page, "E-mail address");
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter"); // "keys@example.co" is an address, too
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  assert.deepEqual(await focused(page), ["h1", "Check your mail"], "the focus is at what is new");
  await tabTo(page, "Use another address or send again");
  await page.keyboard.press("Enter");
  assert.deepEqual(await focused(page), ["input", "E-mail address"]);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("keys");
  await page.keyboard.press("Enter");
  assert.deepEqual(await focused(page), ["input", "E-mail address"], "the focus is at what is wrong");
  assert.equal(await page.locator("#email").getAttribute("aria-invalid"), "true");
  await page.keyboard.type("@example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  await tabTo(page, "Code from the mail");
  await page.keyboard.type(codeOf(await takeMail(shop.server, "keys@example.com", /^Sign in/)));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${shop.server.url}/dashboard/`);
  await visitor.settle();
  visitor.content();
});

test("the token's dialogs keep the focus, let go by Escape, and give it back", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await signUp(visitor, { email: "dialogs@example.com" });
  const made = await visitor.api("test-payments", { method: "POST", body: { pack: "Starter" } });
  assert.equal(made.status, 200, made.text);
  await visitor.go("/dashboard/token");
  await tabTo(page, "Show token");
  await page.keyboard.press("Enter");
  await page.locator("#secret-token").waitFor();
  const token = await page.locator("#secret-token").innerText();
  assert.deepEqual(await focused(page), ["h2", "Your API token"]);
  await tabTo(page, "I have saved it");
  await page.keyboard.press("Enter");
  assert.deepEqual(await focused(page), ["h2", "API token"], "what had the focus is gone");
  await visitor.settle();

  await tabTo(page, "Regenerate");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Regenerate the API token?" });
  await dialog.waitFor();
  for (let n = 0; n < 5; n += 1) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => document.activeElement !== document.body && !document.activeElement.closest("dialog"));
    assert.equal(isOutside, false, "what is behind a dialog can't be reached");
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await focused(page), ["button", "Regenerate"]);
  assert.deepEqual(await tried(shop.server, token), [200, null], "nothing was done");

  await page.keyboard.press("Enter");
  await dialog.waitFor();
  assert.deepEqual(await focused(page), ["button", "Cancel"], "what can't be taken back is not what Enter does");
  await tabTo(page, "Regenerate", 3);
  await page.keyboard.press("Enter");
  await page.locator("#secret-token").waitFor();
  assert.deepEqual(await focused(page), ["h2", "Your API token"]);
  assert.deepEqual(await tried(shop.server, token), [401, "INVALID_API_TOKEN"]);
  visitor.content();
});

test("on a phone the menu opens and closes by the keyboard", async () => {
  const visitor = await shop.visit({ viewport: { width: 360, height: 740 } });
  const { page } = visitor;
  await signUp(visitor, { email: "menu@example.com" });
  await tabTo(page, "Menu", 5);
  const settings = page.getByRole("link", { name: "Settings" });
  for (const key of ["Enter", "Escape"]) {
    await page.keyboard.press(key);
    assert.deepEqual([await settings.isVisible(), await focused(page)], [key === "Enter", ["button", "Menu"]], "right after it was opened");
  }
  await page.keyboard.press("Enter");
  await tabTo(page, "Settings");
  await page.keyboard.press("Escape");
  assert.deepEqual(await focused(page), ["button", "Menu"]);
  assert.equal(await settings.isVisible(), false);
  visitor.content();
});
