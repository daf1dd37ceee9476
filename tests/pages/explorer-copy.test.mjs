// The copy of posts that the explorer keeps: loaded from the service, asked without a network, brought up to date, deleted.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { makeAccount } from "../support/server.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { press, status } from "./support/exploring.mjs";
import { open } from "./support/owner.mjs";

const OF_REEF = 250;
const CREDITS = 1000;

let shop;
let token;
before(async () => {
  shop = await open();
  token = await makeAccount(shop.server.url, shop.server.operatorSecret, { name: "Copy", email: "copy@example.com", company: "Copy Ltd", credits: CREDITS });
  const reef = Array.from({ length: OF_REEF }, (_, n) => post(`r${n}`, { username: "reef.watch", content: `coral ${n}`, likes_count: n }));
  await load(shop.server, [...reef, post("other", { username: "someone.else", content: "coral elsewhere" })]);
});
after(() => shop?.close());

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** A visitor with a pasted token who has chosen to ask a copy, for the posts of one author. */
async function arrived(query = "&username=reef.watch") {
  const visitor = await shop.visit({ keepsFiles: true });
  const { page } = visitor;
  await visitor.go(`/explore/?on=live&call=search${query}`);
  await page.getByLabel("Browser, API or test token").fill(token);
  await page.getByRole("button", { name: "Use token" }).click();
  await page.getByRole("radio", { name: "Copy" }).check();
  return visitor;
}

const panel = (visitor) => visitor.page.locator("#copy");
const says = (visitor, text) => panel(visitor).getByText(text).waitFor();

async function keep(visitor) {
  await press(visitor, "Keep a copy");
  await says(visitor, /up to date as of/);
  await visitor.settle();
}

const creditsLeft = async () => (await shop.server.call("/api/v1/account", { bearer: token })).body.data.balance.current;

describe("a copy", () => {
  test("is offered for the posts that the query means, and asked nothing before there is one", async () => {
    const visitor = await arrived("&username=reef.watch&platform=instagram&keyword=coral");
    await says(visitor, "all posts of Instagram by @reef.watch");
    await visitor.page.getByText("There is no copy to ask yet.").waitFor();
    await visitor.page.getByLabel("Username", { exact: true }).fill("");
    await says(visitor, "all posts of Instagram");
    await assertAccessible(visitor.page, "the offer of a copy");
    assert.equal(await creditsLeft(), CREDITS);
    await visitor.close();
  });

  test("is loaded at a credit for each 100 posts, and then answers without a network and for nothing", async () => {
    const before = await creditsLeft();
    const visitor = await arrived();
    const { page } = visitor;
    await keep(visitor);
    assert.equal(before - (await creditsLeft()), Math.ceil(OF_REEF / 100));
    await says(visitor, `: ${OF_REEF} posts, up to date as of`);
    assert.equal(await status(page), "50 posts, and more follow.");
    await assertAccessible(page, "a copy that is kept");

    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await visitor.context.setOffline(true);
    await visitor.expecting(NO_NETWORK, async () => {
      await page.reload();
      await visitor.settle();
      assert.ok(await page.getByRole("radio", { name: "Copy" }).isChecked());
      await says(visitor, `: ${OF_REEF} posts, up to date as of`);
      await page.getByLabel("Keyword").fill("coral -3");
      await page.getByLabel("Sort by").selectOption("Likes");
      await page.getByLabel("Posts per page").fill("5");
      await press(visitor);
      assert.equal(await status(page), "5 posts, and more follow.");
      const likes = await page.locator("article.post .counts li:first-child").allInnerTexts();
      assert.deepEqual(likes.map((text) => parseInt(text, 10)), [249, 248, 247, 246, 245]);
      await page.getByRole("radio", { name: "Posts per day" }).check();
      await press(visitor);
      assert.equal(await status(page), `${OF_REEF - 1} posts on 1 day.`);
      await press(visitor, "Bring up to date");
      await panel(visitor).getByRole("heading", { name: "The service could not be reached" }).waitFor();
      await says(visitor, `: ${OF_REEF} posts, up to date as of`);
    });
    await visitor.context.setOffline(false);
    assert.equal(before - (await creditsLeft()), Math.ceil(OF_REEF / 100));
    await visitor.close();
  });

  test("is brought up to date: what is new comes, what was erased goes; and it can be deleted", async () => {
    const visitor = await arrived("&hashtag=fresh");
    const { page } = visitor;
    await load(shop.server, [post("f1", { username: "fresh.one", hashtags: ["fresh"], content: "first" }), post("f2", { username: "fresh.one", hashtags: ["fresh"], content: "second" })]);
    await keep(visitor);
    assert.equal(await status(page), "2 posts in total.");
    await load(shop.server, [post("f3", { username: "fresh.one", hashtags: ["fresh"], content: "third" })]);
    const gone = await shop.server.call("/operator/v1/posts/instagram:f1", { method: "DELETE", bearer: shop.server.operatorSecret });
    assert.equal(gone.status, 200, gone.text);
    await press(visitor, "Bring up to date");
    await page.getByText("third").waitFor();
    assert.deepEqual((await page.locator("article.post .text").allInnerTexts()).sort(), ["second", "third"]);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Bring up to date", "the reader goes on where they were");

    await press(visitor, "Delete copy");
    await says(visitor, "No copy is kept.");
    await page.getByText("There is no copy to ask yet.").waitFor();
    await page.reload();
    await visitor.settle();
    await says(visitor, "No copy is kept.");
    assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
    await visitor.close();
  });

  test("that is stopped in between keeps what came, and goes on", async () => {
    const visitor = await arrived();
    const { page } = visitor;
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    let calls = 0;
    await page.route("**/api/v1/posts/changes?**", async (route) => {
      calls += 1;
      if (calls === 2) await held;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole("button", { name: "Keep a copy" }).click();
    await says(visitor, /^Loading: 100 posts so far/);
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    letGo();
    await says(visitor, "Stopped. What was loaded stays");
    await says(visitor, ": 100 posts so far. The copy is not complete yet.");
    await assertAccessible(page, "a copy that is not complete");
    await press(visitor, "Go on");
    await says(visitor, `: ${OF_REEF} posts, up to date as of`);
    await visitor.close();
  });

  test("without a token it says what is missing", async () => {
    const visitor = await shop.visit();
    await visitor.go("/explore/?on=copy&call=search&username=reef.watch");
    await press(visitor, "Keep a copy");
    await panel(visitor).getByText("You are not signed in").waitFor();
    await visitor.close();
  });
});
