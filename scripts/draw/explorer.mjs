// `node scripts/draw/explorer.mjs`: makes README.md's picture of the explorer anew, docs/explorer.png, as a browser shows it on a running
// `npm start`: in light colours, from below the title on.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../lib/paths.mjs";
import { main } from "../lib/run.mjs";
import { Fault, say } from "../lib/say.mjs";
import { settings } from "../lib/settings.mjs";
import { ensureBrowser, ensurePackages } from "../lib/setup.mjs";

/** As wide as a window that has the query beside the answer, and drawn smaller: as large as a README shows it. */
const WINDOW = { viewport: { width: 1200, height: 800 }, deviceScaleFactor: 0.8 };
const QUERY = "call=search&keyword=heron*&platform=instagram&sort_by=likes_count&on=sample";

/** Where the service answers. */
function address() {
  const file = join(settings().state, "dev.json");
  if (!existsSync(file)) throw new Fault("No service runs.", { expected: `${file} of a running \`npm start\``, todo: "run `npm start` in another terminal, and this again" });
  return JSON.parse(readFileSync(file, "utf8")).url;
}

await main(async () => {
  await ensurePackages();
  const { browser: executablePath } = await ensureBrowser();
  const url = `${address()}/explore/?${QUERY}`;
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ ...WINDOW, colorScheme: "light" });
    await page.goto(url);
    await page.locator("#result .post").first().waitFor();
    await page.evaluate(() => scrollTo(0, document.querySelector(".source").getBoundingClientRect().top - 20));
    await page.screenshot({ path: inRoot("docs", "explorer.png") });
  } finally {
    await browser.close();
  }
  say("Drew docs/explorer.png.");
});
