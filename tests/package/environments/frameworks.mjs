// Frameworks that run code on servers and in pages: what each builds for production, started as its documents say.

import { NODE } from "../../../scripts/lib/paths.mjs";
import { PORT } from "../support/stage.mjs";
import { CLIENT, LOST, LOST_ON_SERVERS, ALL, SERVER, withoutReact } from "./remedies.mjs";

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

const NEXT = { "client component": ALL, "server component": { ...HOOKLESS, import: LOST_ON_SERVERS.import }, "route handler": HOOKLESS, "edge runtime": HOOKLESS };

/** Next, with one of its bundlers. */
const next = (name, rows, { bundler = "turbopack", config = {}, isDevelopment = false } = {}) => ({
  name,
  of: "next",
  tools: "next",
  rows,
  async run(stage) {
    stage.copy("next", "app");
    stage.write({ "next.config.mjs": `export default ${JSON.stringify(config)};\n` });
    stage.writeScripts(ALL, { folder: "app/client" });
    const others = { server: "server component", route: "route handler", edge: "edge runtime" };
    for (const [folder, how] of Object.entries(others)) stage.writeScripts({ ...HOOKLESS, react: rows[how].react }, { folder: `app/${folder}`, rendering: "nowhere" });
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

/**
 * With webpack, and with what the README says for the entry that is lost; the whole package outside would be without Next's own React. For the
 * edge runtime Next builds no route that imports a module for the client, whatever that does.
 */
export const nextWebpack = next(
  "Next with webpack, `import` outside",
  { "client component": ALL, "server component": HOOKLESS, "route handler": HOOKLESS, "edge runtime": withoutReact(SERVER) },
  { bundler: "webpack", config: { serverExternalPackages: ["@postern/client/dist/import"] } },
);

/** SvelteKit: built for Node, or by its development server. */
const svelteKitOf = (name, start, rows) => ({
  name,
  of: "@sveltejs/kit",
  tools: "sveltekit",
  rows,
  async run(stage) {
    stage.copy("sveltekit", "src", "vite.config.js");
    stage.writeScripts(withoutReact(ALL), { folder: "src/routes" });
    return stage.serving(NODE, await start(stage), async (url) => ({
      page: await stage.opened(url),
      "load function of a server": await shown(stage, `${url}/server`),
      endpoint: await json(`${url}/endpoint`),
    }));
  },
});

const SVELTEKIT = { page: withoutReact(ALL), "load function of a server": withoutReact(SERVER), endpoint: withoutReact(SERVER) };

export const svelteKit = svelteKitOf("SvelteKit", async (stage) => {
  await stage.tool("vite", ["build", "--logLevel", "warn"]);
  return [stage.path("server")];
}, SVELTEKIT);

export const svelteKitDevelopment = svelteKitOf("SvelteKit's development server", (stage) => [stage.path("node_modules", ".bin", "vite"), "dev", "--host", "127.0.0.1", "--port", PORT], SVELTEKIT);

/** Nuxt: built for Node, or by its development server. */
const nuxtOf = (name, server, start) => ({
  name,
  of: "nuxt",
  tools: "nuxt",
  rows: { page: withoutReact(ALL), "page that a server renders": withoutReact(server), "server route": withoutReact(server) },
  async run(stage) {
    stage.copy("nuxt", "app", "server", "nuxt.config.js");
    for (const folder of ["app", "server"]) stage.writeScripts(withoutReact(ALL), { folder });
    return stage.serving(NODE, await start(stage), async (url) => ({
      page: await stage.opened(url),
      "page that a server renders": await shown(stage, `${url}/server`),
      "server route": await json(`${url}/endpoint`),
    }));
  },
});

export const nuxt = nuxtOf("Nuxt", LOST_ON_SERVERS, async (stage) => {
  await stage.tool("nuxt", ["build"]);
  return [stage.path(".output", "server", "index.mjs")];
});

export const nuxtDevelopment = nuxtOf("Nuxt's development server", SERVER, (stage) => [stage.path("node_modules", ".bin", "nuxt"), "dev", "--host", "127.0.0.1", "--port", PORT]);

/** Angular: a page that was built, or by its development server. */
const angularOf = (name, how, row, came) => ({
  name,
  of: "@angular/core",
  tools: "angular",
  rows: { [how]: row },
  async run(stage) {
    stage.copy("angular", "src", "angular.json", "tsconfig.json");
    stage.writeScripts(row, { folder: "src" });
    return { [how]: await came(stage) };
  },
});

export const angular = angularOf("Angular", "built page", withoutReact(LOST), async (stage) => {
  await stage.tool("ng", ["build"]);
  return stage.served(stage.path("page", "browser"));
});

export const angularDevelopment = angularOf("Angular's development server", "page", withoutReact(LOST), (stage) =>
  stage.serving(NODE, [stage.path("node_modules", ".bin", "ng"), "serve", "--host", "127.0.0.1", "--port", PORT], (url) => stage.opened(url)),
);
