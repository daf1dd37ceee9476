// What account owners do: their mail, their pages, and a service with Stripe's stand-in to do it at.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../support/server.mjs";
import { startStripe, stripeSecrets } from "../../support/stripe.mjs";
import { startBrowser, visit } from "./browser.mjs";

const MAIL_WITHIN_MS = 10_000;
/** Mails that a test has taken already. */
const taken = new Set();

/**
 * Starts a service without accounts, Stripe's stand-in for it, and a browser.
 *
 * @param {object} [options] those of `startServer`
 */
export async function open({ vars = {}, ...options } = {}) {
  const stripe = await startStripe(stripeSecrets());
  const [server, browser] = await Promise.all([
    startServer({ account: false, ...options, vars: { ...stripe.settings.vars, ...vars }, secrets: { ...stripe.settings.secrets, ...options.secrets } }),
    startBrowser(),
  ]);
  stripe.sendTo(server);
  const visitors = [];
  return {
    server,
    stripe,
    browser,
    visit: async (more) => {
      const visitor = await visit(browser, server, { others: [stripe.url], ...more });
      visitors.push(visitor);
      return visitor;
    },
    /** Fails if any browser complained so far. */
    content: () => visitors.forEach((visitor) => visitor.content()),
    close: async () => {
      await browser.close();
      await server.stop();
      await stripe.stop();
    },
  };
}

/** Every mail of the outbox, newest first. */
export async function mails(server) {
  const answer = await server.call("/dashboard/outbox", { headers: { accept: "application/json" } });
  assert.equal(answer.status, 200, answer.text);
  return (answer.body.data ?? answer.body).mails;
}

/** The newest mail to an address with such a subject that nobody took yet; waits for it. */
export async function takeMail(server, to, subject = /./) {
  const key = (mail) => JSON.stringify([server.url, mail]);
  for (const deadline = Date.now() + MAIL_WITHIN_MS; ; await sleep(50)) {
    const all = await mails(server);
    const found = all.find((mail) => mail.to.includes(to) && subject.test(mail.subject) && !taken.has(key(mail)));
    if (found) {
      taken.add(key(found));
      return found;
    }
    if (Date.now() > deadline) throw new Error(`expected a mail to ${to} about ${subject}, and there are ${JSON.stringify(all.map((mail) => [mail.to, mail.subject]))}`);
  }
}

/** The link of a mail, without the origin, which has to be the service's own. */
export function linkOf(server, { text }) {
  const [whole, origin, path] = /(https?:\/\/[^/\s]+)(\/dashboard\/confirm#\S+)/.exec(text) ?? [];
  assert.ok(whole, text);
  assert.equal(origin, server.url);
  return path;
}

/** The eight digits of a mail. */
export function codeOf({ text }) {
  const [, ...halves] = /\b(\d{4})\s?(\d{4})\b/.exec(text) ?? [];
  assert.equal(halves.length, 2, text);
  return halves.join("");
}

/** Opens a link of a mail and presses the button. */
export async function followLink(visitor, mail) {
  await visitor.go("about:blank"); // an address that differs in its fragment only is not loaded anew
  await visitor.go(linkOf(visitor.server, mail));
  await visitor.page.getByRole("button", { name: "Continue" }).first().click();
}

/** Asks for an account. */
export async function askToSignUp({ page, go }, { name = "Ada Reef", email, company = "Reef Ltd" }) {
  await go("/dashboard/sign-up");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Company").fill(company);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
}

/** Asks for a link to sign in. */
export async function askToSignIn({ page, go }, email) {
  await go("/dashboard/sign-in?then=/dashboard/");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
}

async function arrive(visitor, email, subject) {
  await followLink(visitor, await takeMail(visitor.server, email, subject));
  await visitor.page.waitForURL(`${visitor.server.url}/dashboard/`);
  await visitor.settle();
}

/** Signs up by the mail's link and arrives on the overview. */
export async function signUp(visitor, account) {
  await askToSignUp(visitor, account);
  await arrive(visitor, account.email, /^Confirm your address/);
}

/** Signs in by the mail's link and arrives on the overview. */
export async function signIn(visitor, email) {
  await askToSignIn(visitor, email);
  await arrive(visitor, email, /^Sign in/);
}

/** Buys a pack at Checkout, by one of its buttons. */
export async function buy({ page, go }, pack = "Starter", choice = "Pay") {
  await go("/dashboard/buy");
  await page.getByRole("button", { name: `Buy ${pack}` }).click();
  await page.getByRole("heading", { name: "Checkout" }).waitFor();
  await page.getByRole("button", { name: choice, exact: true }).click();
  await page.waitForURL(/\/dashboard\/buy\?/);
}

/** Shows the waiting token: what it is. */
export async function showToken({ page, go }) {
  await go("/dashboard/token");
  await page.getByRole("button", { name: "Show token" }).click();
  return page.locator("#secret-token").innerText();
}

/** A posts endpoint's answer to a token: its status, and the code of an error. */
export async function tried(server, token) {
  const answer = await server.call("/api/v1/posts/search?limit=1", { bearer: token });
  return [answer.status, answer.body.error?.code ?? null];
}
