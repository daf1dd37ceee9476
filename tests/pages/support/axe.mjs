// What every page must be: free of faults that axe finds, in both themes, on a phone and on a desktop, and no wider than
// its screen.

import assert from "node:assert/strict";
import axe from "axe-core";

const SCREENS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const THEMES = ["light", "dark"];

/** Checks the page as it stands, whose name is told where it fails. */
export async function assertAccessible(page, name) {
  const before = page.viewportSize();
  const faults = [];
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
    if (scroll > client) faults.push(`${name}, ${screen}: ${scroll} pixels wide on a screen of ${client}: ${await widest(page)}`);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      for (const { id, help, nodes } of await violations(page)) {
        faults.push(`${name}, ${screen}, ${colorScheme}: ${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary.replace(/\s+/g, " ")}`).join("; ")}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
  assert.deepEqual(faults, []);
}

/** What reaches beyond the right edge. */
function widest(page) {
  return page.evaluate(() => {
    const beyond = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5);
    return beyond.slice(0, 3).map((one) => one.outerHTML.slice(0, 120)).join(" ");
  });
}

async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await inject(page);
  const run = () => window.axe.run(document, { resultTypes: ["violations", "incomplete"] });
  const { violations: found, incomplete } = await page.evaluate(run);
  // A text whose contrast can't be told is one that nobody has checked; axe leaves out what has a single character.
  const isText = ({ any }) => any.every(({ data }) => data?.messageKey !== "shortTextContent");
  const untold = incomplete.filter(({ id }) => id === "color-contrast").map((one) => ({ ...one, nodes: one.nodes.filter(isText) }));
  return [...found, ...untold.filter(({ nodes }) => nodes.length > 0)];
}

/** Past the page's Content-Security-Policy, which lets no such script in. */
async function inject(page) {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: `${axe.source}; null` });
  await session.detach();
  assert.equal(exceptionDetails, undefined);
}
