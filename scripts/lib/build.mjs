// Builds the Worker and the command line, each only when something that it is made from has changed.

import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { cargoTool, inRoot, ROOT, TOOLS, WORKER } from "./paths.mjs";
import { step } from "./run.mjs";
import { ensurePackages, ensureRust, ensureTools, QUICKLY, toolEnvironment } from "./setup.mjs";
import { hashOf, isStamped, unlessStamped } from "./stamp.mjs";
import { withLock } from "./lock.mjs";

const SOURCES = ["src", "migrations", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo"];
const BUILD_LOCK = join(TOOLS, "build.lock");

/** Installs and builds one after the other, alone: two commands at once would write the same files. */
export const alone = (action) => withLock(BUILD_LOCK, action);

/**
 * Sees to everything that a build of the Worker needs, and meanwhile compiles its crate, which needs nothing of that: a core would
 * idle while the other one optimises. What is to be done `afterwards` is done beside the rest, too.
 */
export const setUp = (afterwards = () => {}) =>
  alone(async () => {
    await ensureRust();
    await Promise.all([ensurePackages(), ensureTools("worker-build", "wasm-bindgen-cli"), compileWorker().then(afterwards)]);
  });

/** What the built Worker was made from, and what it was optimised from. */
const BOUND_STAMP = join(WORKER, ".bound-stamp");
const WORKER_STAMP = join(WORKER, ".stamp");
const hashOfWorker = () => hashOf([...SOURCES, "package-lock.json", "scripts/lib/build.mjs"]);

/**
 * Lets the same sources give the same WebAssembly on every machine: panics name the file of a crate, and where this machine keeps
 * its crates must not be in it.
 */
export const reproducible = () => (flags ??= rustFlags());
let flags;

async function rustFlags() {
  await step("Fetching crates", "cargo", ["fetch", "--locked", "--target", "wasm32-unknown-unknown"]);
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const places = existsSync(crates) ? readdirSync(crates).sort() : [];
  return { CARGO_ENCODED_RUSTFLAGS: places.map((place) => `--remap-path-prefix=${join(crates, place)}=crates`).join("\x1f") };
}

/** What worker-build itself runs: it finds it done. Its macros read the variable, as there. */
const WORKER_CRATE = ["build", "--lib", "--release", "--target", "wasm32-unknown-unknown"];
const WORKER_ENVIRONMENT = { WASM_BINDGEN_USE_JS_SYS: "1" };

async function compileWorker() {
  if (!isStamped(BOUND_STAMP, hashOfWorker())) await step("Compiling the Worker", "cargo", WORKER_CRATE, { env: { ...WORKER_ENVIRONMENT, ...(await reproducible()) } });
}

/** Builds the Worker into `build/`, but for what makes it smaller: it can run like that. Returns whether anything was to do. */
export const beginWorker = () =>
  alone(() =>
    unlessStamped(BOUND_STAMP, hashOfWorker(), async () => {
      await step("Building the Worker", cargoTool("worker-build"), ["--release"], { env: { ...toolEnvironment(), ...(await reproducible()) } });
    }),
  );

/** Builds the Worker, whole. Returns whether anything was to do. */
export async function buildWorker() {
  await beginWorker();
  const wasm = join(WORKER, "index_bg.wasm");
  return alone(() =>
    unlessStamped(WORKER_STAMP, hashOfWorker(), async () => {
      await optimise("the Worker", wasm, `${wasm}.new`, COMPRESSIBLE);
      renameSync(`${wasm}.new`, wasm); // it may be running
    }),
  );
}

/** Builds the program that invents the sample, in the place where the Worker is built: it shares macros with it. For `setUp`. */
export const buildSample = () =>
  step("Building the sample", "cargo", ["build", "--release", "--locked", "--no-default-features", "--bin", "sample"], { env: QUICKLY });

export const sampleProgram = () => join(targetFolder(), "release", "sample");

/** The features of WebAssembly that rustc and wasm-bindgen use. */
const FEATURES = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory", "multivalue", "reference-types", "exception-handling"].map((name) => `--enable-${name}`);

/**
 * Optimises a module by wasm-opt, which also leaves out the names of functions. worker-build's own call would keep them, a tenth
 * of the size.
 */
export const optimise = (what, from, to, more = []) =>
  step(`Optimising ${what}`, toolEnvironment().WASM_OPT_BIN, ["-O", ...more, ...FEATURES, from, "-o", to]);

/**
 * What makes a module smaller once it is compressed: the Worker by an eighth. A function with a single caller stays a function unless it is
 * tiny: joined to large ones, alike pieces of code no longer look alike. In the order of their names, the many forms of a generic
 * function stand together. And additions may be folded into the offsets of loads and stores, since nothing is stored in the first
 * KiB, the far end of the stack.
 */
export const COMPRESSIBLE = ["--one-caller-inline-max-function-size=12", "--reorder-functions-by-name", "--low-memory-unused"];

/** Builds the command line and returns where it is. Nobody waits for another command where there is nothing to do. */
export async function buildCli() {
  if (!isCliBuilt()) await alone(makeCli);
  return cliProgram();
}

const cliProgram = () => join(targetFolder(), "cli", "postern");
const cliStamp = () => join(targetFolder(), "cli", ".postern-stamp");
const isCliBuilt = () => existsSync(cliProgram()) && isStamped(cliStamp(), hashOf(SOURCES));

async function makeCli() {
  if (isCliBuilt()) return;
  rmSync(cliStamp(), { force: true });
  await unlessStamped(cliStamp(), hashOf(SOURCES), () => step("Building the command line", "cargo", CLI_BUILD));
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
