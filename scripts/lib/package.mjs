// Builds the npm package: the crate by wasm-pack, the JavaScript around it by esbuild, and both into npm/dist.

import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { delimiter, dirname, join } from "node:path";
import { alone, SHRINK } from "./build.mjs";
import { cargoTool, inRoot } from "./paths.mjs";
import { step } from "./run.mjs";
import { ensurePackages, ensureRust, ensureTools, toolEnvironment } from "./setup.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

/** The package's folder. Its sources are beside `dist`, which git ignores. */
export const NPM = inRoot("npm");
const DIST = join(NPM, "dist");

/** The entries that have a WebAssembly module of their own, so that each costs only who loads it. */
export const ENTRIES = [{ name: "core", features: "browser", scripts: ["index", "workerd"], types: ["index.d.ts", "core_bg.wasm.d.ts"] }];

const SOURCES = ["src", "npm/package.json", "npm/README.md", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "LICENSE"];
const SCRIPTS = ["scripts/lib/package.mjs", "scripts/lib/build.mjs", "package-lock.json"];
const OWN = ["index.js", "pages.js", "error.js", "source.js", "source.workerd.js", "index.d.ts", "core_bg.wasm.d.ts"];

/** Builds and packs what is not up to date. Returns where the tarball is. */
export async function buildPackage() {
  const { name, version } = JSON.parse(readFileSync(join(NPM, "package.json"), "utf8"));
  const tarball = join(NPM, `${name}-${version}.tgz`);
  await alone(async () => {
    await ensurePackages();
    await ensureRust();
    await ensureTools("wasm-bindgen-cli", "wasm-pack");
    const hash = hashOf([...SOURCES, ...SCRIPTS, ...OWN.map((file) => `npm/${file}`)]);
    await unlessStamped(join(DIST, ".stamp"), hash, async () => {
      rmSync(DIST, { recursive: true, force: true });
      for (const entry of ENTRIES) await buildEntry(entry);
      cpSync(inRoot("LICENSE"), join(NPM, "LICENSE"));
      await step("Packing the npm package", "npm", ["pack", "--silent"], { cwd: NPM });
    });
  });
  return tarball;
}

async function buildEntry({ name, features, scripts, types }) {
  const made = join(NPM, "pkg", name);
  const folder = join(DIST, name);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const how = ["build", "--target", "web", "--mode", "no-install", "--no-pack", "--no-typescript", "--out-dir", made, "--out-name", name];
  const environment = toolEnvironment();
  await step(`Building the npm package (${name})`, cargoTool("wasm-pack"), [...how, ".", "--locked", "--no-default-features", "--features", features], {
    env: { ...environment, PATH: `${dirname(cargoTool("wasm-pack"))}${delimiter}${process.env.PATH}` },
  });
  const wasm = join(folder, `${name}_bg.wasm`);
  await step(`Shrinking it`, environment.WASM_OPT_BIN, [...SHRINK, "--converge", join(made, `${name}_bg.wasm`), "-o", wasm]);
  for (const script of scripts) await bundle(script, made, join(folder, `${script}.js`), `${name}_bg.wasm`);
  for (const file of types) cpSync(join(NPM, file), join(folder, file));
}

/**
 * Joins the package's JavaScript and what wasm-bindgen made to one file: nothing of it is of use alone. For a
 * Cloudflare Worker, the module comes from an import and not from an address. Blanks stay: compressed they weigh little,
 * and with them go the comments that keep bundlers from following an import of Node's.
 */
async function bundle(script, made, outfile, wasm) {
  const { build } = await import("esbuild");
  const inWorker = script === "workerd";
  await build({
    entryPoints: [join(NPM, "index.js")],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minifySyntax: true,
    external: [`./${wasm}`],
    logLevel: "error",
    plugins: [
      {
        name: "places",
        setup({ onResolve }) {
          onResolve({ filter: /^\.\/core\.js$/ }, () => ({ path: join(made, "core.js") }));
          onResolve({ filter: /\/npm\/error\.js$/ }, () => ({ path: join(NPM, "error.js") }));
          if (inWorker) onResolve({ filter: /^\.\/source\.js$/ }, () => ({ path: join(NPM, "source.workerd.js") }));
        },
      },
    ],
  });
}

/** The bytes of an entry as a web page loads it: module and script, each compressed by gzip. */
export function entrySize(name) {
  const size = (file) => gzipSync(readFileSync(join(DIST, name, file)), { level: 9 }).length;
  const [wasm, script] = [size(`${name}_bg.wasm`), size("index.js")];
  return { wasm, script, packed: wasm + script };
}
