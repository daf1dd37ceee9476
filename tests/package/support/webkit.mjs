// WebKit, as GTK programs have it, in the small browser that comes with it: it wants a display, which Xvfb keeps in memory.

import { once } from "node:events";
import { launch, stop } from "../../../scripts/lib/run.mjs";
import { ensureWebKit } from "../../../scripts/lib/setup.mjs";
import { drive } from "./webdriver.mjs";

/** Starts the installed WebKit. */
export async function launchWebKit() {
  const { browser, driver, display } = await ensureWebKit();
  const screen = launch(display, ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]);
  try {
    const [number] = await once(screen.stdout, "data");
    const webkit = await drive("WebKit", driver, {
      args: (port) => ["--host=127.0.0.1", `--port=${port}`],
      capabilities: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } },
      env: { ...process.env, DISPLAY: `:${String(number).trim()}`, ...withoutSandbox() },
    });
    const close = webkit.close.bind(webkit);
    return Object.assign(webkit, { close: () => close().finally(() => stop(screen)) });
  } catch (error) {
    await stop(screen);
    throw error;
  }
}

/** WebKit's sandbox does not start as root, as in CI. */
const withoutSandbox = () => (process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {});
