// All public pages at once: their links and anchors lead somewhere, their heads say what a preview needs, robots find
// what they may see, and nothing is asked of anybody else.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { visit } from "./support/browser.mjs";
import { isAllowed, publicPages } from "./support/public.mjs";
import { stage } from "./support/stage.mjs";

const NAVIGATION = [["Explore", "/explore/"], ["Open a file", "/open/"], ["Guides", "/guides/"], ["Reference", "/docs/"], ["Sign in", "/dashboard/sign-in"]];
const FOOTER = ["/docs/", "/api/v1/openapi.json", "/api/v1/health", "/legal/terms", "/legal/privacy", "/legal/imprint"];

/** What each page is, by its address. */
const seen = new Map();

/** Runs in the page: what it says of itself, where it leads, and what it can be led to. */
function look() {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const meta = all("meta[property], meta[name]").map((one) => [one.getAttribute("property") ?? one.name, one.content]);
  return {
    title: document.title,
    meta: Object.fromEntries(meta),
    canonical: document.querySelector("link[rel=canonical]")?.href,
    links: all("a[href]").map((one) => one.href),
    ids: all("[id]").map((one) => one.id),
    navigation: all("header nav a").map((one) => [one.textContent, one.getAttribute("href")]),
    current: all("header nav [aria-current]").map((one) => one.textContent),
    footer: all("body > footer a").map((one) => one.getAttribute("href")),
    headings: all("h1").length,
  };
}

async function open(path, status = 200) {
  const visitor = await visit(where.browser, where.server);
  const files = [];
  visitor.page.on("request", (request) => ["script", "stylesheet", "image"].includes(request.resourceType()) && files.push(new URL(request.url()).pathname));
  const response = await visitor.expecting(status === 404 ? /status of 404/ : /(?!)/, () => visitor.go(path));
  assert.equal(response.status(), status, path);
  seen.set(path, { ...(await visitor.page.evaluate(look)), files });
  await visitor.close(); // which fails if another origin was asked, or anything complained
}

const where = stage();
before(async () => {
  await where.started;
  for (const path of publicPages()) await open(path);
  await open("/no-such-page", 404);
});

const pages = () => [...seen].filter(([path]) => path !== "/no-such-page");

test("there are the pages that the navigation and the footer name", () => {
  const expected = ["/", "/docs/", "/explore/", "/guides/", "/guides/agents", "/guides/call", "/guides/copy", "/guides/count", "/guides/data-frames", "/guides/run", "/guides/spreadsheet", "/legal/", "/legal/imprint", "/legal/privacy", "/legal/terms", "/open/"];
  assert.deepEqual(pages().map(([path]) => path), expected);
});

test("every link leads to a page that is there, without a detour, and every anchor to a place on it", async () => {
  const faults = [];
  const targets = new Map();
  for (const [from, { links }] of seen) {
    for (const link of links) targets.set(link, [...(targets.get(link) ?? []), from]);
  }
  const statuses = new Map();
  for (const [link, from] of targets) {
    const { origin, pathname, search, hash } = new URL(link);
    if (origin !== where.server.url) {
      if (!link.startsWith("https://")) faults.push(`${from[0]}: ${link} is neither ours nor https`);
      continue;
    }
    if (!statuses.has(pathname)) statuses.set(pathname, (await fetch(where.server.url + pathname + search, { redirect: "manual" })).status);
    const isMissing = pathname === "/no-such-page"; // its own skip link
    if (statuses.get(pathname) !== (isMissing ? 404 : 200)) faults.push(`${from[0]}: ${pathname} answers ${statuses.get(pathname)}`);
    const id = decodeURIComponent(hash.slice(1));
    if (id && seen.has(pathname) && !seen.get(pathname).ids.includes(id)) faults.push(`${from[0]}: ${pathname} has no #${id}`);
    if (id && !seen.has(pathname)) faults.push(`${from[0]}: ${link} leads to a place on a page that is not public`);
  }
  assert.deepEqual(faults, []);
  assert.ok(targets.size > 150, String(targets.size));
});

test("no page uses an id twice, and each has one main heading", () => {
  for (const [path, { ids, headings }] of seen) {
    assert.deepEqual(ids.filter((id, index) => ids.indexOf(id) !== index), [], path);
    assert.equal(headings, 1, path);
  }
});

test("titles and descriptions are there, and no two pages have the same", () => {
  for (const of of [(page) => page.title, (page) => page.meta.description]) {
    const texts = pages().map(([, page]) => of(page));
    assert.ok(texts.every(Boolean), String(texts));
    assert.equal(new Set(texts).size, texts.length);
  }
});

test("every page says what a preview of it shows, with this service's address", () => {
  for (const [path, { meta, canonical }] of pages()) {
    assert.equal(canonical, where.server.url + path, path);
    // Without PUBLIC_ORIGIN, which only a deployment has, they are addresses on this host.
    assert.equal(new URL(meta["og:url"], where.server.url).href, where.server.url + path, path);
    assert.equal(new URL(meta["og:image"], where.server.url).href, `${where.server.url}/preview.png`, path);
    for (const name of ["og:title", "og:description", "og:type", "og:site_name"]) assert.ok(meta[name], `${path} ${name}`);
    assert.equal(meta["twitter:card"], "summary_large_image", path);
    assert.equal(meta.robots, undefined, path);
  }
});

test("what is not there is in no index, and shows the way", () => {
  const { meta, links, canonical } = seen.get("/no-such-page");
  assert.equal(meta.robots, "noindex");
  assert.equal(canonical, undefined);
  for (const path of ["/", "/docs/", "/guides/agents", "/guides/call", "/guides/run", "/explore/", "/open/"]) assert.ok(links.includes(where.server.url + path), path);
});

/** The width and height of a PNG file. */
async function sizeOf(path) {
  const bytes = Buffer.from(await (await fetch(where.server.url + path)).arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG", path);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("pictures have the size that they are shown in", async () => {
  assert.deepEqual(await sizeOf("/preview.png"), [1200, 630]);
  assert.deepEqual(await sizeOf("/apple-touch-icon.png"), [180, 180]);
  const icon = Buffer.from(await (await fetch(`${where.server.url}/favicon.ico`)).arrayBuffer());
  assert.deepEqual([icon.readUInt16LE(2), icon.readUInt16LE(4), icon[6]], [1, 3, 16]);
});

test("all pages have one navigation and one footer", () => {
  for (const [path, { navigation, current, footer }] of seen) {
    assert.deepEqual(navigation, NAVIGATION, path);
    const section = NAVIGATION.find(([, start]) => path.startsWith(start));
    assert.deepEqual(current, section ? [section[0]] : [], path);
    assert.deepEqual(footer, FOOTER, path);
  }
});

test("robots may see every public page and what it is drawn with, and nothing behind them", async () => {
  const response = await fetch(`${where.server.url}/robots.txt`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type"), /^text\/plain/);
  const robots = await response.text();
  const files = [...seen.values()].flatMap((page) => page.files);
  for (const path of [...pages().map(([path]) => path), ...files, "/api/v1/openapi.json"]) assert.ok(isAllowed(robots, path), path);
  for (const path of ["/api/v1/posts/search?limit=1", "/api/v1/health", "/dashboard/", "/dashboard/sign-in", "/dashboard/api/account", "/operator/", "/operator/v1/stats"]) assert.equal(isAllowed(robots, path), false, path);
});
