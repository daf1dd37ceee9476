// The installed package in Firefox, by WebDriver, on pages with the policy that the README asks for.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { load } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { serve } from "./support/browser.mjs";
import { NEWEST, POSTS } from "./support/exercise.mjs";
import { launchFirefox } from "./support/firefox.mjs";
import { project, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";
import { SPEED } from "./support/speed.mjs";

const PAGE = '<!doctype html><meta charset="utf-8"><title>Loading</title><script type="module" src="/page.js"></script>';

let server;
let firefox;
let consumer;
before(async () => {
  [server, firefox, consumer] = await Promise.all([startServer(), launchFirefox(), project()]);
  await load(server, POSTS);
});
after(() => Promise.all([server?.stop(), firefox?.close(), consumer?.remove()]));

/** Serves these files beside the package, opens their page until it has this title, and returns the value of `expression`. */
async function opens(files, title, expression = "null") {
  const folder = join(consumer.folder, title.replaceAll(" ", "-"));
  write(folder, { "index.html": PAGE, ...files });
  const served = await serve({ "/": folder, "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, server.url);
  try {
    return await firefox.untilTitled(`${served.url}/`, title, `return ${expression}`);
  } finally {
    await served.stop();
  }
}

test("a plain page", async () => {
  const shown = await opens({ "index.html": snippet("Plain page", server) }, "5 posts", "[...document.querySelectorAll('li')].map((item) => item.textContent)");
  assert.deepEqual(shown, NEWEST);
});

test("a page of 100 posts takes at most twice as long as JSON.parse", async (t) => {
  const { ratio, posts, bytes, times } = await opens({ "page.js": SPEED(server) }, "measured", "globalThis.measured");
  t.diagnostic(`${posts} posts, ${bytes} bytes: ${ratio.toFixed(2)} times JSON.parse (${JSON.stringify(times)} ms)`);
  assert.equal(posts, 100);
  assert.ok(ratio <= 2, `expected at most 2 times, and it took ${ratio}`);
});
