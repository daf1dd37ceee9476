// Frameworks that run code on servers and in pages: what each builds for production, started as its documents say.

import { NODE } from "../../../scripts/lib/paths.mjs";
import { PORT } from "../support/stage.mjs";
import { CLIENT, LOST, LOST_ON_SERVERS, PAGE, SERVER, withoutReact } from "./remedies.mjs";

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

/** What is not rendered in a page has no hooks. */
const HOOKLESS = { ...SERVER, react: CLIENT };

const NEXT = { "client component": PAGE, "server component": { ...HOOKLESS, import: LOST_ON_SERVERS.import }, "route handler": HOOKLESS, "edge runtime": HOOKLESS };

/** Next, with one of its bundlers. */
const next = (name, rows, { bundler = "turbopack", config = {}, isDevelopment = false } = {}) => ({
  name,
  of: "next",
  tools: "next",
  rows,
  async run(stage) {
    stage.copy("next", "app");
    stage.write({ "next.config.mjs": `export default ${JSON.stringify(config)};\n` });
    stage.writeScripts(PAGE, { folder: "app/client" });
    for (const folder of ["server", "route", "edge"]) stage.writeScripts(HOOKLESS, { folder: `app/${folder}`, rendering: "nowhere" });
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
export const nextWebpack = next("Next with webpack, the package outside", { ...NEXT, "server component": HOOKLESS }, { bundler: "webpack", config: { serverExternalPackages: ["@postern/client"] } });

/** SvelteKit: built for Node, or by its development server. */
const svelteKitOf = (name, start, rows) => ({
  name,
  of: "@sveltejs/kit",
  tools: "sveltekit",
  rows,
  async run(stage) {
    stage.copy("sveltekit", "src", "vite.config.js");
    stage.writeScripts(withoutReact(PAGE), { folder: "src/routes" });
    return stage.serving(NODE, await start(stage), async (url) => ({
      page: await stage.opened(url),
      "load function of a server": await shown(stage, `${url}/server`),
      endpoint: await json(`${url}/endpoint`),
    }));
  },
});

const SVELTEKIT = { page: withoutReact(PAGE), "load function of a server": withoutReact(SERVER), endpoint: withoutReact(SERVER) };

export const svelteKit = svelteKitOf("SvelteKit", async (stage) => {
  await stage.tool("vite", ["build", "--logLevel", "warn"]);
  return [stage.path("server")];
}, SVELTEKIT);

export const svelteKitDevelopment = svelteKitOf("SvelteKit's development server", (stage) => [stage.path("node_modules", ".bin", "vite"), "dev", "--host", "127.0.0.1", "--port", PORT], SVELTEKIT);

export const angular = {
  name: "Angular",
  of: "@angular/core",
  tools: "angular",
  rows: { "built page": withoutReact(LOST) },
  async run(stage) {
    stage.copy("angular", "src", "angular.json", "tsconfig.json");
    stage.writeScripts(withoutReact(LOST), { folder: "src" });
    await stage.tool("ng", ["build"]);
    return { "built page": await stage.served(stage.path("page", "browser")) };
  },
};
