// Every page of the dashboard and the operator's, in the states that an account can be in: no fault that axe finds, in
// both themes, on a phone and on a desktop, and none wider than its screen.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { assertAccessible } from "./support/axe.mjs";
import { askToSignIn, followLink, open, showToken, signUp, takeMail, tried } from "./support/owner.mjs";

const PAGES = ["/dashboard/", "/dashboard/token", "/dashboard/buy", "/dashboard/ledger", "/dashboard/quick-start", "/dashboard/settings"];
const LONG = { name: "Maximiliana Featherstonehaugh-Cholmondeley", company: "Gesellschaft für Meeresbeobachtung und Riffpflege mbH" };

let shop;
before(async () => {
  shop = await open({ rateLimits: { refusals: 5 } });
  await load(shop.server, [post("1", { content: "coral" })]);
});
after(() => shop?.close());

/** Checks a page as it stands. */
async function check(visitor, name) {
  await visitor.settle();
  await assertAccessible(visitor.page, name);
  visitor.content();
}

/** An account of its own for the tests of a state. */
async function owner(email, packs = 0) {
  const visitor = await shop.visit();
  await signUp(visitor, { email, ...LONG });
  for (let n = 0; n < packs; n += 1) {
    const made = await visitor.api("test-payments", { method: "POST", body: { pack: "Large" } });
    assert.equal(made.status, 200, made.text);
  }
  return visitor;
}

describe("before anything was paid", () => {
  let visitor;
  before(async () => (visitor = await owner("pending@example.com")));
  for (const path of PAGES) {
    test(path, async () => {
      await visitor.go(path);
      assert.equal(new URL(visitor.page.url()).pathname, path);
      await check(visitor, `${path}, pending`);
    });
  }
});

describe("in use", () => {
  let visitor;
  before(async () => {
    visitor = await owner("active@example.com", 2);
    const token = await showToken(visitor);
    for (let n = 0; n < 3; n += 1) await tried(shop.server, token);
  });
  for (const path of PAGES) {
    test(path, async () => {
      await visitor.go(path);
      for (const summary of await visitor.page.locator("summary").all()) await summary.click();
      await check(visitor, `${path}, active`);
    });
  }

  test("a token that is shown", async () => {
    await visitor.go("/dashboard/token");
    await visitor.page.getByRole("button", { name: "Regenerate", exact: true }).click();
    await check(visitor, "the dialog of Regenerate");
    await visitor.page.getByRole("dialog").getByRole("button", { name: "Regenerate" }).click();
    await visitor.page.locator("#secret-token").waitFor();
    await check(visitor, "a new token");
  });

  test("a payment that is booked, and one that was left", async () => {
    await visitor.go("/dashboard/buy");
    await visitor.page.getByRole("button", { name: "Test payment Starter" }).click();
    await visitor.page.getByRole("heading", { name: "Payment received" }).waitFor();
    await check(visitor, "a payment received");
    await visitor.go("/dashboard/buy?cancelled=1");
    await check(visitor, "a payment left");
  });

  test("settings with faults, and the dialog that deletes", async () => {
    await visitor.go("/dashboard/settings");
    await visitor.page.getByLabel("Daily cap").fill("many");
    await visitor.page.getByRole("button", { name: "Save cap" }).click();
    await visitor.page.getByLabel("New e-mail address").fill("nonsense");
    await visitor.page.getByRole("button", { name: "Send confirmation link" }).click();
    await check(visitor, "settings with faults");
    await visitor.page.getByRole("button", { name: "Delete account" }).click();
    await check(visitor, "the dialog that deletes");
  });

  test("the quick start's other tabs", async () => {
    await visitor.go("/dashboard/quick-start");
    for (const name of ["JavaScript", "Python"]) {
      await visitor.page.getByRole("tab", { name }).click();
      await check(visitor, `the quick start in ${name}`);
    }
  });

  test("the menu of a phone", async () => {
    await visitor.page.setViewportSize({ width: 360, height: 740 });
    await visitor.go("/dashboard/");
    await visitor.page.getByRole("button", { name: "Menu" }).click();
    await check(visitor, "the open menu");
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
  });
});

describe("in trouble", () => {
  let visitor;
  before(async () => {
    visitor = await owner("trouble@example.com");
    const { body } = await visitor.api("checkouts", { method: "POST", body: { pack: "Starter" } });
    const session = [...shop.stripe.sessions.values()].find(({ url }) => url === body.data.url);
    await shop.stripe.pay(session);
    const token = await showToken(visitor);
    await tried(shop.server, token);
    await shop.stripe.refund(session, 450);
    await shop.stripe.dispute(session);
  });
  for (const path of ["/dashboard/", "/dashboard/token", "/dashboard/buy", "/dashboard/ledger"]) {
    test(path, async () => {
      await visitor.go(path);
      await check(visitor, `${path}, suspended and below zero`);
    });
  }
});

describe("signing in", () => {
  for (const path of ["/dashboard/sign-in", "/dashboard/sign-in?then=/dashboard/buy", "/dashboard/sign-up", "/dashboard/confirm", "/dashboard/outbox"]) {
    test(path, async () => {
      const visitor = await shop.visit();
      await visitor.go(path);
      await check(visitor, path);
    });
  }

  test("faults, and what comes after the mail was asked for", async () => {
    const visitor = await shop.visit();
    await visitor.go("/dashboard/sign-up");
    await visitor.page.getByRole("button", { name: "Create account" }).click();
    await check(visitor, "sign-up with faults");
    await askToSignIn(visitor, "pending@example.com");
    await visitor.page.getByText("No mail?").click();
    await visitor.page.getByLabel("Code from the mail").fill("1234 5678");
    await visitor.page.getByRole("button", { name: "Continue" }).click();
    await visitor.page.getByText("This code is not valid").waitFor();
    await check(visitor, "a wrong code");
  });

  test("links that are good, of another browser, and used", async () => {
    const [visitor, other] = [await shop.visit(), await shop.visit()];
    await askToSignIn(visitor, "active@example.com");
    const mail = await takeMail(shop.server, "active@example.com", /^Sign in/);
    await other.go(mail.text.match(/\/dashboard\/confirm#\S+/)[0]);
    await check(other, "a link");
    await followLink(other, mail);
    await other.page.getByRole("heading", { name: "Requested in another browser" }).waitFor();
    await check(other, "a link of another browser");
    await followLink(visitor, mail);
    await visitor.page.waitForURL(/\/dashboard\/$/);
    await followLink(visitor, mail);
    await visitor.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    await check(visitor, "a used link");
  });
});

describe("the operator's page", () => {
  test("closed, and refused", async () => {
    const visitor = await shop.visit();
    await visitor.go("/operator/");
    await check(visitor, "the operator's page, closed");
    await visitor.page.getByLabel("Operator secret").fill("wrong");
    await visitor.page.getByRole("button", { name: "Open" }).click();
    await visitor.page.getByText("This is not the operator secret of this service.").waitFor();
    await check(visitor, "the operator's page, refused");
  });

  test("open, with accounts, payments, posts and changes", async () => {
    await shop.stripe.pay(shop.stripe.strangeSession());
    const visitor = await shop.visit();
    await visitor.go("/operator/");
    await visitor.page.getByLabel("Operator secret").fill(shop.server.operatorSecret);
    await visitor.page.getByRole("button", { name: "Open" }).click();
    await visitor.page.getByRole("heading", { name: "Accounts" }).waitFor();
    await check(visitor, "the operator's page");
    await visitor.page.getByRole("button", { name: /^Grant credits/ }).first().click();
    await check(visitor, "the dialog that grants");
  });
});

test("a page that can't be loaded says so", async () => {
  const visitor = await owner("broken@example.com");
  await visitor.page.route("**/dashboard/api/account", (route) => route.fulfill({ status: 503, contentType: "application/json", headers: { "retry-after": "5" }, body: JSON.stringify({ success: false, error: { code: "STORAGE_UNAVAILABLE", message: "storage did not answer, try again", request_id: "r1" } }) }));
  await visitor.expecting(/503/, () => visitor.go("/dashboard/"));
  await visitor.page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  await check(visitor, "a page that can't be loaded");
});
