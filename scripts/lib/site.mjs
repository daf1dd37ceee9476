// Builds the static site as it is served, `dist/site`: the pages of `www/`, whole, and the npm package that they import, at
// `/package/`. `npm start` serves it before the package is built: pages that import it say so until then (building.mjs). While it
// runs, what changes in `www/` is copied.
//
// The explorer opens without a network, too: its service worker keeps its files (offline.mjs).
//
// Public pages get their head, header and footer from page.mjs (`%HEAD%`, `%HEADER%`, `%FOOTER%`). The service's origin is
// in them, since previews of links need whole addresses.
//
// The front page, the explorer and `/open/` answer queries themselves, with the npm package. `www/posts/` has what they share:
// the form, cards, table, JSON, the call as programs, and words for errors. The front page asks the sample, `www/sample.ndjson`: 300
// invented posts, written by hand. The explorer asks the sample or the service. `/open/` reads files with the package's entry for
// workers: one reads them, and another one keeps the posts and answers for them. The policy of these pages also allows WebAssembly
// (`www/_headers`). Posts reach a page as text, only addresses of the web become links, and nothing of a post is loaded.
//
// The pages in `www/dashboard/` are files without data, so they can be cached and need no session. Their modules ask
// `/dashboard/api/`. Their policy allows scripts and styles of this service only, and no page may frame them.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { alone } from "./build.mjs";
import { BUILDING, beingBuilt, IMPORTING } from "./building.mjs";
import { SERVICE_WORKER, writeOfflineFiles } from "./offline.mjs";
import { NPM } from "./pack.mjs";
import { buildPackage, hashOfPackage, isPackageBuilt } from "./package.mjs";
import { finished } from "./page.mjs";
import { inRoot } from "./paths.mjs";
import { addVersion, isRelease } from "./registry/site.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

/** Where wrangler.toml says that the site is. */
export const SITE = inRoot("dist", "site");
const STAMP = inRoot("dist", ".stamp");

const SCRIPTS = [...["site", "page", "building", "offline", "pack"].map((name) => `scripts/lib/${name}.mjs`), "scripts/lib/registry"];
const hashOfPages = (origin) => hashOf(["www", ...SCRIPTS], origin);
const hashOfSite = (origin) => hashOf(["www", "npm/dist", "npm/package.json", "npm/README.md", ...SCRIPTS], JSON.stringify([origin, isRelease()]));

/** Builds what is not up to date. Returns whether anything was to do. */
export async function buildSite() {
  const tarball = await buildPackage();
  const origin = await publicOrigin();
  return alone(() =>
    unlessStamped(STAMP, hashOfSite(origin), async () => {
      writePages(origin);
      await addPackage(tarball, origin);
    }),
  );
}

/** Builds as much as there can be without compiling. Returns whether that is all of it. */
export async function beginSite() {
  if (isPackageBuilt()) {
    await buildSite();
    return true;
  }
  const origin = await publicOrigin();
  await alone(() => unlessStamped(STAMP, hashOfPages(origin), () => writePages(origin)));
  return false;
}

/** Builds the rest of what `beginSite` began, while it is served. */
export async function completeSite() {
  const tarball = await buildPackage();
  const origin = await publicOrigin();
  await alone(() => unlessStamped(STAMP, hashOfSite(origin), () => addPackage(tarball, origin)));
}

function writePages(origin) {
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  cpSync(inRoot("www"), SITE, { recursive: true });
  cpSync(BUILDING, join(SITE, "building.js"));
  for (const name of readdirSync(SITE, { recursive: true })) finish(name, origin);
}

/** Puts the package where the pages import it, and only then the pages that do: their readers reload. */
async function addPackage(tarball, origin) {
  const place = join(SITE, "package");
  rmSync(`${place}.new`, { recursive: true, force: true }); // of one that broke off
  cpSync(join(NPM, "dist"), `${place}.new`, { recursive: true, filter: (path) => !/\.stamp$|\.d\.c?ts$|\.cjs$|(workerd|edge-light|inside)\.js$/.test(path) });
  cpSync(tarball, join(`${place}.new`, "postern.tgz")); // what `npm install https://this-service/package/postern.tgz` takes
  await addVersion(`${place}.new`, tarball, hashOfPackage());
  rmSync(place, { recursive: true, force: true });
  renameSync(`${place}.new`, place);
  for (const name of IMPORTING) {
    cpSync(inRoot("www", name), join(SITE, name));
    finish(name, origin);
  }
  rmSync(join(SITE, "building.js"));
  await writeOfflineFiles(SITE);
}

/** Makes a page whole. One that imports the package says what it waits for, as long as there is none. */
function finish(name, origin) {
  if (!name.endsWith(".html")) return;
  const path = join(SITE, name);
  const page = finished(readFileSync(path, "utf8"), name, origin);
  const waits = IMPORTING.includes(name) && !existsSync(join(SITE, "package"));
  writeFileSync(path, waits ? beingBuilt(page) : page);
}

/** Copies what changes in `www/`, for as long as this process lives: who writes a page sees it with the next reload. */
export async function followSite() {
  const origin = await publicOrigin();
  watch(inRoot("www"), { recursive: true }, (_, name) => {
    if (name === SERVICE_WORKER) return; // its list of files is made by a build
    const [from, to] = [inRoot("www", name), join(SITE, name)];
    if (!existsSync(from)) rmSync(to, { recursive: true, force: true });
    else if (statSync(from).isFile()) {
      mkdirSync(dirname(to), { recursive: true });
      cpSync(from, to);
      finish(name, origin);
    }
  }).unref();
}

/** The origin in production, or in the environment that wrangler deploys. */
async function publicOrigin() {
  const { parse } = await import("smol-toml");
  const config = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  return (config.env?.[process.env.CLOUDFLARE_ENV] ?? config).vars.PUBLIC_ORIGIN;
}
