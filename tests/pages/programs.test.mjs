// The explorer's query as programs: for a shell, with the npm package, and for Python.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { visit } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const where = stage();

/** A visitor on the explorer. */
async function at(query) {
  const visitor = await visit(where.browser, where.server);
  await visitor.go(`/explore/${query}`);
  return visitor;
}

const CALL = (path) => String.raw`'${where.server.url}${path}'`;
const TOKEN = String.raw` \
  --header "Authorization: Bearer $POSTERN_TOKEN"`;

describe("the programs", () => {
  const CASES = [
    ["?on=sample&call=search", () => `curl ${CALL("/api/v1/posts/search")}${TOKEN}`, "const page = await posts.search();", 'page = response.json()["data"]'],
    ["?on=sample&call=by-user&platform=x&username=a%2Fb%20c%27d", () => `curl ${CALL("/api/v1/posts/by-user/x/a%2Fb%20c'\\''d")}${TOKEN}`, `const page = await posts.byUser("x", "a/b c'd");`, 'page = response.json()["data"]'],
    ["?on=sample&call=by-hashtag&platform=tiktok", () => `curl ${CALL("/api/v1/posts/by-hashtag/tiktok/{hashtag}")}${TOKEN}`, `const page = await posts.byHashtag("tiktok", "");`, 'page = response.json()["data"]'],
    ["?on=sample&call=account", () => `curl ${CALL("/api/v1/account")}${TOKEN}`, "const account = await posts.account();", 'account = response.json()["data"]'],
    ["?on=sample&call=health", () => `curl ${CALL("/api/v1/health")}`, "const health = await posts.health();", "health = response.json()"],
    ["?on=sample&call=by-user&want=days&platform=x&username=a", () => `curl --get ${CALL("/api/v1/posts/counts")}${TOKEN} \\\n  --data-urlencode 'platform=x' \\\n  --data-urlencode 'username=a' \\\n  --data-urlencode 'group_by=day'`, `const counts = await posts.counts({ platform: "x", username: "a", groupBy: "day" });`, 'counts = response.json()["data"]'],
    ["?on=sample&call=search&limit=07&keyword=a%22b%5C", () => `curl --get ${CALL("/api/v1/posts/search")}${TOKEN} \\\n  --data-urlencode 'keyword=a"b\\' \\\n  --data-urlencode 'limit=07'`, `const page = await posts.search({ keyword: "a\\"b\\\\", limit: "07" });`, 'page = response.json()["data"]'],
  ];
  for (const [query, curl, javascript, python] of CASES) {
    test(`of ${query}`, async () => {
      const visitor = await at(query);
      assert.equal(await visitor.page.locator("#program-curl code").textContent(), curl());
      assert.equal((await visitor.page.locator("#program-javascript code").textContent()).split("\n").at(-1), javascript);
      assert.equal((await visitor.page.locator("#program-python code").textContent()).split("\n").at(-1), python);
      await visitor.close();
    });
  }

  test("follow what is typed, and are copied", async () => {
    const visitor = await at("?on=sample");
    const { page } = visitor;
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByLabel("Keyword").fill("kelp");
    assert.match(await page.locator("#program-curl code").textContent(), /keyword=kelp/);
    await page.getByRole("tab", { name: "JavaScript" }).click();
    await page.getByRole("button", { name: "Copy the call in JavaScript" }).click();
    await page.getByText("Copied.").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^import \{ Postern \} from "@postern\/client";[\s\S]*posts\.search\(\{ keyword: "kelp" \}\);$/);
    await visitor.close();
  });
});
