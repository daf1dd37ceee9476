// Pages in a headless browser. A visitor is a browser of its own: no cookie, no storage of another one. Whatever the
// browser complains about fails the test, and so does a request to any other origin.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { ensureBrowser } from "../../../scripts/lib/setup.mjs";

/** How long anything may take to come: a wait costs nothing where it comes at once. */
const WAIT_MS = 60_000;
const DESKTOP = { width: 1280, height: 800 };

/** Starts the browser of a test file. */
export async function startBrowser() {
  const { browser: executablePath } = await ensureBrowser();
  return chromium.launch({ executablePath, args: ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"] });
}

/** What the driver says where it keeps a page from having a service worker. */
const NO_WORKER = /^Service Worker registration blocked by Playwright/;

/** A refusal of our API is no fault of the page that shows it; a missing file or a broken server is. */
function isRefusal(message, origin) {
  const { url } = message.location();
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()) && new RegExp(`^${origin}/(dashboard/api|api|operator)/`).test(url);
}

/**
 * Opens a browser of one's own on a server's pages.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {{ url: string }} server
 * @param {{ others?: string[], viewport?: object, colorScheme?: "light" | "dark", timezoneId?: string, keepsFiles?: boolean }} options `others`:
 *   origins that may be asked, too; `keepsFiles`: pages may have a service worker, past which a test routes no request
 * @returns {Promise<Visitor>}
 */
export async function visit(browser, server, { others = [], viewport = DESKTOP, colorScheme = "light", timezoneId, keepsFiles = false } = {}) {
  const serviceWorkers = keepsFiles ? "allow" : "block";
  const context = await browser.newContext({ baseURL: server.url, viewport, colorScheme, timezoneId, serviceWorkers, reducedMotion: "reduce", acceptDownloads: true });
  context.setDefaultTimeout(WAIT_MS);
  const visitor = new Visitor(context, server, others);
  visitor.page = await context.newPage();
  return visitor;
}

class Visitor {
  /** What the browser complained about. */
  complaints = [];
  /** What an expected fault looks like, for as long as it is expected. */
  #expected = null;

  constructor(context, server, others) {
    this.context = context;
    this.server = server;
    this.#listen([server.url, ...others]);
  }

  #listen(origins) {
    const complain = (text) => this.#expected?.test(text) || this.complaints.push(text);
    this.context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (isRefusal(message, this.server.url) || NO_WORKER.test(message.text())) return;
      complain(`console ${message.type()} on ${message.page()?.url()}: ${message.text()} (${message.location().url})`);
    });
    this.context.on("weberror", (error) => complain(`error on ${error.page()?.url()}: ${error.error().stack}`));
    this.context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && !origins.includes(origin)) complain(`request to another origin: ${request.url()}`);
    });
    this.context.on("response", (response) => response.status() >= 500 && complain(`${response.status()} of ${response.url()}`));
  }

  /** Does something that the browser complains about, in words that fit a pattern. */
  async expecting(pattern, action) {
    this.#expected = pattern;
    try {
      return await action();
    } finally {
      this.#expected = null;
    }
  }

  /** Fails if the browser complained. */
  content() {
    assert.deepEqual(this.complaints, []);
  }

  async close() {
    await this.context.close();
    this.content();
  }

  /** Goes to an address and waits until the page is at rest. */
  go = async (path) => {
    const response = await this.page.goto(path);
    await this.settle();
    return response;
  };

  /** Waits until nothing is loading and the page does not say that it is busy. What opened a dialog is, as long as it is open. */
  async settle() {
    await this.page.waitForLoadState("networkidle");
    await this.page.waitForFunction(() => {
      const place = document.querySelector("dialog[open]") ?? document;
      return !place.querySelector("[aria-busy=true]");
    });
  }

  /** Calls the dashboard's API as the page would. */
  async api(path, { method = "GET", body, headers = {} } = {}) {
    const call = async ([path, method, body, headers]) => {
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(`/dashboard/api/${path}`, { method, headers: { ...json, ...headers }, body: body === undefined ? undefined : JSON.stringify(body) });
      const text = await response.text();
      return { status: response.status, text };
    };
    const answer = await this.page.evaluate(call, [path, method, body, headers]);
    const body_ = answer.text.startsWith("{") ? JSON.parse(answer.text) : undefined;
    return { ...answer, body: body_ };
  }
}
