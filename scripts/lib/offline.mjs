// Which files of the site the explorer needs, so that its service worker can keep them: the page, what it links, and all modules
// that these can load.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { inRoot } from "./paths.mjs";

const PAGE = "explore/index.html";
/** Where it is, in `www/` and in the site. */
export const SERVICE_WORKER = "explore/service-worker.js";
/** What is neither linked nor imported. */
const FETCHED = ["/sample.ndjson", "/explore/icon-192.png", "/explore/icon-512.png", "/explore/icon-maskable.png"];
const OWN_LINK = /(?:href|src)="(\/[^"]+\.(?:css|js|svg|png|webmanifest))"/g;
const PACKAGE_FOLDER = /^\/package\/[^/]+\//;

/** Writes the service worker of a site that is built, with the list. */
export async function writeOfflineFiles(site) {
  const paths = await offlineFiles(site);
  const hash = createHash("sha256");
  for (const path of paths) hash.update(path).update(readFileSync(fileOf(site, path)));
  const text = readFileSync(inRoot("www", SERVICE_WORKER), "utf8");
  const list = paths.map((path) => `  ${JSON.stringify(path)},\n`).join("");
  writeFileSync(join(site, SERVICE_WORKER), text.replace("%VERSION%", hash.digest("hex").slice(0, 16)).replace('["%FILES%"]', () => `[\n${list}]`));
}

/** The paths of all files, in order. */
export async function offlineFiles(site) {
  const html = readFileSync(join(site, PAGE), "utf8");
  const linked = [...html.matchAll(OWN_LINK)].map(([, path]) => path);
  const modules = await modulesOf(site, linked.filter((path) => path.endsWith(".js")));
  const all = ["/explore/", ...linked, ...modules, ...modulesBeside(site, modules), ...FETCHED];
  return [...new Set(all)].sort();
}

const fileOf = (site, path) => join(site, path.endsWith("/") ? `${path}index.html` : path);

/** The scripts, and all that they import, at once or later. */
async function modulesOf(site, scripts) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: scripts.map((path) => join(site, path)),
    absWorkingDir: site,
    bundle: true,
    format: "esm",
    outdir: "/",
    metafile: true,
    write: false,
    logLevel: "error",
    plugins: [{ name: "site", setup: ({ onResolve }) => onResolve({ filter: /^\// }, ({ path, kind }) => (kind === "entry-point" ? undefined : { path: join(site, path) })) }],
  });
  return Object.keys(metafile.inputs).map((path) => `/${relative(site, join(site, path))}`);
}

/** The package's scripts load the WebAssembly modules that are in their folders. */
function modulesBeside(site, modules) {
  const folders = new Set(modules.map((path) => PACKAGE_FOLDER.exec(path)?.[0]).filter(Boolean));
  return [...folders].flatMap((folder) => readdirSync(join(site, folder)).filter((name) => name.endsWith(".wasm")).map((name) => folder + name));
}
