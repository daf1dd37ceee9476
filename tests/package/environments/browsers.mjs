// Browsers: a plain page, without a bundler, under a strict Content-Security-Policy.

import { launchFirefox } from "../support/firefox.mjs";
import { page } from "../support/stage.mjs";
import { launchWebKit } from "../support/webkit.mjs";
import { BUNDLED, ALL } from "./remedies.mjs";

const HOW = "a page under a strict policy";
const PLAIN = { ...ALL, react: BUNDLED };

/** Where a page has an entry. */
const from = (entry) => `/postern/${entry === "client" ? "core" : entry}/index.js`;

/** What came of the page, in a browser that `open` opens it in. */
async function plain(stage, open) {
  stage.writeScripts(PLAIN, { folder: "plain", from });
  stage.write({ "plain/index.html": page("/main.js") });
  return { [HOW]: await stage.served(stage.path("plain"), { folders: { "/postern/": stage.path("node_modules/@postern/client/dist") }, open }) };
}

/** A browser that WebDriver drives. */
const driven = (launch) => async (stage) => {
  const browser = await launch();
  try {
    return await plain(stage, (url) => browser.untilTitled(url, "seen", "return globalThis.seen"));
  } finally {
    await browser.close();
  }
};

// The machine's own, in whatever version it has: the table names none.
export const chromium = { name: "Chromium", isShort: true, rows: { [HOW]: PLAIN }, run: (stage) => plain(stage) };
export const firefox = { name: "Firefox", isShort: true, rows: { [HOW]: PLAIN }, run: driven(launchFirefox) };
export const webkit = { name: "WebKit", rows: { [HOW]: PLAIN }, run: driven(launchWebKit) };
