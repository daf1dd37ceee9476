// The operator's page: by the secret, and through Cloudflare Access.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { operator } from "../api/support/api.mjs";
import { startTeam } from "../support/access.mjs";
import { open } from "./support/owner.mjs";

const EMAIL = "listed@example.com";

/** Opens a service with an account and a post, does something there, and closes it. */
async function at(options, prepare, action) {
  const shop = await open(options);
  try {
    await prepare(shop.server);
    await action(shop);
    shop.content();
  } finally {
    await shop.close();
  }
}

/** Waits for a part of the page to say something. */
const says = async ({ page }, part, text) => page.locator(part).filter({ hasText: text }).waitFor();

test("the secret opens it, in this tab only, and forgetting closes it", () =>
  at(
    {},
    async (server) => {
      await load(server, [post("1", { content: "coral" })]);
      assert.equal((await operator(server)("/accounts", { email: EMAIL, credits: 5 })).status, 201);
    },
    async (shop) => {
      const visitor = await shop.visit();
      const { page } = visitor;
      await visitor.go("/operator/");
      await page.getByLabel("Operator secret").fill(shop.server.operatorSecret);
      await page.getByRole("button", { name: "Open" }).click();
      await says(visitor, "#figures", "Agrees");
      await says(visitor, "#changes", "Create account");
      await page.getByRole("button", { name: `Grant credits ${EMAIL}` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Credits").fill("37");
      for (const field of await dialog.getByRole("textbox").all()) if ((await field.inputValue()) === "") await field.fill("a test");
      await dialog.getByRole("button", { name: /^Grant/ }).click();
      await page.getByText(`${EMAIL} has 42 credits now.`).waitFor();
      await page.getByRole("button", { name: `Suspend ${EMAIL}` }).click();
      await dialog.getByRole("button", { name: /^Suspend/ }).click();
      await page.getByRole("button", { name: `Activate ${EMAIL}` }).waitFor();

      const other = await visitor.context.newPage();
      await other.goto("/operator/");
      await other.getByLabel("Operator secret").waitFor();
      await other.close();
      await page.getByRole("button", { name: "Forget secret" }).click();
      assert.ok(!(await page.content()).includes(EMAIL));
      await page.reload();
      await page.getByLabel("Operator secret").waitFor();
    },
  ));

test("Cloudflare Access opens it without a secret, and lets it change things", async () => {
  const team = await startTeam();
  try {
    await at(team.settings, async () => {}, async (shop) => {
      const visitor = await shop.visit();
      const { page } = visitor;
      await visitor.go("/operator/");
      await page.getByLabel("Operator secret").waitFor();
      await page.setExtraHTTPHeaders({ "cf-access-jwt-assertion": team.token() });
      await visitor.go("/operator/");
      await says(visitor, "#figures", "Agrees");
      assert.equal(await page.getByRole("button", { name: "Forget secret" }).isVisible(), false);
      await shop.stripe.pay(shop.stripe.strangeSession({ customer_details: { email: "payer@example.com" } }));
      await page.getByRole("button", { name: "Reload" }).click();
      await says(visitor, "#unmatched", "payer@example.com");
      const made = await page.evaluate(async () => (await fetch("/operator/v1/accounts", { method: "POST", headers: { "content-type": "application/json" }, body: '{"email":"made@example.com"}' })).status);
      assert.equal(made, 201);
    });
  } finally {
    team.stop();
  }
});
