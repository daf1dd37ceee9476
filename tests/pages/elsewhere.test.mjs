// What pages of other sites can do with a visitor who is signed in here: nothing.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { logged } from "../api/support/logs.mjs";
import { load, post } from "../api/support/posts.mjs";
import { eventually } from "../support/eventually.mjs";
import { open, signIn, signUp } from "./support/owner.mjs";

const EMAIL = "ada@example.com";
const CHANGES = [["POST", "sign-out"], ["POST", "token"], ["POST", "email"], ["POST", "browser-token"], ["POST", "checkouts"], ["POST", "test-payments"], ["PATCH", "account"], ["DELETE", "account"]];

// Another site on this machine, or the browser itself would keep its pages from calling here: 127.0.0.1 is not localhost.
const site = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Elsewhere</title><link rel=icon href=data:,><p>Win a prize!"));
let elsewhere;
let shop;
let owner;
let evil;
before(async () => {
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  elsewhere = `http://127.0.0.1:${site.address().port}`;
  shop = await open();
  await load(shop.server, [post("1", { content: "coral" })]);
  owner = await shop.visit({ others: [shop.stripe.url, elsewhere] });
  await signUp(owner, { name: "Ada Reef", email: EMAIL });
});
after(async () => {
  await shop?.close();
  site.close();
  site.closeAllConnections();
});

/** The browser's own complaints about what is refused. */
const refusals = (action) => owner.expecting(/./, action);
/** A page of another site, anew. */
async function visitElsewhere() {
  await evil?.close();
  evil = await owner.context.newPage();
  await evil.goto(elsewhere);
}

test("the session's cookie is out of scripts' reach, and of this host alone", async () => {
  const cookies = (await owner.context.cookies()).filter(({ name }) => name.startsWith("__Host-"));
  const shown = cookies.map(({ name, domain, path, httpOnly, secure, sameSite }) => [name, domain, path, httpOnly, secure, sameSite]);
  assert.deepEqual(shown.toSorted(), [["__Host-browser", "localhost", "/", true, true, "Lax"], ["__Host-known", "localhost", "/", true, true, "Lax"], ["__Host-session", "localhost", "/", true, true, "Lax"]]);
  assert.deepEqual((await owner.context.cookies()).filter(({ name }) => !name.startsWith("__Host-")), []);
  assert.equal(await owner.page.evaluate(() => document.cookie), "");
  const [session] = cookies.filter(({ name }) => name === "__Host-session");
  const stored = await owner.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href, document.documentElement.outerHTML]));
  assert.ok(!stored.includes(session.value));
});

test("no page can be framed", () =>
  refusals(async () => {
    for (const path of ["/", "/docs/", "/explore/", "/open/", "/dashboard/", "/dashboard/token", "/dashboard/sign-in", "/operator/", "/no-such-page"]) {
      await visitElsewhere();
      await evil.evaluate((src) => {
        const frame = Object.assign(document.createElement("iframe"), { src });
        return new Promise((resolve) => (frame.addEventListener("load", resolve), document.body.append(frame)));
      }, shop.server.url + path);
      const [, frame] = evil.frames();
      await frame.waitForURL(/^chrome-error:/);
      assert.ok(!(await frame.content()).includes("Postern"), path);
    }
  }));

test("no answer about an owner reaches a frame, a script, an image or a fetch", () =>
  refusals(async () => {
    await visitElsewhere();
    const asked = () => logged(shop.server).filter(({ route }) => route === "dashboard/account").map(({ status }) => status);
    const before = asked().length;
    const got = await evil.evaluate(async (url) => {
      const element = (name, attribute) => new Promise((resolve) => {
        const one = document.createElement(name);
        for (const event of ["load", "error"]) one.addEventListener(event, () => resolve(`${name} ${event}`));
        one[attribute] = url;
        document.body.append(one);
      });
      const fetched = (options) => fetch(url, options).then((answer) => answer.text(), () => "refused");
      return [await element("script", "src"), await element("img", "src"), await fetched({ credentials: "include" }), await fetched({ credentials: "include", mode: "no-cors" }), await fetched({})];
    }, `${shop.server.url}/dashboard/api/account`);
    assert.deepEqual(got, ["script error", "img error", "refused", "", "refused"]);
    await eventually(() => asked().length >= before + 5);
    assert.deepEqual(asked().slice(before), [401, 401, 401, 401, 401], "the cookie does not even come along");
  }));

test("no window that was opened from elsewhere can be held on to", async () => {
  await visitElsewhere();
  const [popup] = await Promise.all([evil.waitForEvent("popup"), evil.evaluate((url) => void (globalThis.held = open(url)), `${shop.server.url}/dashboard/`)]);
  await popup.waitForURL(/\/dashboard\/$/);
  assert.equal(await popup.evaluate(() => opener), null);
  assert.deepEqual(await evil.evaluate(() => [held.closed, held.length]), [true, 0]);
  await popup.close();
});

describe("nothing can be changed", () => {
  const status = async () => (await owner.api("account")).body?.data.account;

  test("by a form, whatever its type, though it is sent as a visit", () =>
    refusals(async () => {
      for (const [, place] of CHANGES.filter(([method]) => method === "POST")) {
        for (const enctype of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
          await visitElsewhere();
          const answered = evil.waitForResponse((response) => response.url().endsWith(`/dashboard/api/${place}`));
          await evil.evaluate(([action, enctype]) => {
            const form = Object.assign(document.createElement("form"), { action, method: "POST", enctype });
            form.append(Object.assign(document.createElement("input"), { name: '{"everywhere":true,"action":"revoke","email":"evil@example.com","x":"', value: '"}' }));
            document.body.append(form);
            form.submit();
          }, [`${shop.server.url}/dashboard/api/${place}`, enctype]);
          assert.equal((await answered).status(), 403, `${place} ${enctype}`);
        }
      }
      assert.equal((await status()).email, EMAIL);
    }));

  test("by a script, with or without the browser's question", () =>
    refusals(async () => {
      await visitElsewhere();
      for (const [method, place] of CHANGES) {
        for (const headers of [{}, { "content-type": "application/json" }]) {
          const ask = ([url, method, headers]) => fetch(url, { method, headers, credentials: "include", body: '{"everywhere":true,"action":"revoke"}' }).then(() => "answered", () => "refused");
          assert.equal(await evil.evaluate(ask, [`${shop.server.url}/dashboard/api/${place}`, method, headers]), "refused", `${method} ${place}`);
        }
      }
      assert.equal((await status()).email, EMAIL);
    }));

  test("by a link, an image or a visit: a GET changes nothing", () =>
    refusals(async () => {
      for (const [, place] of CHANGES) {
        await visitElsewhere();
        const answer = await evil.goto(`${shop.server.url}/dashboard/api/${place}?action=revoke&everywhere=true`);
        assert.ok([400, 405].includes(answer.status()), `${place} ${answer.status()}`);
      }
      assert.equal((await status()).email, EMAIL);
    }));
});

describe("a place to come back to", () => {
  const HOSTILE = [
    "https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "\\\\elsewhere.example", "javascript:alert(1)", "data:text/html,x", "/dashboard//..//../\\elsewhere.example", "/dashboard/../docs/", "/operator/", "/dashboard/api/account", "http:elsewhere.example",
    "https://localhost@elsewhere.example/dashboard/", "/%09/elsewhere.example", "\t//elsewhere.example", "/dashboard/%2e%2e/operator/", "https://elsewhere.example/dashboard/", "//elsewhere.example/dashboard/",
  ];

  test("is kept only where it is of the dashboard", async () => {
    const visitor = await shop.visit();
    for (const then of HOSTILE) {
      await visitor.go(`/dashboard/sign-in?then=${encodeURIComponent(then)}`);
      assert.equal(new URL(visitor.page.url()).origin, shop.server.url);
      const kept = await visitor.page.evaluate(() => localStorage.getItem("postern.place"));
      assert.ok(kept === null || kept === "/dashboard//elsewhere.example", `${then} ${kept}`); // odd, and of the dashboard
    }
    await visitor.go("/dashboard/sign-in?then=/dashboard/buy?x=1");
    assert.equal(await visitor.page.evaluate(() => localStorage.getItem("postern.place")), "/dashboard/buy?x=1");
    visitor.content();
  });

  test("that lies in the browser is checked again before it is gone to", async () => {
    const visitor = await shop.visit();
    await visitor.go("/dashboard/sign-in");
    await visitor.page.evaluate((place) => {
      const set = Storage.prototype.setItem;
      set.call(localStorage, "postern.place", place);
    }, "//elsewhere.example/dashboard/");
    await signIn(visitor, EMAIL); // asks with a place of its own, and arrives there
    assert.equal(new URL(visitor.page.url()).href, `${shop.server.url}/dashboard/`);
    visitor.content();
  });
});
