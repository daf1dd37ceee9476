// A headless browser, and a server for the files of a page.

import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { which } from "../../../scripts/lib/paths.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** Starts the installed browser. */
export function launch() {
  const executablePath = which("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...args, "--disable-gpu", "--disable-dev-shm-usage"] });
}

/**
 * Serves folders by the start of a path, the longest first, under the policy that the README asks of a page. `inline`: with scripts in
 * the page itself; `wasm`: with WebAssembly.
 */
export async function serve(folders, connect, { inline = true, wasm = true } = {}) {
  const policy = `default-src 'none'; script-src 'self'${inline ? " 'unsafe-inline'" : ""}${wasm ? " 'wasm-unsafe-eval'" : ""}; connect-src 'self' ${connect}`;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const start = Object.keys(folders).sort((a, b) => b.length - a.length).find((prefix) => path.startsWith(prefix));
    const file = join(folders[start] ?? "/nowhere", path.slice(start?.length ?? 0) || "index.html");
    if (!existsSync(file)) return response.writeHead(404).end();
    const headers = { "content-type": TYPES[extname(file)] ?? "text/plain", "content-security-policy": policy };
    response.writeHead(200, { ...headers, "access-control-allow-origin": "*" }); // for pages that have no origin
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${server.address().port}`, stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) };
}

/** Opens a page and waits for its title to be this. Fails with what the page wrote to its console. */
export async function untilTitled(browser, url, title, timeout = 20_000) {
  const page = await browser.newPage();
  const written = [];
  page.on("console", (message) => written.push(message.text()));
  page.on("pageerror", (error) => written.push(String(error)));
  try {
    await page.goto(url);
    await page.waitForFunction((expected) => document.title === expected, title, { timeout });
  } catch (error) {
    throw new Error(`expected the title "${title}", and "${await page.title()}" came: ${written.join("; ")}`, { cause: error });
  }
  return page;
}
