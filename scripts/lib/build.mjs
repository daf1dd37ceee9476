// Builds the Worker and the command line, each only when something that it is made from has changed.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { cargoTool, inRoot, ROOT, TOOLS, WORKER } from "./paths.mjs";
import { step } from "./run.mjs";
import { ensurePackages, ensureRust, ensureTools, toolEnvironment } from "./setup.mjs";
import { namedByLikeness } from "./likeness.mjs";
import { withoutExports, withoutHashes } from "./slim.mjs";
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
  const hash = hashOf([...SOURCES, "package-lock.json", "scripts/lib/build.mjs", "scripts/lib/slim.mjs", "scripts/lib/likeness.mjs"]);
  return alone(() =>
    unlessStamped(join(WORKER, ".stamp"), hash, async () => {
      const environment = toolEnvironment();
      await step("Building the Worker", cargoTool("worker-build"), ["--release"], { env: { ...environment, ...COMPACT } });
      const wasm = join(WORKER, "index_bg.wasm");
      slim(wasm, join(WORKER, "index.js"));
      await step("Shrinking the Worker", environment.WASM_OPT_BIN, [...SHRINK, wasm, "-o", wasm]);
      writeFileSync(wasm, namedByLikeness(readFileSync(wasm)));
      await step("Ordering it", environment.WASM_OPT_BIN, [...FEATURES, "--reorder-functions-by-name", wasm, "-o", wasm]);
    }),
  );
}

/** Hashing as a loop, which is 1.7 kilobytes of the compressed Worker shorter than its rounds written out. */
const COMPACT = { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: '--cfg sha2_backend_soft="compact"' };

/** Takes out of the module and its script what only wasm-bindgen knows about. */
function slim(wasm, script) {
  const [module, text] = withoutHashes(withoutExports(readFileSync(wasm), UNUSED), readFileSync(script, "utf8"));
  writeFileSync(wasm, module);
  writeFileSync(script, text);
}

/**
 * Classes that the crates below the Worker export to JavaScript whether anybody makes one or not, and nobody here does:
 * with their methods goes what only these need, two kilobytes of the compressed Worker.
 */
const UNUSED = /intounderlying|minifyconfig|r2range|containerstartupoptions/;

/** The features that rustc and wasm-bindgen use. */
const FEATURES = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory", "multivalue", "reference-types", "exception-handling"].map((name) => `--enable-${name}`);

/**
 * What wasm-opt does to the Worker. Run here and not by worker-build, which makes it keep the names of all functions:
 * a tenth of the size. What counts is the compressed size: a function that is called once stays one, unless it is tiny,
 * since code that is inlined into huge functions is shorter, but a twentieth longer once it is compressed; and `-O2` gives
 * less than `-Oz` then, though it gives more before. Functions stand in the order of their names, so that what is alike is
 * close together: half a hundredth. In the Worker they stand by what is in them instead, which is three hundredths.
 */
export const SHRINK = [
  ...["-O2", "--gufa", "-O2", "--one-caller-inline-max-function-size=20", "--reorder-functions-by-name"],
  ...["--strip-producers", "--strip-target-features", ...FEATURES],
];

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
