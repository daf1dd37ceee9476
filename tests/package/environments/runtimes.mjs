// Runtimes: the package as it is installed, by `import` and by `require`.

import { execFileSync } from "node:child_process";
import { NODE, npmTool } from "../../../scripts/lib/paths.mjs";
import { WRANGLER, wranglerEnvironment } from "../../../scripts/lib/wrangler.mjs";
import { freePort } from "../../../scripts/lib/server.mjs";
import { PORT } from "../support/stage.mjs";
import { ALL, SERVER } from "./remedies.mjs";

const IMPORTED = 'import { exercise } from "./exercise.js";\nexercise().then((seen) => console.log(JSON.stringify(seen)));\n';
const REQUIRED = 'require("./exercise.cjs").exercise().then((seen) => console.log(JSON.stringify(seen)));\n';

/** What came of both, in a program that runs JavaScript. */
async function bothWays(stage, row, program) {
  stage.writeScripts(row, { rendering: "server" });
  stage.writeScripts(row, { file: "exercise.cjs", required: true, rendering: "server" });
  stage.write({ "imported.js": IMPORTED, "required.cjs": REQUIRED });
  return { import: await stage.printed(program, ["imported.js"]), require: await stage.printed(program, ["required.cjs"]) };
}

/** Those of Node: the project's own, and an older and a newer one. */
export const node = {
  name: "Node",
  of: "node",
  isShort: true,
  rows: { import: SERVER, require: SERVER },
  run: (stage) => bothWays(stage, SERVER, NODE),
};

const otherNode = (alias) => ({
  name: "Node",
  of: alias,
  tools: "nodes",
  rows: { import: SERVER, require: SERVER },
  run: (stage) => bothWays(stage, SERVER, stage.path("node_modules", alias, "bin", "node")),
});

export const node20 = otherNode("node-20");
export const node24 = otherNode("node-24");

export const deno = {
  name: "Deno",
  of: "deno",
  isShort: true,
  rows: { import: ALL },
  async run(stage) {
    stage.writeScripts(ALL, { rendering: "server" });
    stage.write({ "imported.js": IMPORTED });
    const allowed = [`--allow-net=${new URL(stage.service.url).host}`, "--allow-read=node_modules/@postern/client", "--allow-env=NODE_ENV"]; // React asks for the last
    const env = { DENO_DIR: stage.path(".deno"), DENO_NO_UPDATE_CHECK: "1" };
    return { import: await stage.printed(npmTool("deno"), ["run", "--no-prompt", "--no-remote", ...allowed, "imported.js"], { env }) };
  },
};

export const bun = {
  name: "Bun",
  of: "bun",
  tools: "bun",
  rows: { import: ALL, require: ALL },
  run: (stage) => bothWays(stage, ALL, stage.path("node_modules", ".bin", "bun")),
};

const WORKER = 'import { exercise } from "./exercise.js";\nexport default { fetch: async ({ url }) => Response.json(url.endsWith("/exercise") ? await exercise() : null) };\n';

export const workerd = {
  name: "Cloudflare Workers",
  of: "wrangler",
  isShort: true,
  rows: { "`wrangler dev`": SERVER },
  async run(stage) {
    stage.writeScripts(SERVER, { rendering: "server" });
    stage.write({ "worker.js": WORKER });
    const [program, ...wrangler] = WRANGLER;
    const args = ["dev", "worker.js", "--local", "--name", "consumer", "--compatibility-date", "2026-01-01", "--ip", "127.0.0.1", "--port", PORT];
    const more = ["--show-interactive-dev-session=false", "--inspector-port", String(await freePort())];
    const ask = async (url) => (await fetch(`${url}/exercise`)).json();
    return { "`wrangler dev`": await stage.serving(program, [...wrangler, ...args, ...more], ask, { env: wranglerEnvironment(stage.folder) }) };
  },
};
