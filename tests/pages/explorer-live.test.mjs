// The explorer against the service: with a pasted token, with the session's own, and every error that can come of it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { ensurePython, pythonTool } from "../../scripts/lib/python.mjs";
import { load, post } from "../api/support/posts.mjs";
import { makeAccount } from "../support/server.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { stopInBetween } from "./support/exploring.mjs";
import { open, signUp } from "./support/owner.mjs";

const POSTS = 7;

let shop;
let token;
before(async () => {
  [shop] = await Promise.all([open(), ensurePython()]);
  token = await makeAccount(shop.server.url, shop.server.operatorSecret, { name: "Api", email: "api@example.com", company: "Api Ltd", credits: 100 });
  await load(shop.server, Array.from({ length: POSTS }, (_, n) => post(`p${n}`, { content: `coral ${n} it's`, likes_count: n })));
});
after(() => shop?.close());

const run = async (visitor) => {
  await visitor.page.getByRole("button", { name: "Run", exact: true }).click();
  await visitor.settle();
};

/** A visitor on the explorer in live mode who pasted a token. */
async function pasted(query = "", value = token) {
  const visitor = await shop.visit();
  const { page } = visitor;
  await visitor.go(`/explore/?on=live${query}`);
  await page.getByLabel("Browser, API or test token").fill(value);
  await page.getByRole("button", { name: "Use token" }).click();
  return visitor;
}

/** Does what a program of the page says, read rather than run: the page's policy lets no such script in. */
async function asProgram([text, secret]) {
  const { Postern } = await import("/package/core/index.js");
  const [, settings, method, args] = /new Postern\((.*)\);\nconst page = await posts\.(\w+)\(([\s\S]*)\);$/.exec(text);
  const values = (source) => JSON.parse(`[${source.replace(", token }", " }").replace(/([{,]\s*)(\w+):/g, '$1"$2":').replace(/,\s*\}/g, "}")}]`);
  const posts = new Postern({ ...values(settings)[0], token: secret });
  const page = await posts[method](...values(args));
  return page.posts.map(({ id }) => id);
}

describe("with a pasted token", () => {
  test("nothing is asked before one says so; then posts come with what they cost", async () => {
    const visitor = await pasted("&call=search&keyword=coral&sort_by=likes_count&limit=3");
    const { page } = visitor;
    await page.getByText("Press Run to ask the service.").waitFor();
    await run(visitor);
    assert.equal(await page.locator("#status").innerText(), "3 posts, and more follow.");
    const facts = await page.locator(".call-facts").innerText();
    assert.match(facts, /200[\s\S]*\d+ ms[\s\S]*1 credit[\s\S]*99[\s\S]*Request id/);
    await page.getByRole("button", { name: "Next page" }).click();
    await visitor.settle();
    await page.getByRole("button", { name: "All, up to 500 posts" }).click();
    await visitor.settle();
    assert.equal(await page.locator("#status").innerText(), `${POSTS} posts in total.`);
    assert.match(await page.locator(".call-facts").innerText(), /Charged\s+1 credit\s/, "pages that the browser has already, and that are unchanged, cost nothing");
    await assertAccessible(page, "a live answer");
    visitor.content();
  });

  test("account and health answer as JSON", async () => {
    const visitor = await pasted("&call=account");
    const { page } = visitor;
    await run(visitor);
    assert.equal(JSON.parse(await page.locator(".json").innerText()).account.email, "api@example.com");
    await page.getByRole("radio", { name: "Health" }).check();
    await run(visitor);
    assert.equal(JSON.parse(await page.locator(".json").innerText()).status, "healthy");
    visitor.content();
  });

  test("it is nowhere but in the page's memory", async () => {
    const visitor = await pasted("&call=search");
    const { page } = visitor;
    await run(visitor);
    const { kept, shown, address } = await page.evaluate(() => ({ kept: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie]), shown: document.documentElement.outerHTML, address: location.href }));
    for (const text of [kept, shown, address]) assert.ok(!text.includes(token), "the token is nowhere to be found");
    assert.equal(await page.locator("#token").inputValue(), "");
    await page.reload();
    await visitor.settle();
    assert.equal(await page.locator("#token-kept").innerText(), "", "a reload forgets it");
    await run(visitor);
    await page.getByRole("alert", { name: "You are not signed in" }).waitFor();
    visitor.content();
  });

  test("it can be forgotten, and another one taken", async () => {
    const visitor = await pasted("&call=search", "postern_browser_nonsense");
    const { page } = visitor;
    await run(visitor);
    await page.getByRole("alert", { name: "The token is not valid" }).waitFor();
    await page.getByRole("button", { name: "Forget token" }).click();
    await page.getByLabel("Browser, API or test token").fill(token);
    await page.keyboard.press("Enter");
    await run(visitor);
    assert.match(await page.locator("#status").innerText(), /^7 posts/);
    visitor.content();
  });

  test("the programs that are shown get what the page got", async () => {
    const visitor = await pasted("&call=by-user&platform=instagram&username=reef.watch&sort_by=likes_count&limit=4&view=json");
    const { page } = visitor;
    await run(visitor);
    const shown = JSON.parse(await page.locator(".json").innerText());
    const program = await page.locator("#program-curl code").textContent();
    const answer = JSON.parse(execFileSync("sh", ["-c", `${program} --silent`], { env: { ...process.env, POSTERN_TOKEN: token }, encoding: "utf8" }));
    assert.deepEqual(answer, shown);
    const ids = await page.evaluate(asProgram, [await page.locator("#program-javascript code").textContent(), token]);
    assert.deepEqual(ids, shown.data.posts.map(({ id }) => id));
    assert.equal(ids.length, 4);
    const python = `import json\n${await page.locator("#program-python code").textContent()}\nprint(json.dumps(page))`;
    assert.deepEqual(JSON.parse(execFileSync(pythonTool("python"), ["-c", python], { env: { ...process.env, POSTERN_TOKEN: token }, encoding: "utf8" })), shown.data);
  });
});

describe("all pages", () => {
  const ALL = "All, up to 500 posts";

  test("that came before the credits ended are shown, with what they cost and why no more came", async () => {
    const poor = await makeAccount(shop.server.url, shop.server.operatorSecret, { name: "Poor", email: "poor@example.com", company: "Poor Ltd", credits: 4 });
    const visitor = await pasted("&call=search&sort_by=likes_count&limit=1", poor);
    const { page } = visitor;
    await run(visitor);
    await page.getByRole("button", { name: ALL }).click();
    await page.getByRole("alert", { name: "The account has no credits left" }).waitFor();
    await visitor.settle();
    const shown = await page.locator("article.post").count();
    assert.ok(shown >= 3, `${shown} posts`);
    assert.equal(await page.locator("#status").innerText(), `${shown} posts, and more follow.`);
    const charged = Number(/Charged\s+(\d) credits/.exec(await page.locator(".call-facts").innerText())[1]);
    assert.ok(charged === 3 || charged === 4, `${charged} credits, as the first page may be the browser's own`);
    assert.ok(await page.getByRole("button", { name: "Next page" }).isVisible(), "one can go on from there");
    await assertAccessible(page, "an answer that ended early");
    visitor.content();
  });

  test("that came before they were stopped are shown, and the focus is at the answer", async () => {
    const visitor = await pasted("&call=search&sort_by=likes_count&limit=1");
    const { page } = visitor;
    await run(visitor);
    let letGo;
    let calls = 0;
    await page.route("**/api/v1/posts/**", (route) => ((calls += 1) === 3 ? (letGo = () => route.abort()) : route.continue()));
    await page.getByRole("button", { name: ALL }).press("Enter");
    await page.getByText("2 posts so far").waitFor();
    await page.getByRole("button", { name: "Stop" }).press("Enter");
    await page.getByRole("alert", { name: "Stopped" }).waitFor();
    assert.equal(await page.locator("article.post").count(), 2);
    assert.match(await page.locator(".call-facts").innerText(), /Charged\s+[12] credits?/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "answer-title");
    letGo?.();
    visitor.content();
  });
});

describe("signed in", () => {
  test("is live by default, by a browser token of one's own", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await signUp(visitor, { email: "explores@example.com" });
    assert.equal((await visitor.api("test-payments", { method: "POST", body: { pack: "Starter" } })).status, 200);
    const bearers = [];
    page.on("request", (request) => new URL(request.url()).pathname.startsWith("/api/") && bearers.push(request.headers().authorization));
    await visitor.go("/explore/?call=search&limit=2");
    assert.ok(await page.getByRole("radio", { name: "Live" }).isChecked());
    assert.match(await page.locator("#source-text").innerText(), /Signed in as explores@example\.com/);
    assert.deepEqual(bearers, [], "opening a link costs nothing");
    await run(visitor);
    assert.equal(await page.locator("#status").innerText(), "2 posts, and more follow.");
    assert.match(await page.locator(".call-facts").innerText(), /1 credit/);
    assert.ok(bearers.length === 1 && bearers[0].startsWith("Bearer postern_browser_"));
    assert.ok(!page.url().includes("postern_"));
    await run(visitor);
    assert.equal(new Set(bearers).size, 1, "a token is used until it expires");
    const asked = bearers.length;
    await page.getByRole("radio", { name: "Account" }).check();
    const paste = page.getByText("This call needs an API token, and this page has only a browser token.");
    await paste.waitFor();
    await run(visitor);
    await paste.waitFor();
    assert.equal(bearers.length, asked, "what could only be refused is not asked");
    visitor.content();
  });

  test("an account that is suspended is told so, and sees the sample", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await signUp(visitor, { email: "waits@example.com" });
    const suspended = await shop.server.call("/operator/v1/accounts/waits@example.com/status", { method: "POST", bearer: shop.server.operatorSecret, json: { status: "suspended" } });
    assert.equal(suspended.status, 200, suspended.text);
    await visitor.go("/explore/");
    assert.ok(await page.getByRole("radio", { name: "Sample" }).isChecked());
    await page.getByRole("radio", { name: "Live" }).check();
    await page.getByText("but the account can’t make calls").waitFor();
    await run(visitor);
    await page.getByRole("alert", { name: "The account has no access yet" }).waitFor();
    await assertAccessible(page, "an account without access");
    visitor.content();
  });
});

const ERRORS = [
  [401, "MISSING_API_TOKEN", "No token was sent"],
  [401, "INVALID_API_TOKEN", "The token is not valid"],
  [402, "INSUFFICIENT_CREDITS", "The account has no credits left"],
  [403, "ACCOUNT_INACTIVE", "The account has no access yet"],
  [403, "INSUFFICIENT_SCOPE", "The token does not allow this call"],
  [404, "NOT_FOUND", "There is no such address"],
  [414, "URI_TOO_LONG", "The query is too long"],
  [418, "SOMETHING_NEW", "The call failed"],
];

describe("errors", () => {
  test("a wait that the service asks for is told", async () => {
    const visitor = await pasted("&call=search");
    const { page } = visitor;
    const error = { code: "RATE_LIMITED", message: "expected fewer calls", request_id: "r" };
    await page.route("**/api/v1/posts/**", (route) => route.fulfill({ status: 429, contentType: "application/json", headers: { "Retry-After": "20" }, body: JSON.stringify({ success: false, error }) }));
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Waiting 20 s, as the service requested").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("alert", { name: "Stopped" }).waitFor();
    assert.equal(await page.getByText("Waiting 20 s").count(), 0);
    visitor.content();
  });

  for (const [status, code, title] of ERRORS) {
    test(`${code} is explained, in the service's words, with its request id`, async () => {
      const visitor = await pasted("&call=search");
      const { page } = visitor;
      const error = { code, message: `expected <b>this</b> of ${code}`, request_id: "abc123" };
      await page.route("**/api/v1/posts/**", (route) => route.fulfill({ status, contentType: "application/json", headers: { "X-Request-Id": "abc123" }, body: JSON.stringify({ success: false, error }) }));
      await run(visitor);
      const alert = page.getByRole("alert", { name: title });
      await alert.waitFor();
      const text = await alert.innerText();
      assert.ok(text.includes(`${status} ${code}`) && text.includes(`Expected <b>this</b> of ${code}.`), text);
      assert.match(await page.locator("#result").innerText(), /abc123/);
      visitor.content();
    });
  }

  test("a fault that the service finds is said at its field", async () => {
    const visitor = await pasted("&call=search&keyword=coral");
    const { page } = visitor;
    const details = [{ parameter: "keyword", code: "INVALID_VALUE", message: "expected luck" }];
    await page.route("**/api/v1/posts/**", (route) => route.fulfill({ status: 400, contentType: "application/json", body: JSON.stringify({ success: false, error: { code: "INVALID_PARAMETER", message: "keyword: expected luck", request_id: "r", details } }) }));
    await run(visitor);
    await page.getByText("Expected luck.").waitFor();
    assert.equal(await page.locator("#field-keyword").getAttribute("aria-invalid"), "true");
    visitor.content();
  });

  test("a service that can't be reached, and one that is stopped while it answers", async () => {
    const visitor = await pasted("&call=health");
    const { page } = visitor;
    await page.route("**/api/v1/health", (route) => route.abort());
    await visitor.expecting(/ERR_FAILED/, async () => {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("alert", { name: "The service could not be reached" }).waitFor({ timeout: 20_000 });
    });
    await page.unroute("**/api/v1/health");
    await stopInBetween(page, "**/api/v1/health");
    assert.ok(await page.getByRole("button", { name: "Stop" }).isHidden());
    visitor.content();
  });
});
