// The explorer's posts per day: one call of counts, whose numbers are those of the posts, which add up by going on.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { ensurePython, pythonTool } from "../../scripts/lib/python.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { load, post } from "../api/support/posts.mjs";
import { makeAccount } from "../support/server.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { open, signUp } from "./support/owner.mjs";
import { press, status, stopInBetween } from "./support/exploring.mjs";

/** More than one answer counts. They are a minute apart, so the first answer ends within a day. */
const MANY = 20_500;
const NEWEST = Date.UTC(2026, 5, 30, 12);
const COUNTS = ["likes_count", "comments_count", "views_count", "shares_count"];

const many = (n) => post(`m${n}`, { username: "many", content: "coral", likes_count: n % 3 ? n : null, shares_count: 2, published_at: new Date(NEWEST - n * 60_000).toISOString() });
const POSTS = [
  ...Array.from({ length: MANY }, (_, n) => many(n)),
  post("few1", { platform: "x", username: "few", content: "kelp", hashtags: ["Reef"], likes_count: 9007199254740991, published_at: "2025-12-29T00:00:00Z" }),
  post("few2", { platform: "x", username: "few", content: "kelp", likes_count: 1, comments_count: 4, published_at: "2026-01-04T23:59:59.999Z" }),
  post("few3", { platform: "x", username: "few", content: "kelp", published_at: "2026-01-05T00:00:00Z" }),
];

let shop;
let token;
before(async () => {
  [shop] = await Promise.all([open(), ensurePython()]);
  token = await makeAccount(shop.server.url, shop.server.operatorSecret, { name: "Api", email: "api@example.com", company: "Api Ltd", credits: 1000 });
  for (let from = 0; from < POSTS.length; from += 1000) await load(shop.server, POSTS.slice(from, from + 1000));
});
after(() => shop?.close());

/** What a figure, and its cells in a table, say of the posts: a number each. */
function sums(posts) {
  return COUNTS.map((field) => {
    const known = posts.map((one) => one[field] ?? null).filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + BigInt(value), 0n);
    const written = sum > 9007199254740991n ? "over 9 quadrillion" : sum.toLocaleString("en");
    return [known.length ? written : "unknown", known.length];
  });
}

const plain = (n) => n.toLocaleString("en");

const figuresOf = (posts) => [plain(posts.length), ...sums(posts).flatMap(([sum, known]) => [sum, `known for ${plain(known)} of ${plain(posts.length)}`])];

const figures = async (page) => (await page.locator(".figures dd").allInnerTexts()).flatMap((text) => text.split(/\n+/));

/** The rows of the table, as texts; it is unfolded by the keyboard. */
async function table(page) {
  const details = page.locator("details", { hasText: "Show as a table" });
  if (!(await details.evaluate((one) => one.open))) await details.locator("summary").press("Enter");
  return page.locator(".chart tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " "))));
}

/** The rows that there have to be for posts, newest first, by the name of each one's period. */
function rowsOf(posts, periodOf) {
  const periods = Map.groupBy([...posts].sort((one, other) => (one.published_at < other.published_at ? 1 : -1)), periodOf);
  return [...periods].map(([name, some]) => [name, plain(some.length), ...sums(some).map(([sum, known]) => `${sum} of ${plain(known)}`)]);
}

const written = (options) => (one) => new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options }).format(new Date(one.published_at));
const dayOf = written({ dateStyle: "medium" });
const monthOf = written({ month: "long", year: "numeric" });

/** A visitor on the live explorer who pasted a token, with the addresses of the calls of posts. */
async function pasted(query, secret = token) {
  const visitor = await shop.visit();
  const calls = [];
  visitor.page.on("request", (request) => request.url().includes("/api/v1/") && calls.push(new URL(request.url())));
  await visitor.go(`/explore/?on=live&want=days${query}`);
  await visitor.page.getByLabel("Browser, API or test token").fill(secret);
  await visitor.page.getByRole("button", { name: "Use token" }).click();
  return Object.assign(visitor, { calls });
}

describe("live", () => {
  test("one call gives the chart, and going on adds up to all", async () => {
    const visitor = await pasted("&call=search&username=many");
    const { page, calls } = visitor;
    await press(visitor);
    assert.deepEqual(calls.map(({ pathname, search }) => pathname + search), ["/api/v1/posts/counts?username=many&group_by=day"]);
    const some = POSTS.slice(0, 20_000);
    assert.equal(await status(page), "20,000 posts on 15 days, and older ones may follow.");
    assert.deepEqual(await figures(page), figuresOf(some));
    assert.equal(await page.locator(".span").innerText(), `Counted from ${written({ dateStyle: "medium", timeStyle: "short" })(some.at(-1))} UTC until now. Older posts may follow. They are not in these numbers yet.`);
    assert.match(await page.locator("#paging").innerText(), /Count older posts\s+charged as one more page/);
    assert.deepEqual(await table(page), rowsOf(some, dayOf));
    assert.match(await page.locator(".call-facts").innerText(), /200[\s\S]*1 credit[\s\S]*999[\s\S]*Request id/);
    await assertAccessible(page, "the chart of an answer that goes on");

    await page.getByLabel("Keyword").fill("another query by now");
    await page.getByRole("button", { name: "Count older posts" }).press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "answer-title");
    const all = POSTS.slice(0, MANY);
    assert.equal(await status(page), "20,500 posts on 15 days.");
    assert.deepEqual(await figures(page), figuresOf(all));
    assert.deepEqual(await table(page), rowsOf(all, dayOf), "the day that the first answer broke off in is whole");
    assert.equal(await page.locator(".span").innerText(), "Counted from the first post until now.");
    assert.equal(await page.locator("#paging button").count(), 0);
    assert.equal(calls.length, 2);
    assert.equal(calls[1].searchParams.get("username"), "many");
    visitor.content();
  });

  test("a call that fails while going on leaves what was counted, and the way on", async () => {
    const visitor = await pasted("&call=by-user&platform=instagram&username=many");
    const { page, calls } = visitor;
    await press(visitor);
    const error = { code: "STORAGE_UNAVAILABLE", message: "expected storage to answer", request_id: "r" };
    await page.route("**/api/v1/posts/**", (route) => route.fulfill({ status: 429, contentType: "application/json", headers: { "Retry-After": "7" }, body: JSON.stringify({ success: false, error: { ...error, code: "RATE_LIMITED" } }) }));
    await press(visitor, "Count older posts");
    await page.getByRole("alert", { name: "Too many calls in a short time" }).getByText("Wait 7 seconds").waitFor();
    assert.deepEqual(await figures(page), figuresOf(POSTS.slice(0, 20_000)));
    await page.unroute("**/api/v1/posts/**");
    await press(visitor, "Count older posts");
    assert.equal(await status(page), "20,500 posts on 15 days.");
    assert.equal(calls[0].search, "?platform=instagram&username=many&group_by=day");
    visitor.content();
  });

  test("sums that no program of JavaScript holds, counts that nobody knows, and posts of a hashtag", async () => {
    const visitor = await pasted("&call=search&username=few");
    const { page } = visitor;
    await press(visitor);
    const few = POSTS.slice(MANY);
    assert.deepEqual(await figures(page), figuresOf(few));
    assert.ok((await figures(page)).includes("over 9 quadrillion") && (await figures(page)).includes("unknown"));
    await page.getByRole("radio", { name: "By hashtag" }).check();
    await page.getByLabel("Network").selectOption("X");
    await page.getByRole("textbox", { name: "Hashtag" }).fill("#reef");
    await press(visitor);
    assert.deepEqual(await figures(page), figuresOf(few.slice(0, 1)));
    visitor.content();
  });

  test("a browser token that the page has from the session counts, too", async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    await signUp(visitor, { email: "counts@example.com" });
    assert.equal((await visitor.api("test-payments", { method: "POST", body: { pack: "Starter" } })).status, 200);
    await visitor.go("/explore/?call=search&want=days&username=few");
    await press(visitor);
    assert.equal(await status(page), "3 posts on 3 days.");
    assert.match(await page.locator(".call-facts").innerText(), /1 credit/);
    visitor.content();
  });

  test("errors are explained, and faults are said at their fields", async () => {
    const visitor = await pasted("&call=search&from_date=2026-05-01&to_date=2026-01-01");
    const { page, calls } = visitor;
    await press(visitor);
    await page.getByRole("alert", { name: "Something in the query is not right" }).waitFor();
    assert.equal(await page.locator("#field-from_date").getAttribute("aria-invalid"), "true");
    await page.getByRole("radio", { name: "By user" }).check();
    await page.getByLabel("From", { exact: true }).fill("");
    await page.getByLabel("Username").fill("a,b");
    await press(visitor);
    assert.match(await page.locator("#field-username-fault").innerText(), /^Expected a name without a comma/);
    assert.equal(calls.length, 0, "neither is sent: a range is refused by the service's own rules, and what would be counted is not what was asked for");
    await page.getByLabel("Username").fill("few");
    await page.route("**/api/v1/posts/**", (route) => route.abort());
    await visitor.expecting(/ERR_FAILED/, () => press(visitor));
    await page.getByRole("alert", { name: "The service could not be reached" }).waitFor();
    await page.unroute("**/api/v1/posts/**");
    await stopInBetween(page, "**/api/v1/posts/**");
    visitor.content();
  });

  test("the programs that are shown make the same call", async () => {
    const visitor = await pasted("&call=by-user&platform=x&username=few&min_likes=1");
    const { page } = visitor;
    await press(visitor);
    await page.getByText("Show the latest answer as JSON").click();
    const shown = JSON.parse(await page.locator(".json").innerText());
    const code = (name) => page.locator(`#program-${name} code`).textContent();
    const env = { ...process.env, POSTERN_TOKEN: token };
    const options = { env, encoding: "utf8" };
    assert.deepEqual(JSON.parse(execFileSync("sh", ["-c", `${await code("curl")} --silent`], options)), shown);
    const python = `import json\n${await code("python")}\nprint(json.dumps(counts))`;
    assert.deepEqual(JSON.parse(execFileSync(pythonTool("python"), ["-c", python], options)), shown.data);
    const client = (await code("javascript")).replace('"@postern/client"', JSON.stringify(pathToFileURL(inRoot("npm", "dist", "core", "index.js"))));
    const javascript = `const token = process.env.POSTERN_TOKEN;\n${client}\nconsole.log(JSON.stringify(counts));`;
    const { credits, requestId, ...counts } = JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", javascript], options));
    assert.deepEqual(counts, shown.data);
    assert.equal(credits.charged, 1);
    assert.match(requestId, /^\w/);
    visitor.content();
  });
});

describe("on the sample", () => {
  const sample = readFileSync(inRoot("www", "sample.ndjson"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

  const at = async (query, options) => {
    const visitor = await shop.visit(options);
    await visitor.go(`/explore/?on=sample&want=days${query}`);
    return visitor;
  };

  test("the numbers are those of its posts, whichever period a bar is", async () => {
    const visitor = await at("&call=search&from_date=2026-07-01");
    const { page } = visitor;
    const meant = sample.filter((one) => new Date(one.published_at) >= new Date("2026-07-01"));
    assert.deepEqual(await figures(page), figuresOf(meant));
    const choose = (name) => page.getByRole("radio", { name, exact: true }).check();
    assert.ok(await page.getByRole("radio", { name: "Days", exact: true }).isChecked(), "as many bars as fit");
    assert.deepEqual(await table(page), rowsOf(meant, dayOf));
    await choose("Months");
    assert.deepEqual(await table(page), rowsOf(meant, monthOf));
    await choose("Years");
    assert.deepEqual(await table(page), rowsOf(meant, (one) => one.published_at.slice(0, 4)));
    await visitor.close();
  });

  test("a week is from Monday, and empty periods have a bar of their own", async () => {
    const visitor = await pasted("&call=search&username=few");
    const { page } = visitor;
    await press(visitor);
    assert.equal(await page.locator(".column").count(), 8, "from December 29 to January 5");
    await page.getByRole("radio", { name: "Weeks" }).check();
    assert.deepEqual(await page.locator(".column").evaluateAll((all) => all.map(({ dataset }) => dataset.told)), ["Week of Dec 29, 2025: 2 posts", "Week of Jan 5, 2026: 1 post"]);
    assert.deepEqual(await table(page), rowsOf(POSTS.slice(MANY), (one) => `Week of ${one.published_at < "2026-01-05" ? "Dec 29, 2025" : "Jan 5, 2026"}`), "the page adds the days up, a sum that is too large as the service does");
    await page.getByRole("radio", { name: "Months" }).check();
    assert.deepEqual(await page.locator(".column").evaluateAll((all) => all.map(({ dataset }) => dataset.told)), ["December 2025: 1 post", "January 2026: 2 posts"]);
    visitor.content();
  });

  test("is chosen, run and read by the keyboard, and the address brings it back", async () => {
    const visitor = await at("&call=by-user&platform=instagram&username=teyra.enelmar");
    const { page } = visitor;
    assert.equal(await status(page), "4 posts on 4 days.");
    const bars = page.getByRole("group", { name: /^Bars/ });
    const line = page.locator(".chart [role=status]");
    await bars.focus();
    await page.keyboard.press("Home");
    const first = await line.innerText();
    await page.keyboard.press("End");
    const last = await line.innerText();
    assert.ok(/: 1 post$/.test(first) && /: 1 post$/.test(last) && first !== last, `${first} ${last}`);
    await page.keyboard.press("ArrowLeft");
    assert.match(await line.innerText(), /: \d+ posts?$/);
    await page.locator(".column").first().hover();
    assert.equal(await line.innerText(), first, "pointing tells the same");
    await page.locator("[name=want][value=posts]").focus();
    await page.keyboard.press("ArrowLeft"); // the first of two, so to the other one and back
    await page.keyboard.press("ArrowRight");
    await page.reload();
    await visitor.settle();
    assert.equal(await status(page), "4 posts on 4 days.");
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { call: "by-user", want: "days", platform: "instagram", username: "teyra.enelmar", on: "sample" });
    await visitor.close();
  });

  test("fields of pages are gone, and back with the posts; other calls have no days", async () => {
    const visitor = await at("&call=search");
    const { page } = visitor;
    const names = () => page.locator("#fields [name]").evaluateAll((all) => all.map(({ name }) => name));
    for (const name of ["sort_by", "sort_order", "limit", "cursor"]) assert.ok(!(await names()).includes(name), name);
    await page.getByRole("radio", { name: "Posts", exact: true }).check();
    assert.ok((await names()).includes("sort_by"));
    assert.equal(await page.locator("#path").innerText(), "/api/v1/posts/search");
    await page.getByRole("radio", { name: "Posts per day" }).check();
    await page.getByRole("radio", { name: "Health" }).check();
    assert.ok(await page.locator("#want").isHidden());
    assert.equal(await page.locator("#path").innerText(), "/api/v1/health");
    await visitor.close();
  });

  for (const [name, query] of [["a chart", ""], ["nothing", "&keyword=nonesuch"]]) {
    test(`with ${name} there is no fault that axe finds`, async () => {
      const visitor = await at(`&call=search${query}`);
      const { page } = visitor;
      const units = await page.locator("[name=unit]").evaluateAll((all) => all.map(({ value }) => value));
      assert.deepEqual(units, query ? [] : ["day", "week", "month", "year"], "ten weeks have room for each");
      if (!query) await table(page);
      await assertAccessible(page, `posts per day with ${name}`);
      await visitor.close();
    });
  }
});
