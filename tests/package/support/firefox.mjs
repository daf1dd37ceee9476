// A headless Firefox.

import { ensureFirefox } from "../../../scripts/lib/setup.mjs";
import { drive } from "./webdriver.mjs";

/** Starts the installed Firefox. */
export async function launchFirefox() {
  const { browser, driver } = await ensureFirefox();
  const prefs = { "devtools.console.stdout.content": true, "privacy.reduceTimerPrecision": false }; // whole milliseconds measure nothing
  return drive("Firefox", driver, {
    args: (port) => ["--host", "127.0.0.1", "--port", String(port), "--websocket-port", "0"],
    capabilities: { "moz:firefoxOptions": { binary: browser, args: ["-headless"], prefs } },
  });
}
