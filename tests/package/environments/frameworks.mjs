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
const next = (name, rows, { bundler = "turbopack", config = {}, isDevelopment = false } = {}) => ({
  name,
  of: "next",
  tools: "next",
  rows,
  async run(stage) {
    stage.copy("next", "app");
    stage.write({ "next.config.mjs": `export default ${JSON.stringify(config)};\n` });
    for (const folder of ["client", "server", "route", "edge"]) stage.writeScripts(ALL, { folder: `app/${folder}` });
    if (!isDevelopment) await stage.tool("next", ["build", `--${bundler}`]);
    const start = isDevelopment ? ["dev", `--${bundler}`] : ["start"];
    return stage.serving(NODE, [stage.path("node_modules", ".bin", "next"), ...start, "--hostname", "127.0.0.1", "--port", PORT], async (url) => ({
      "client component": await stage.opened(`${url}/client`),
      "server component": await shown(stage, `${url}/server`),
      "route handler": await json(`${url}/route`),
      "edge runtime": await json(`${url}/edge`),
    }));
  },
});

export const nextTurbopack = next("Next with Turbopack", NEXT);
export const nextDevelopment = next("Next's development server", NEXT, { isDevelopment: true });

/** With webpack, and with what the README says for entries that are lost. */
export const nextWebpack = next("Next with webpack, the package outside", { ...NEXT, "server component": ALL }, { bundler: "webpack", config: { serverExternalPackages: ["@postern/client"] } });

/** SvelteKit: built for Node, or by its development server. */
const svelteKitOf = (name, start, rows) => ({
  name,
  of: "@sveltejs/kit",
  tools: "sveltekit",
  rows,
  async run(stage) {
    stage.copy("sveltekit", "src", "vite.config.js");
    stage.writeScripts(ALL, { folder: "src/routes" });
    return stage.serving(NODE, await start(stage), async (url) => ({
      page: await stage.opened(url),
      "load function of a server": await shown(stage, `${url}/server`),
      endpoint: await json(`${url}/endpoint`),
    }));
  },
});

const SVELTEKIT = { page: ALL, "load function of a server": ALL, endpoint: ALL };

export const svelteKit = svelteKitOf("SvelteKit", async (stage) => {
  await stage.tool("vite", ["build", "--logLevel", "warn"]);
  return [stage.path("server")];
}, SVELTEKIT);

export const svelteKitDevelopment = svelteKitOf("SvelteKit's development server", (stage) => [stage.path("node_modules", ".bin", "vite"), "dev", "--host", "127.0.0.1", "--port", PORT], SVELTEKIT);

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
