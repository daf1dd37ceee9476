// `node scripts/draw.mjs`: makes the pictures of the site anew, of www/icon.svg and scripts/draw/preview.html. What it
// makes is kept in git: a build needs no browser.

import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";
import { ensureBrowser, ensurePackages } from "./lib/setup.mjs";

const ICON = readFileSync(inRoot("www", "icon.svg"), "utf8");
const ICON_ADDRESS = `data:image/svg+xml;base64,${Buffer.from(ICON).toString("base64")}`;

/** A page as a picture. */
async function picture(browser, html, width, height) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html, { waitUntil: "load" });
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** The icon in a size. A system that cuts its own corners gets it on a ground, `drawn` as large as it may be. */
const icon = (browser, size, { ground = "transparent", drawn = size } = {}) =>
  picture(browser, `<body style="margin:0;height:${size}px;display:grid;place-items:center;background:${ground}"><img src="${ICON_ADDRESS}" width="${drawn}" height="${drawn}" style="display:block">`, size, size);

const GROUND = "#0f5c55";

/** What of a maskable icon is never cut off: a circle of four fifths of it (W3C, Web Application Manifest). The corners of ours are within. */
const MASKABLE = { ground: GROUND, drawn: 432 };

/** An ICO file of PNG pictures: `[size, png]`. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // icons, not cursors
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(([size, png], index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

await main(async () => {
  await ensurePackages();
  const { browser: executablePath } = await ensureBrowser();
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath });
  const preview = readFileSync(inRoot("scripts", "draw", "preview.html"), "utf8").replace("ICON", ICON_ADDRESS);
  const files = {
    "preview.png": await picture(browser, preview, 1200, 630),
    "apple-touch-icon.png": await icon(browser, 180, { ground: GROUND }),
    "explore/icon-192.png": await icon(browser, 192),
    "explore/icon-512.png": await icon(browser, 512),
    "explore/icon-maskable.png": await icon(browser, 512, MASKABLE),
    "favicon.ico": ico([[16, await icon(browser, 16)], [32, await icon(browser, 32)], [48, await icon(browser, 48)]]),
  };
  await browser.close();
  for (const [name, content] of Object.entries(files)) writeFileSync(inRoot("www", name), content);
  say(`Drew ${Object.keys(files).join(", ")} in www/.`);
});
