// Builds the npm package: the crate by cargo and wasm-bindgen, the JavaScript around it by esbuild, and both into npm/dist.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { basename, dirname, join, relative } from "node:path";
import { alone, COMPRESSIBLE, optimise, reproducible, targetFolder } from "./build.mjs";
import { manifest, NPM, pack } from "./pack.mjs";
import { cargoTool, inRoot } from "./paths.mjs";
import { step } from "./run.mjs";
import { ensurePackages, ensureRust, ensureTools } from "./setup.mjs";
import { hashOf, isStamped, unlessStamped } from "./stamp.mjs";

const DIST = join(NPM, "dist");

/**
 * The entries, each with a WebAssembly module of its own, so that each costs only who loads it. One that `restarts` can be
 * started anew. `forms` are its scripts, `profile` is that of Cargo.toml.
 */
export const ENTRIES = [
  { name: "core", feature: "browser", forms: ["index.js", "workerd.js", "edge-light.js"] },
  { name: "browser-token", feature: "browser-token", forms: ["index.js", "workerd.js", "edge-light.js", "index.cjs", "inside.js"] },
  { name: "offline", feature: "offline", profile: "offline", forms: ["index.js", "workerd.js", "edge-light.js", "index.cjs", "inside.js"] },
  { name: "import", feature: "browser-import", forms: ["index.js", "workerd.js", "edge-light.js", "index.cjs"], restarts: true },
];

/** Entries of JavaScript alone. Those with `workers` have a script for each; those that use the module of another entry have its forms. */
const ALL = ["index.js", "workerd.js", "edge-light.js", "index.cjs", "inside.js"];
export const SCRIPTS = [
  { name: "worker", forms: ["index.js", "edge-light.js", "index.cjs"], workers: ["offline", "import"] },
  { name: "replica", forms: ALL, uses: "offline" },
  { name: "react", forms: ALL, uses: "replica" },
];

/**
 * The scripts that an entry may have, each for those who have its module in another place. package.json says who takes which:
 * `index.js` is for pages, and for all others.
 */
const FORMS = {
  "index.js": { place: "place.js" },
  "workerd.js": { place: "place.workerd.js" },
  "edge-light.js": { place: "place.edge-light.js" },
  "index.cjs": { place: "place.js", inject: ["text.js", "here.js"] },
  "inside.js": { place: "place.inline.js", inject: ["text.js"] },
};

const SOURCES = ["src", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];
const BUILDERS = ["LICENSE", "scripts/lib/package.mjs", "scripts/lib/build.mjs", "scripts/lib/pack.mjs", "package-lock.json"];
const MADE = /^(dist|pkg|LICENSE|.*\.tgz)$/;
const ownFiles = () => readdirSync(NPM).filter((name) => !MADE.test(name)).map((name) => `npm/${name}`);

const STAMP = join(DIST, ".stamp");
/** The hash of all that the package is made from. */
export const hashOfPackage = () => hashOf([...SOURCES, ...BUILDERS, ...ownFiles()]);

/** Whether there is nothing to build. */
export const isPackageBuilt = () => isStamped(STAMP, hashOfPackage());

/** Builds and packs what is not up to date. Returns where the tarball is. */
export async function buildPackage() {
  const { name, version } = manifest();
  const tarball = join(NPM, `${name.slice(1).replace("/", "-")}-${version}.tgz`); // as npm pack names it
  await alone(async () => {
    await ensurePackages();
    await ensureRust();
    await ensureTools("wasm-bindgen-cli");
    if (!existsSync(tarball)) rmSync(STAMP, { force: true });
    await unlessStamped(STAMP, hashOfPackage(), async () => {
      rmSync(DIST, { recursive: true, force: true });
      for (const entry of ENTRIES) await buildEntry(entry);
      await buildInline();
      for (const entry of SCRIPTS) await buildScripts(entry);
      for (const file of ["shared.js", "shared.cjs"]) await bundle({ script: "shared.js", outfile: join(DIST, file) });
      cpSync(inRoot("LICENSE"), join(NPM, "LICENSE"));
      writeFileSync(join(DIST, "LICENSES.txt"), licenses());
      await pack(tarball);
    });
  });
  return tarball;
}

/** What wasm-pack would run, which takes minutes to compile: at Cloudflare these are not to spare. */
const CRATE = ["build", "--lib", "--locked", "--target", "wasm32-unknown-unknown", "--no-default-features"];

async function buildEntry({ name, feature, forms, profile = "release", restarts }) {
  const made = join(NPM, "pkg", name);
  const folder = join(DIST, name);
  mkdirSync(folder, { recursive: true });
  const wasm = `${name}_bg.wasm`;
  const module = join(made, `${name}.js`);
  await unlessStamped(join(made, ".stamp"), hashOf(MODULE_SOURCES, `${feature} ${profile}`), () => buildModule({ name, feature, profile, made, module, restarts }));
  cpSync(join(made, "optimised.wasm"), join(folder, wasm));
  for (const form of forms) await bundle({ script: `${name}.js`, outfile: join(folder, form), module, wasm: join(folder, wasm), ...FORMS[form] });
  writeTypes(name, folder);
  cpSync(join(NPM, "wasm.d.ts"), join(folder, `${wasm}.d.ts`));
}

/** The main entry with its module inside. Where it is required, it is a script of its own that needs no other file. */
async function buildInline() {
  const folder = join(DIST, "inline");
  mkdirSync(folder, { recursive: true });
  const inline = { script: "core.js", module: join(NPM, "pkg", "core", "core.js"), wasm: join(DIST, "core", "core_bg.wasm"), ...FORMS["inside.js"] };
  await bundle({ ...inline, outfile: join(folder, "index.js") });
  await bundle({ ...inline, outfile: join(folder, "index.cjs"), isWhole: true });
  writeTypes("inline", folder);
}

/** What is said where there are no web workers, and where a bundler that found one would want a page. */
const WORKERLESS = { Worker: "undefined", "import.meta.url": "undefined" };

/** Builds an entry of JavaScript alone. Its workers contain all that they need but the WebAssembly module of the entry that they run. */
async function buildScripts({ name, forms, workers = [], uses }) {
  const folder = join(DIST, name);
  mkdirSync(folder, { recursive: true });
  for (const form of forms) await bundle({ script: `${name}.js`, outfile: join(folder, form), other: uses && { name: uses, form }, define: workers.length > 0 && form === "edge-light.js" ? WORKERLESS : {} });
  for (const worker of workers) {
    const [module, wasm] = [join(NPM, "pkg", worker, `${worker}.js`), join(DIST, worker, `${worker}_bg.wasm`)];
    await bundle({ script: `${name}/${worker}.js`, outfile: join(folder, `${worker}.js`), module, wasm, ...FORMS["index.js"], isWhole: true });
  }
  writeTypes(name, folder);
}

/** The packages whose code is in scripts of this one. */
const BUNDLED = ["comlink", "idb"];

/** What their licenses ask for. */
const licenses = () =>
  BUNDLED.map((name) => {
    const { version } = JSON.parse(readFileSync(inRoot("node_modules", name, "package.json"), "utf8"));
    return `Parts of ${name} ${version} are in scripts of this package. Its license:\n\n${readFileSync(inRoot("node_modules", name, "LICENSE"), "utf8")}`;
  }).join("\n\n");

/** The types of an entry: TypeScript wants a file for `import` and one for `require`. */
function writeTypes(name, folder) {
  const types = readFileSync(join(NPM, `${name}.d.ts`), "utf8");
  writeFileSync(join(folder, "index.d.ts"), types);
  writeFileSync(join(folder, "index.d.cts"), types.replaceAll('/index.js"', '/index.cjs"'));
}

/** What the modules are made from: with the JavaScript that they import. */
const MODULE_SOURCES = [...SOURCES, "scripts/lib/build.mjs", "npm/error.js", "npm/zone.js"];

/** Builds the WebAssembly module of an entry, which takes most of the time. */
async function buildModule({ name, feature, profile, made, module, restarts }) {
  rmSync(made, { recursive: true, force: true });
  await step(`Building the npm package (${name})`, "cargo", [...CRATE, "--profile", profile, "--features", feature], { env: await reproducible() });
  const crate = join(targetFolder(), "wasm32-unknown-unknown", profile, "postern.wasm");
  await step("Binding it to JavaScript", cargoTool("wasm-bindgen"), [crate, "--target", "web", "--no-typescript", "--out-dir", made, "--out-name", name]);
  await optimise(name, join(made, `${name}_bg.wasm`), join(made, "optimised.wasm"), COMPRESSIBLE);
  if (restarts) restartable(module);
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
async function bundle({ script, outfile, module, wasm, other, place, define = {}, inject = [], isWhole = script === "shared.js" }) {
  const { build } = await import("esbuild");
  const isRequired = outfile.endsWith(".cjs");
  await build({
    entryPoints: [join(NPM, script)],
    outfile,
    bundle: true,
    format: isRequired ? "cjs" : "esm",
    target: "es2022",
    charset: "utf8",
    minifySyntax: true,
    define: { ...(wasm && { WASM: JSON.stringify(relative(dirname(outfile), wasm)) }), ...(isRequired && { "import.meta.url": "HERE" }), ...define },
    inject: inject.map((file) => join(NPM, file)),
    external: ["node:*", "react"],
    loader: { ".wasm": "base64" },
    logLevel: "error",
    // It writes paths into comments: the same from wherever it is started, and where packages are linked.
    absWorkingDir: inRoot(),
    preserveSymlinks: true,
    plugins: [
      {
        name: "places",
        setup({ onResolve, onLoad }) {
          // Where the module is says the place. Bundlers would follow wasm-bindgen's own guess, too.
          onLoad({ filter: /\/pkg\/[\w-]+\/[\w-]+\.js$/ }, ({ path }) => ({ contents: readFileSync(path, "utf8").replace(/new URL\('[\w-]+_bg\.wasm', import\.meta\.url\)/, "undefined") }));
          if (other) onResolve({ filter: new RegExp(`^\\.\\.?/${other.name}\\.js$`) }, () => ({ path: `../${other.name}/${other.form}`, external: true, sideEffects: false }));
          onResolve({ filter: /^node:url$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
          onResolve({ filter: /^#module$/ }, () => ({ path: module }));
          onResolve({ filter: /^#inside$/ }, () => ({ path: wasm }));
          onResolve({ filter: /^#wasm(\?module)?$/ }, ({ path }) => ({ path: path.replace("#wasm", `./${basename(wasm)}`), external: true }));
          onResolve({ filter: /\/place\.js$/ }, () => ({ path: join(NPM, place) }));
          // The module imports the error by its place in the crate.
          if (isWhole) onResolve({ filter: /\/npm\/error\.js$/ }, () => ({ path: join(NPM, "error.js") }));
          else onResolve({ filter: /\/shared\.js$|\/npm\/error\.js$/ }, () => ({ path: isRequired ? "../shared.cjs" : "../shared.js", external: true, sideEffects: false }));
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
