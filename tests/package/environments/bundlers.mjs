// Bundlers: what each builds for a page, under a strict policy in Chromium, and for a server, in Node.

import { NODE } from "../../../scripts/lib/paths.mjs";
import { page } from "../support/stage.mjs";
import { LOST, LOST_ON_SERVERS, ALL, SERVER } from "./remedies.mjs";

/** The row of a server whose bundle does not have the package in it. */
const OUTSIDE = "built server, the package outside";

/** It stays outside of a server's bundle, as its parts for servers are scripts that `require` modules of Node. */
const REACT = ["react", "react-dom"];

/** A bundler that copies scripts only. */
const LOSING = { "built page": LOST, "built server": LOST_ON_SERVERS, [OUTSIDE]: SERVER };

const PROGRAM = 'import { exercise } from "./exercise.js";\nconsole.log(JSON.stringify(await exercise()));\n';

/** What came of the page that a bundler made of `main.js`. */
async function builtPage(stage, row, build) {
  stage.writeScripts(row);
  stage.write({ "index.html": page("/main.js") });
  await build();
  stage.write({ "page/index.html": page("/main.js") });
  return stage.served(stage.path("page"));
}

/** What came of the program that a bundler made of `server.js`. */
async function builtServer(stage, row, build) {
  stage.writeScripts(row, { rendering: "server" });
  stage.write({ "server.js": PROGRAM });
  await build();
  return stage.printed(NODE, [stage.path("server", "server.js")]);
}

export const vite = {
  name: "Vite",
  of: "vite",
  isShort: true,
  rows: { "built page": ALL, "development server": ALL },
  async run(stage) {
    const { build, createServer } = await import("vite");
    const shared = { root: stage.folder, logLevel: "error", configFile: false };
    stage.writeScripts(ALL);
    stage.write({ "index.html": page("/main.js") });
    await build({ ...shared, build: { outDir: "page", target: "es2022" } });
    const built = await stage.served(stage.path("page"));
    const server = await createServer({ ...shared, server: { host: "127.0.0.1", port: 0 } });
    await server.listen();
    try {
      return { "built page": built, "development server": await stage.opened(`http://127.0.0.1:${server.httpServer.address().port}/`) };
    } finally {
      await server.close();
    }
  },
};

export const webpack = {
  name: "webpack",
  of: "webpack",
  isShort: true,
  rows: { "built page": ALL, "built server": SERVER },
  async run(stage) {
    const { default: webpack } = await import("webpack");
    const build = (config) =>
      new Promise((resolve, reject) => {
        const settings = { context: stage.folder, mode: "production", performance: { hints: false }, experiments: { outputModule: true }, ...config };
        webpack(settings, (error, stats) => (error || stats.hasErrors() || stats.hasWarnings() ? reject(error ?? new Error(stats.toString({ colors: false }))) : resolve()));
      });
    const output = (folder) => ({ path: stage.path(folder), filename: "[name].js", module: true });
    return {
      "built page": await builtPage(stage, ALL, () => build({ entry: { main: "./main.js" }, output: output("page"), target: "web" })),
      "built server": await builtServer(stage, SERVER, () => build({ entry: { server: "./server.js" }, output: output("server"), target: "node20" })),
    };
  },
};

export const esbuild = {
  name: "esbuild",
  of: "esbuild",
  isShort: true,
  rows: LOSING,
  async run(stage) {
    const { build } = await import("esbuild");
    const shared = { absWorkingDir: stage.folder, bundle: true, format: "esm", minify: true, logLevel: "error" };
    const server = (more) => build({ ...shared, entryPoints: ["server.js"], outdir: "server", platform: "node", ...more });
    return {
      "built page": await builtPage(stage, LOST, () => build({ ...shared, entryPoints: ["main.js"], outdir: "page" })),
      "built server": await builtServer(stage, LOST_ON_SERVERS, () => server({ external: REACT })),
      [OUTSIDE]: await builtServer(stage, SERVER, () => server({ external: ["@postern/client", ...REACT] })),
    };
  },
};

export const rollup = {
  name: "Rollup",
  of: "rollup",
  tools: "rollup",
  rows: LOSING,
  async run(stage) {
    const config = (condition, external) => `
      import commonjs from "@rollup/plugin-commonjs";
      import resolve from "@rollup/plugin-node-resolve";
      import replace from "@rollup/plugin-replace";
      const react = [commonjs(), replace({ preventAssignment: true, "process.env.NODE_ENV": JSON.stringify("production") })];
      const onwarn = (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning); // "use client" of the entry react
      export default { plugins: [resolve({ exportConditions: ["${condition}"] }), ...react], external: ${external}, onwarn };
    `;
    stage.write({ "page.config.js": config("browser", "[]"), "server.config.js": config("node", "/^(node:|react)/"), "outside.config.js": config("node", "/^(node:|react|@postern\\/client)/") });
    const bundled = (entry, folder, config = folder) => stage.tool("rollup", ["-c", `${config}.config.js`, "-i", entry, "-d", folder, "-f", "es", "--failAfterWarnings"]);
    return {
      "built page": await builtPage(stage, LOST, () => bundled("main.js", "page")),
      "built server": await builtServer(stage, LOST_ON_SERVERS, () => bundled("server.js", "server")),
      [OUTSIDE]: await builtServer(stage, SERVER, () => bundled("server.js", "server", "outside")),
    };
  },
};

export const parcel = {
  name: "Parcel",
  of: "parcel",
  tools: "parcel",
  rows: { "built page, with `packageExports`": ALL },
  async run(stage) {
    stage.configure({ "@parcel/resolver-default": { packageExports: true } });
    stage.writeScripts(ALL);
    stage.write({ "index.html": page("./main.js") });
    await stage.tool("parcel", ["build", "index.html", "--dist-dir", "page", "--no-source-maps"]);
    return { "built page, with `packageExports`": await stage.served(stage.path("page"), { inline: true }) }; // Parcel writes a map of imports into the page
  },
};

export const bunBuild = {
  name: "`bun build`",
  of: "bun",
  tools: "bun",
  rows: LOSING,
  async run(stage) {
    const bundled = (entry, folder, target, more = []) => stage.run(stage.path("node_modules", ".bin", "bun"), ["build", entry, "--outdir", folder, "--target", target, ...more]);
    return {
      "built page": await builtPage(stage, LOST, () => bundled("main.js", "page", "browser")),
      "built server": await builtServer(stage, LOST_ON_SERVERS, () => bundled("server.js", "server", "node")),
      [OUTSIDE]: await builtServer(stage, SERVER, () => bundled("server.js", "server", "node", ["--external", "@postern/client", ...REACT.flatMap((name) => ["--external", name])])),
    };
  },
};
