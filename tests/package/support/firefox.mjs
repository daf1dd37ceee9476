// A headless Firefox, by the few commands of WebDriver that the tests need: playwright-core drives no Firefox but its own.

import { setTimeout as sleep } from "node:timers/promises";
import { launch, lines, stop } from "../../../scripts/lib/run.mjs";
import { freePort } from "../../../scripts/lib/server.mjs";
import { ensureFirefox } from "../../../scripts/lib/setup.mjs";

const READY_WITHIN_MS = 30_000;
const TITLED_WITHIN_MS = 30_000;

/** Starts the installed Firefox. */
export async function launchFirefox() {
  const { browser, driver } = await ensureFirefox();
  const port = await freePort();
  const child = launch(driver, ["--host", "127.0.0.1", "--port", String(port), "--websocket-port", "0"]);
  const written = [];
  for (const stream of [child.stdout, child.stderr]) lines(stream, (line) => written.push(line));
  const firefox = new Firefox(`http://127.0.0.1:${port}`, child, written);
  try {
    await firefox.start(browser);
    return firefox;
  } catch (error) {
    await stop(child);
    throw new Error(`expected a Firefox, and it did not start: ${written.join("; ")}`, { cause: error });
  }
}

class Firefox {
  #url;
  #child;
  /** What the driver wrote, and through it the pages to their consoles. */
  #written;

  constructor(url, child, written) {
    this.#url = url;
    this.#child = child;
    this.#written = written;
  }

  async start(binary) {
    await until(() => this.#command("GET", "/status").then(({ ready }) => ready, () => false), READY_WITHIN_MS);
    const prefs = { "devtools.console.stdout.content": true, "privacy.reduceTimerPrecision": false }; // whole milliseconds measure nothing
    const options = { binary, args: ["-headless"], prefs };
    const { sessionId } = await this.#command("POST", "/session", { capabilities: { alwaysMatch: { "moz:firefoxOptions": options } } });
    this.#url += `/session/${sessionId}`;
  }

  /** Opens a page, waits for its title to be this, and returns what a script's body returns in it. */
  async untilTitled(url, title, script = "") {
    this.#written.length = 0;
    await this.#command("POST", "/url", { url });
    if (await until(async () => (await this.#command("GET", "/title")) === title, TITLED_WITHIN_MS)) {
      return this.#command("POST", "/execute/sync", { script, args: [] });
    }
    throw new Error(`expected the title "${title}", and "${await this.#command("GET", "/title")}" came: ${this.#written.join("; ")}`);
  }

  async close() {
    await this.#command("DELETE", "").catch(() => {}); // it may be gone already
    await stop(this.#child);
  }

  async #command(method, path, body) {
    const json = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(this.#url + path, { method, ...json });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }
}

/** Whether something came true in time. */
async function until(check, time) {
  for (const deadline = performance.now() + time; performance.now() < deadline; await sleep(50)) if (await check()) return true;
  return false;
}
