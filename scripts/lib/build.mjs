// Builds the Worker and the command line, each only when something that it is made from has changed.

import { existsSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { cargoTool, inRoot, ROOT, TOOLS, WORKER } from "./paths.mjs";
import { step } from "./run.mjs";
import { ensurePackages, ensureRust, ensureTools, toolEnvironment } from "./setup.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";
import { withLock } from "./lock.mjs";

const SOURCES = ["src", "migrations", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo"];
const BUILD_LOCK = join(TOOLS, "build.lock");

/** Installs and builds one after the other, alone: two commands at once would write the same files. */
export const alone = (action) => withLock(BUILD_LOCK, action);

/** Sees to everything that a build of the Worker needs. */
export async function setUp() {
  await alone(async () => {
    await ensurePackages();
    await ensureRust();
    await ensureTools("worker-build", "wasm-bindgen-cli");
  });
}

/** Builds the Worker into `build/`. Returns whether anything was to do. */
export async function buildWorker() {
  const hash = hashOf([...SOURCES, "package-lock.json", "scripts/lib/build.mjs"]);
  return alone(() =>
    unlessStamped(join(WORKER, ".stamp"), hash, async () => {
      await step("Building the Worker", cargoTool("worker-build"), ["--release"], { env: toolEnvironment() });
      const wasm = join(WORKER, "index_bg.wasm");
      await optimise(wasm, wasm);
    }),
  );
}

/** The features of WebAssembly that rustc and wasm-bindgen use. */
const FEATURES = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory", "multivalue", "reference-types", "exception-handling"].map((name) => `--enable-${name}`);

/**
 * Optimises a module by wasm-opt, which also leaves out the names of functions. worker-build's own call would keep them, a tenth
 * of the size.
 */
export const optimise = (from, to) => step("Optimising it", toolEnvironment().WASM_OPT_BIN, ["-O", ...FEATURES, from, "-o", to]);

/** Builds the command line and returns where it is. */
export async function buildCli() {
  const folder = join(targetFolder(), "cli");
  const program = join(folder, "postern");
  await alone(async () => {
    const make = () => step("Building the command line", "cargo", CLI_BUILD);
    const made = await unlessStamped(join(folder, ".postern-stamp"), hashOf(SOURCES), make);
    if (!made && !existsSync(program)) await make();
  });
  return program;
}

const CLI_BUILD = ["build", "--locked", "--profile", "cli", "--no-default-features", "--features", "cli", "--bin", "postern"];

/** Where cargo builds: `target`, unless the machine is set up otherwise. */
export function targetFolder() {
  if (process.env.CARGO_TARGET_DIR) return resolve(ROOT, process.env.CARGO_TARGET_DIR);
  if (existsSync(inRoot("target", "cli", "postern"))) return inRoot("target");
  const args = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
  try {
    const text = execFileSync("cargo", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return JSON.parse(text).target_directory;
  } catch {
    return inRoot("target");
  }
}
