// Frameworks that run code on servers and in pages: what each builds for production, started as its documents say.

import { NODE } from "../../../scripts/lib/paths.mjs";
import { PORT } from "../support/stage.mjs";
import { ALL, LOST, LOST_ON_SERVERS } from "./remedies.mjs";

const json = async (url) => (await fetch(url)).json();

/** What a page of a server has in its `<pre>`. */
async function shown(stage, url) {
  const page = await stage.browser.newPage();
  try {
    await page.goto(url);
    return JSON.parse(await page.locator("pre").textContent());
  } finally {
    await page.close();
  }
}

const NEXT = { "client component": ALL, "server component": LOST_ON_SERVERS, "route handler": ALL, "edge runtime": ALL };

/** Next, with one of its bundlers. */
const next = (bundler, rows) => ({
  name: `Next with ${bundler}`,
  of: "next",
  tools: "next",
  rows,
  async run(stage) {
    stage.copy("next", "app");
    for (const folder of ["client", "server", "route", "edge"]) stage.writeScripts(ALL, { folder: `app/${folder}` });
    await stage.tool("next", ["build", `--${bundler.toLowerCase()}`]);
    return stage.serving(NODE, [stage.path("node_modules", ".bin", "next"), "start", "--hostname", "127.0.0.1", "--port", PORT], async (url) => ({
      "client component": await stage.opened(`${url}/client`),
      "server component": await shown(stage, `${url}/server`),
      "route handler": await json(`${url}/route`),
      "edge runtime": await json(`${url}/edge`),
    }));
  },
});

export const nextTurbopack = next("Turbopack", NEXT);
export const nextWebpack = next("webpack", { ...NEXT, "server component": ALL });

export const svelteKit = {
  name: "SvelteKit",
  of: "@sveltejs/kit",
  tools: "sveltekit",
  rows: { page: ALL, "server's load function": ALL, endpoint: ALL },
  async run(stage) {
    stage.copy("sveltekit", "src", "vite.config.js");
    stage.writeScripts(ALL, { folder: "src/routes" });
    await stage.tool("vite", ["build", "--logLevel", "warn"]);
    return stage.serving(NODE, [stage.path("server")], async (url) => ({
      page: await stage.opened(url),
      "server's load function": await shown(stage, `${url}/server`),
      endpoint: await json(`${url}/endpoint`),
    }));
  },
};

export const angular = {
  name: "Angular",
  of: "@angular/core",
  tools: "angular",
  rows: { "built page": LOST },
  async run(stage) {
    stage.copy("angular", "src", "angular.json", "tsconfig.json");
    stage.writeScripts(LOST, { folder: "src" });
    await stage.tool("ng", ["build"]);
    return { "built page": await stage.served(stage.path("page", "browser")) };
  },
};
