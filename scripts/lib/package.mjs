// Builds the npm package: the crate by cargo and wasm-bindgen, the JavaScript around it by esbuild, and both into npm/dist.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { alone, COMPRESSIBLE, optimise, targetFolder } from "./build.mjs";
import { cargoTool, inRoot } from "./paths.mjs";
import { step } from "./run.mjs";
import { ensurePackages, ensureRust, ensureTools } from "./setup.mjs";
import { hashOf, isStamped, unlessStamped } from "./stamp.mjs";

/** The package's folder. Its sources are beside `dist`, which git ignores. */
export const NPM = inRoot("npm");
const DIST = join(NPM, "dist");

/**
 * The entries, each with a WebAssembly module of its own, so that each costs only who loads it. One that `restarts` can be
 * started anew.
 */
export const ENTRIES = [
  { name: "core", feature: "browser" },
  { name: "browser-token", feature: "browser-token" },
  { name: "offline", feature: "offline" },
  { name: "import", feature: "browser-import", restarts: true },
];

const SOURCES = ["src", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "LICENSE"];
const SCRIPTS = ["scripts/lib/package.mjs", "scripts/lib/build.mjs", "package-lock.json"];
const OWN = ["package.json", "README.md", "shared.js", "lazy.js", "pages.js", "counts.js", "changes.js", "options.js", "error.js", "loading.js", "zone.js", "place.js", "place.workerd.js", "place.inline.js", "text.js", "inline.d.ts", "wasm.d.ts"];
const ownFiles = () => [...OWN, ...ENTRIES.flatMap(({ name }) => [`${name}.js`, `${name}.d.ts`])].map((file) => `npm/${file}`);

const STAMP = join(DIST, ".stamp");
const hashOfAll = () => hashOf([...SOURCES, ...SCRIPTS, ...ownFiles()]);

/** Whether there is nothing to build. */
export const isPackageBuilt = () => isStamped(STAMP, hashOfAll());

/** Builds and packs what is not up to date. Returns where the tarball is. */
export async function buildPackage() {
  const { name, version } = JSON.parse(readFileSync(join(NPM, "package.json"), "utf8"));
  const tarball = join(NPM, `${name.slice(1).replace("/", "-")}-${version}.tgz`); // as npm pack names it
  await alone(async () => {
    await ensurePackages();
    await ensureRust();
    await ensureTools("wasm-bindgen-cli");
    await unlessStamped(STAMP, hashOfAll(), async () => {
      rmSync(DIST, { recursive: true, force: true });
      for (const entry of ENTRIES) await buildEntry(entry);
      await buildInline();
      await bundle({ script: "shared.js", outfile: join(DIST, "shared.js") });
      cpSync(inRoot("LICENSE"), join(NPM, "LICENSE"));
      await step("Packing the npm package", "npm", ["pack", "--silent"], { cwd: NPM });
    });
  });
  return tarball;
}

/** What wasm-pack would run, which takes minutes to compile: at Cloudflare these are not to spare. */
const CRATE = ["build", "--lib", "--release", "--locked", "--target", "wasm32-unknown-unknown", "--no-default-features"];

async function buildEntry({ name, feature, restarts }) {
  const made = join(NPM, "pkg", name);
  const folder = join(DIST, name);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await step(`Building the npm package (${name})`, "cargo", [...CRATE, "--features", feature]);
  const crate = join(targetFolder(), "wasm32-unknown-unknown", "release", "postern.wasm");
  await step("Binding it to JavaScript", cargoTool("wasm-bindgen"), [crate, "--target", "web", "--no-typescript", "--out-dir", made, "--out-name", name]);
  const wasm = `${name}_bg.wasm`;
  await optimise(name, join(made, wasm), join(folder, wasm), COMPRESSIBLE);
  const module = join(made, `${name}.js`);
  if (restarts) restartable(module);
  await bundle({ script: `${name}.js`, outfile: join(folder, "index.js"), module, wasm: { name: wasm } });
  await bundle({ script: `${name}.js`, outfile: join(folder, "workerd.js"), module, wasm: { name: wasm }, place: "place.workerd.js" });
  cpSync(join(NPM, `${name}.d.ts`), join(folder, "index.d.ts"));
  cpSync(join(NPM, "wasm.d.ts"), join(folder, `${wasm}.d.ts`));
}

/** The main entry with its module inside. Where Node requires it, it is a script of its own that needs no other file. */
async function buildInline() {
  const [made, folder] = [join(NPM, "pkg", "core", "core.js"), join(DIST, "inline")];
  mkdirSync(folder, { recursive: true });
  const inline = { script: "core.js", module: made, wasm: { inside: join(DIST, "core", "core_bg.wasm") }, place: "place.inline.js" };
  await bundle({ ...inline, outfile: join(folder, "index.js") });
  await bundle({ ...inline, outfile: join(folder, "index.cjs"), format: "cjs" });
  cpSync(join(NPM, "inline.d.ts"), join(folder, "index.d.ts"));
  cpSync(join(NPM, "core.d.ts"), join(folder, "index.d.cts"));
}

/**
 * Lets a module be started anew: with new memory, as that of WebAssembly never shrinks, and without what is left of a
 * failure. wasm-bindgen's own script starts it once.
 */
function restartable(module) {
  const text = readFileSync(module, "utf8");
  for (const name of ["let wasmModule", "function __wbg_load(", "function __wbg_get_imports(", "function __wbg_finalize_init("]) {
    if (!text.includes(name)) throw new Error(`expected "${name}" in what wasm-bindgen made, ${module}`);
  }
  const restart = `
export async function restart() {
  const { instance, module } = await __wbg_load(wasmModule, __wbg_get_imports());
  __wbg_finalize_init(instance, module);
}
`;
  writeFileSync(module, text + restart);
}

/**
 * Joins an entry's JavaScript and what wasm-bindgen made to one file, as nothing of it is of use alone; what entries share
 * stays a file beside their folders. Blanks stay: compressed they weigh little, and with them go the comments that keep
 * bundlers from following an import of Node's.
 */
async function bundle({ script, outfile, module, wasm, place = "place.js", format = "esm" }) {
  const { build } = await import("esbuild");
  const isWhole = script === "shared.js" || format === "cjs";
  await build({
    entryPoints: [join(NPM, script)],
    outfile,
    bundle: true,
    format,
    target: "es2022",
    charset: "utf8",
    minifySyntax: true,
    // A module inside has no address; what wasm-bindgen would load is never asked for.
    define: wasm?.inside ? { "import.meta.url": "undefined" } : wasm ? { WASM: JSON.stringify(wasm.name) } : {},
    inject: wasm?.inside ? [join(NPM, "text.js")] : [],
    loader: { ".wasm": "base64" },
    logLevel: "error",
    plugins: [
      {
        name: "places",
        setup({ onResolve }) {
          onResolve({ filter: /^#module$/ }, () => ({ path: module }));
          onResolve({ filter: /^#wasm$/ }, () => (wasm.inside ? { path: wasm.inside } : { path: `./${wasm.name}`, external: true }));
          onResolve({ filter: /^\.\/place\.js$/ }, () => ({ path: join(NPM, place) }));
          // The module imports the error by its place in the crate.
          if (isWhole) onResolve({ filter: /\/npm\/error\.js$/ }, () => ({ path: join(NPM, "error.js") }));
          else onResolve({ filter: /^\.\/shared\.js$|\/npm\/error\.js$/ }, () => ({ path: "../shared.js", external: true, sideEffects: false }));
        },
      },
    ],
  });
}

/** The bytes of an entry as a web page loads it: module and scripts, each compressed by gzip. */
export function entrySize(name) {
  const size = (...file) => gzipSync(readFileSync(join(DIST, ...file)), { level: 9 }).length;
  const [wasm, script] = [size(name, `${name}_bg.wasm`), size(name, "index.js") + size("shared.js")];
  return { wasm, script, packed: wasm + script };
}
