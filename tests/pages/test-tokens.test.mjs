// Test tokens as a newcomer meets them: from the front page to posts in a terminal, without paying.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { followLink, open, signUp, takeMail, tried } from "./support/owner.mjs";

const FORM = /^postern_test_[0-9A-Za-z]{49}$/;
const DEAD = [401, "INVALID_API_TOKEN"];
const GOOD = [200, null];

let shop;
before(async () => {
  shop = await open();
  await load(shop.server, [post("stored", { content: "heron and coral" })]);
});
after(() => shop?.close());

/** A new owner, signed in. */
async function newcomer(email) {
  const visitor = await shop.visit();
  await signUp(visitor, { email });
  return visitor;
}

/** Runs what was copied, as a shell reads it. */
function inTerminal(lines) {
  return new Promise((resolve) => {
    execFile("sh", ["-c", lines], { env: { PATH: process.env.PATH }, timeout: 60_000 }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
  });
}

/** Presses a button that copies, and gives what is copied. */
async function copied({ page, context }, name) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByText("Copied.").waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const ownTestToken = async (visitor) => (await visitor.api("account")).body.data.test_token;

describe("a newcomer", () => {
  test("comes from the front page to posts in a terminal: signs up, copies the first line, pastes it", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await visitor.go("/");
    await page.getByRole("region", { name: "From here to posts in your terminal" }).getByRole("link", { name: "Get a test token" }).click();
    await visitor.settle();
    await page.getByLabel("Name").fill("Nova");
    await page.getByLabel("E-mail address").fill("nova@example.com");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
    await followLink(visitor, await takeMail(shop.server, "nova@example.com"));
    await page.getByRole("heading", { name: "Your first call" }).waitFor();
    const line = await copied(visitor, "Copy the first call");
    assert.equal(line, await page.getByRole("region", { name: "first call", exact: true }).innerText());
    assert.doesNotMatch(line, /\n/);
    const { code, stdout } = await inTerminal(line);
    assert.equal(code, 0);
    const { posts } = JSON.parse(stdout).data;
    assert.equal(posts.length, 3);
    await visitor.go("/dashboard/");
    await page.getByText("No calls yet. Those with the test token are not counted.").waitFor();
    assert.ok(posts.every(({ content, platform_post_id: id }) => /heron/i.test(content) && id !== "stored"), stdout);
    visitor.content();
  });

  test("sees the token itself beside the line, and no more of either once stored posts were read", async () => {
    const visitor = await newcomer("grows@example.com");
    const { page } = visitor;
    const token = await ownTestToken(visitor);
    assert.match(token, FORM);
    assert.equal(await page.locator("#first-call .value code").innerText(), token);
    assert.equal(await copied(visitor, "Copy test token"), token);
    assert.equal((await visitor.api("test-payments", { method: "POST", body: { pack: "Starter" } })).status, 200);
    const { body } = await visitor.api("token", { method: "POST", body: { action: "show" } });
    await visitor.go("/dashboard/");
    await page.getByRole("heading", { name: "Your first call" }).waitFor();
    assert.deepEqual(await tried(shop.server, body.data.token), GOOD);
    await visitor.go("/dashboard/");
    await page.getByRole("heading", { name: "Usage in the last 30 days" }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "Your first call" }).count(), 0);
    visitor.content();
  });

  test("runs the quick start as it is: it begins with the test token", async () => {
    const visitor = await newcomer("quick@example.com");
    const { page } = visitor;
    await visitor.go("/dashboard/quick-start");
    assert.ok(await page.getByRole("radio", { name: "Test token" }).isChecked());
    const set = await copied(visitor, "Copy the test token");
    assert.equal(set, `export POSTERN_TOKEN=${await ownTestToken(visitor)}`);
    const program = await page.getByRole("region", { name: "curl program" }).innerText();
    const { code, stdout, stderr } = await inTerminal(`${set}\n${program}`);
    assert.deepEqual([code, stderr], [0, ""]);
    const { posts } = JSON.parse(stdout).data;
    assert.ok(posts.length > 5 && posts.every(({ platform_post_id: id }) => id !== "stored"), stdout);
    visitor.content();
  });

  test("with a phone and the keyboard alone chooses between both tokens in the quick start", async () => {
    const visitor = await shop.visit({ viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    await signUp(visitor, { email: "keys@example.com" });
    await assertAccessible(page, "the first call on a phone");
    await visitor.go("/dashboard/quick-start");
    await page.getByRole("radio", { name: "Test token" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.getByRole("radio", { name: "API token" }).isChecked());
    assert.match(await page.locator("#set").locator("..").innerText(), /You have none at the moment\. Open the token page\.\s+export POSTERN_TOKEN=postern_live_…/);
    assert.ok(!(await page.locator("#export").isVisible()));
    await assertAccessible(page, "the quick start with the API token");
    visitor.content();
  });
});

describe("the page of tokens", () => {
  test("shows the test token at any time, beside the API token, and says what each is for", async () => {
    const visitor = await newcomer("both@example.com");
    const { page } = visitor;
    await visitor.go("/dashboard/token");
    const token = await ownTestToken(visitor);
    const card = page.getByRole("region", { name: "Test token" });
    assert.match(await card.innerText(), /Free\s+Costs nothing, answers from 300 invented posts, 30 calls a minute\./);
    assert.equal(await card.locator("code").innerText(), token);
    const own = page.getByRole("region", { name: "API token" });
    assert.match(await own.innerText(), /Live\s+Reads the stored posts, costs credits\.[\s\S]*There is none yet\./);
    assert.equal((await card.boundingBox()).y, (await own.boundingBox()).y, "side by side");
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok((await card.boundingBox()).y < (await own.boundingBox()).y, "stacked on a phone");
    assert.equal(await copied(visitor, "Copy test token"), token);
    visitor.content();
  });

  test("replaces the test token, by the keyboard alone: the old one is dead at the very next call", async () => {
    const visitor = await newcomer("turns@example.com");
    const { page } = visitor;
    await visitor.go("/dashboard/token");
    const old = await ownTestToken(visitor);
    assert.deepEqual(await tried(shop.server, old), GOOD);
    await page.getByRole("button", { name: "Regenerate test token" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Regenerate the test token?" });
    await dialog.waitFor();
    await assertAccessible(page, "the dialog that replaces the test token");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("This is the new one. The one before no longer works.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Regenerate test token");
    const shown = await page.getByRole("region", { name: "Test token" }).locator("code").innerText();
    assert.equal(shown, await ownTestToken(visitor));
    assert.notEqual(shown, old);
    assert.deepEqual([await tried(shop.server, old), await tried(shop.server, shown)], [DEAD, GOOD]);
    await assertAccessible(page, "a replaced test token");
    visitor.content();
  });
});

describe("the explorer", () => {
  const run = async (visitor) => {
    await visitor.page.getByRole("button", { name: "Run", exact: true }).click();
    await visitor.settle();
  };

  test("calls the service with the test token of who has no API token yet, and says that it costs nothing", async () => {
    const visitor = await newcomer("explores.free@example.com");
    const { page } = visitor;
    const bearers = [];
    page.on("request", (asked) => new URL(asked.url()).pathname.startsWith("/api/") && bearers.push(asked.headers().authorization));
    await visitor.go("/explore/?call=search&keyword=heron&limit=2");
    assert.ok(await page.getByRole("radio", { name: "Live" }).isChecked());
    assert.equal(await page.locator("#source-text").innerText(), "Signed in as explores.free@example.com. The account has no API token, so calls use its test token, which costs nothing and is answered from 300 invented posts.");
    await run(visitor);
    assert.equal(await page.locator("#status").innerText(), "2 posts, and more follow.");
    assert.match(await page.locator(".call-facts").innerText(), /0 credits/);
    assert.deepEqual(bearers, [`Bearer ${await ownTestToken(visitor)}`]);
    await page.getByRole("radio", { name: "Account" }).check();
    await run(visitor);
    assert.match(await page.locator("#result").innerText(), /Test Account/);
    await page.getByRole("radio", { name: "Search" }).check();
    await page.getByRole("radio", { name: "Posts per day" }).check();
    await run(visitor);
    assert.match(await page.locator("#status").innerText(), /^300 posts on 73 days\.$/);
    assert.ok(!page.url().includes("postern_"));
    visitor.content();
  });

  test("takes a pasted test token, and keeps it out of the address", async () => {
    const token = await ownTestToken(await newcomer("pastes@example.com"));
    const visitor = await shop.visit();
    const { page } = visitor;
    await visitor.go("/explore/?on=live&keyword=heron");
    await page.getByLabel("Browser, API or test token").fill(token);
    await page.getByRole("button", { name: "Use token" }).click();
    assert.equal(await page.locator("#source-text").innerText(), "Calls use the test token that you pasted, which costs nothing and is answered from 300 invented posts.");
    await run(visitor);
    assert.equal(await page.locator("#status").innerText(), "21 posts in total.");
    await page.getByLabel("Keyword").fill(token);
    await run(visitor);
    await page.getByText("Nothing was sent: there is a token where a value belongs.").waitFor();
    assert.ok(!page.url().includes("postern_"));
    visitor.content();
  });
});
