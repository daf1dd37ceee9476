// Where the explorer's answers come from, and who pays for them: what it says of that is true at any time.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { followLink, open, signUp, takeMail } from "./support/owner.mjs";

const ACCOUNT = "**/dashboard/api/account";

let shop;
before(async () => (shop = await open()));
after(() => shop?.close());

const source = (page) => page.locator("#source-text").innerText();

const paste = async (page, token) => {
  await page.getByLabel("Browser, API or test token").fill(token);
  await page.getByRole("button", { name: "Use token" }).click();
};

/** A visitor to whom the service tells who is signed in only after a while, or never. */
async function delayed(ms) {
  const visitor = await shop.visit();
  await visitor.page.route(ACCOUNT, async (route) => {
    if (ms === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {});
  });
  return visitor;
}

describe("the token in use", () => {
  test("is who pays, whoever is signed in", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await signUp(visitor, { email: "pays@example.com" });
    await visitor.go("/explore/?on=live");
    assert.match(await source(page), /Signed in as pays@example\.com/);
    await paste(page, "postern_live_other");
    assert.equal(await source(page), "Calls use the token that you pasted. Each page with posts is charged to that token’s account, whoever is signed in.");
    await page.getByRole("radio", { name: "Sample" }).check();
    await page.getByRole("radio", { name: "Live" }).check();
    assert.match(await source(page), /^Calls use the token that you pasted/);
    await page.getByRole("button", { name: "Forget token" }).click();
    await page.getByText("Signed in as pays@example.com").waitFor();
    visitor.content();
  });

  test("is told of also where nobody is signed in", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await visitor.go("/explore/?on=live");
    assert.match(await source(page), /^You are not signed in/);
    await paste(page, "postern_live_other");
    assert.match(await source(page), /^Calls use the token that you pasted/);
    visitor.content();
  });
});

describe("a service that is slow to tell who is signed in", () => {
  test("does not change what is said of a source that was chosen since", async () => {
    const visitor = await delayed(1500);
    const { page } = visitor;
    await page.goto("/explore/?on=sample");
    await page.locator("article.post").first().waitFor();
    await page.getByRole("radio", { name: "Live" }).check();
    assert.equal(await source(page), "Checking whether you are signed in …");
    const told = page.waitForResponse(ACCOUNT);
    await page.getByRole("radio", { name: "Sample" }).check();
    await told;
    await visitor.settle();
    assert.match(await source(page), /^300 invented posts/);
    visitor.content();
  });

  test("is not waited for: the form is there, and the sample answers soon, or at once when asked", async () => {
    const visitor = await delayed();
    const { page } = visitor;
    await page.goto("/explore/");
    await page.getByLabel("Keyword").fill("coral", { timeout: 2000 });
    assert.equal(await source(page), "Checking whether you are signed in …");
    await page.locator("article.post").first().waitFor({ timeout: 6000 });
    assert.match(await source(page), /^300 invented posts/);
    assert.equal(await page.getByLabel("Keyword").inputValue(), "coral");
    await page.getByRole("radio", { name: "Live" }).check();
    await page.getByText("The service did not say whether you are signed in.").waitFor({ timeout: 6000 });
    await page.goto("/explore/");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator("article.post").first().waitFor({ timeout: 2500 });
    visitor.content();
  });
});

describe("signing in", () => {
  const signInFrom = async (visitor, email) => {
    await visitor.page.getByLabel("E-mail address").fill(email);
    await visitor.page.getByRole("button", { name: "Send link" }).click();
    await visitor.page.getByRole("heading", { name: "Check your mail" }).waitFor();
    await followLink(visitor, await takeMail(shop.server, email, /^Sign in/));
  };

  test("leads back to the query that was filled in", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await signUp(visitor, { email: "back@example.com" });
    await visitor.context.clearCookies();
    await visitor.go("/explore/?on=live&limit=7");
    await page.getByLabel("Keyword").fill("kelp & coral");
    await page.locator("#source-text").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(/sign-in\?then=/);
    await signInFrom(visitor, "back@example.com");
    await page.waitForURL(/\/explore\//);
    await visitor.settle();
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { call: "search", keyword: "kelp & coral", limit: "7", on: "live" });
    assert.match(await source(page), /^Signed in as back@example\.com/);
    visitor.content();
  });

  for (const place of ["//elsewhere.example/explore/", "https://elsewhere.example/explore/", "/explore/../api/v1/health", "/\\elsewhere.example/explore/", "/explore/x"]) {
    test(`does not lead to ${place}`, async () => {
      const visitor = await shop.visit();
      await visitor.go(`/dashboard/sign-in?then=${encodeURIComponent(place)}`);
      assert.equal(await visitor.page.evaluate(() => localStorage.getItem("postern.place")), null);
      visitor.content();
    });
  }
});

test("the account's call says before it is made that it takes an API token", async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await visitor.go("/explore/?on=live&call=account");
  await page.getByText("This call needs an API token").waitFor();
  await paste(page, "postern_browser_x");
  await page.getByText("This call needs an API token").waitFor();
  await page.getByRole("button", { name: "Forget token" }).click();
  await paste(page, "postern_live_x");
  await page.getByText("Press Run to ask the service.").waitFor();
  visitor.content();
});
