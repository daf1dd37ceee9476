// A browser that WebDriver drives, by the few commands that the tests need: playwright-core drives no Firefox and no WebKit but its own.

import { setTimeout as sleep } from "node:timers/promises";
import { launch, lines, stop } from "../../../scripts/lib/run.mjs";
import { freePort } from "../../../scripts/lib/server.mjs";

const READY_WITHIN_MS = 30_000;
const TITLED_WITHIN_MS = 30_000;
const ANSWERED_WITHIN_MS = 60_000;

/**
 * Starts a driver, and a browser by it.
 *
 * @param {string} name the browser's, for errors
 * @param {string} driver its driver's program
 * @param {object} options
 * @param {(port: number) => string[]} options.args those of the driver
 * @param {object} options.capabilities which browser, and how it is started
 * @param {object} [options.env] of both
 */
export async function drive(name, driver, { args, capabilities, env = process.env }) {
  const port = await freePort();
  const child = launch(driver, args(port), { env });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) lines(stream, (line) => written.push(line));
  const browser = new DrivenBrowser(`http://127.0.0.1:${port}`, child, written);
  try {
    await browser.start(capabilities);
    return browser;
  } catch (error) {
    await stop(child);
    throw new Error(`expected ${name}, and it did not start: ${written.join("; ")}`, { cause: error });
  }
}

class DrivenBrowser {
  #url;
  #child;
  /** What the driver wrote, and through it the pages to their consoles. */
  #written;
  /** The tab that there is from the start. */
  #first;
  /** The last command to a tab. */
  #last = Promise.resolve();

  constructor(url, child, written) {
    this.#url = url;
    this.#child = child;
    this.#written = written;
  }

  async start(capabilities) {
    await until(() => this.#command("GET", "/status").then(({ ready }) => ready, () => false), READY_WITHIN_MS);
    const session = await this.#command("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
    this.version = session.capabilities.browserVersion;
    this.#url += `/session/${session.sessionId}`;
    this.#first = await this.#command("GET", "/window");
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

  /** Tabs that are closed together. Contexts share their storage. */
  newContext() {
    const pages = [];
    const newPage = async () => {
      pages.push(await this.#newPage());
      return pages.at(-1);
    };
    return { newPage, close: () => Promise.all(pages.map((page) => page.close())) };
  }

  async #newPage() {
    // The current tab may be closed already; the first one never is.
    const { handle } = await this.#inTab(this.#first, "POST", "/window/new", { type: "tab" });
    return new DrivenPage((method, path, body) => this.#inTab(handle, method, path, body));
  }

  /** Commands go to one tab at a time. */
  #inTab(handle, method, path, body) {
    const done = this.#last.then(async () => {
      await this.#command("POST", "/window", { handle });
      return this.#command(method, path, body);
    });
    this.#last = done.catch(() => {});
    return done;
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

/** A tab, by what tests of both browsers use of playwright-core's pages. Several may be evaluating at once. */
class DrivenPage {
  #command;
  #calls = 0;
  #isClosed = false;

  constructor(command) {
    this.#command = command;
  }

  async goto(url) {
    await this.#command("POST", "/url", { url });
  }

  /** Calls a function in the page, with an argument of JSON. Its scripts run where those of the page do, which its policy has to allow. */
  async evaluate(work, argument = null) {
    const name = `answer${(this.#calls += 1)}`;
    const call = `(async () => (${work})(${JSON.stringify(argument)}))()`;
    const text = `${call}.then((value) => ({ value: value ?? null }), (error) => ({ error: String(error) })).then((answer) => document.documentElement.setAttribute("data-${name}", JSON.stringify(answer)));`;
    await this.#execute("document.head.append(Object.assign(document.createElement('script'), { textContent: arguments[0] }))", text);
    let answer;
    await until(async () => (answer = await this.#execute("return document.documentElement.getAttribute(arguments[0])", `data-${name}`)) !== null, ANSWERED_WITHIN_MS);
    if (answer === null) throw new Error(`expected an answer of the page within ${ANSWERED_WITHIN_MS} ms, and none came of ${work}`);
    const { value, error } = JSON.parse(answer);
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Waits until a function in the page gives something true. */
  async waitForFunction(work, argument) {
    if (!(await until(() => this.evaluate(work, argument), TITLED_WITHIN_MS))) throw new Error(`expected it to come true within ${TITLED_WITHIN_MS} ms: ${work}`);
  }

  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#command("DELETE", "/window");
  }

  #execute(script, ...args) {
    return this.#command("POST", "/execute/sync", { script, args });
  }
}

/** Whether something came true in time. */
async function until(check, time) {
  for (const deadline = performance.now() + time; performance.now() < deadline; await sleep(50)) if (await check()) return true;
  return false;
}
