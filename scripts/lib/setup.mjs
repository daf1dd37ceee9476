// Installs what is missing: npm packages, the Rust target, cargo tools, a browser. Each looks first and is free
// when there is nothing to do. Nothing is fetched from anywhere but npm, crates.io, rustup and Debian's apt.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { Fault } from "./say.mjs";
import { step } from "./run.mjs";
import { cargoTool, inRoot, npmTool, TOOLS, which } from "./paths.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

/** Versions that go together: Cargo.toml pins the libraries to match. */
export const CARGO_TOOLS = {
  "worker-build": "0.8.7",
  "wasm-bindgen-cli": "0.2.129",
  "wasm-pack": "0.15.1",
  "cargo-fuzz": "0.13.2",
  "cargo-audit": "0.22.2",
  "cargo-llvm-cov": "0.9.1",
  "cargo-mutants": "27.1.0",
  geckodriver: "0.37.1",
};
/** Programs whose name is not the package's. */
const PROGRAM = { "wasm-bindgen-cli": "wasm-bindgen" };
/** What a tool is compiled without: TLS, for browsers elsewhere that run tests. */
const WITHOUT = { "wasm-bindgen-cli": ["--no-default-features"] };
/** Compiles quickly rather than well, for what runs for a moment: the first start waits for it, and at Cloudflare 20 minutes are all. */
export const QUICKLY = { CARGO_PROFILE_RELEASE_OPT_LEVEL: "0", CARGO_PROFILE_RELEASE_LTO: "off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16" };
const RUST_PARTS = ["rust-std-wasm32-unknown-unknown", "clippy", "rustfmt"];

/** Installs the npm packages of the lock file, if they are missing or of another lock file. */
export async function ensurePackages() {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Fault(`This is Node ${process.versions.node}.`, { expected: "Node 20 or newer" });
  }
  const stamp = inRoot("node_modules", ".postern-stamp");
  await unlessStamped(stamp, hashOf(["package-lock.json"], `${process.platform}-${process.arch}`), () =>
    step("Installing the npm packages", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=warn"], {
      todo: "look at npm's message above; it needs the npm registry and about 800 MB of disk",
    }),
  );
}

/** What a short command prints, or null if it can't be run or fails. */
function output(command, args) {
  try {
    return execFileSync(command, args, { cwd: inRoot(), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return null;
  }
}

/** The toolchain that rust-toolchain.toml asks for. */
function channel() {
  return /channel\s*=\s*"([^"]+)"/.exec(readFileSync(inRoot("rust-toolchain.toml"), "utf8"))?.[1] ?? "stable";
}

/** The environment of a build at Cloudflare, behind the Deploy button: it says so, and has no Rust. */
const atCloudflare = () => Boolean(process.env.WORKERS_CI);

/** Installs Rust where a build starts from nothing and is thrown away after. On somebody's own machine it is theirs to do. */
async function installRust() {
  const install = `curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal --default-toolchain ${channel()}`;
  await step("Installing Rust", "sh", ["-c", install]);
  process.env.PATH = `${join(homedir(), ".cargo", "bin")}${delimiter}${process.env.PATH}`;
}

/** Sees to a Rust toolchain with the wasm32 target, clippy and rustfmt. */
export async function ensureRust() {
  if (!which("cargo") && atCloudflare()) await installRust();
  if (!which("cargo")) {
    throw new Fault("`cargo` is not on the PATH.", {
      expected: "Rust, installed with rustup",
      todo: "install it as https://rustup.rs says, open a new terminal, and try again",
    });
  }
  if (!which("cc", "gcc", "clang")) {
    throw new Fault("There is no C compiler, which Rust needs for linking.", {
      expected: "`cc` on the PATH",
      todo: "on Debian: apt-get install build-essential",
    });
  }
  if (!which("rustup")) return ensureTargetWithoutRustup();
  let installed = output("rustup", ["component", "list", "--installed"]);
  if (installed === null) {
    const args = ["toolchain", "install", channel(), "--profile", "minimal", "--no-self-update"];
    await step(`Installing the Rust toolchain ${channel()}`, "rustup", args);
    installed = output("rustup", ["component", "list", "--installed"]) ?? "";
  }
  const missing = RUST_PARTS.filter((part) => !installed.split("\n").some((line) => line.startsWith(part)));
  for (const part of missing) {
    const isTarget = part.startsWith("rust-std-");
    const name = part.replace("rust-std-", "");
    await step(`Adding ${name} to Rust`, "rustup", [isTarget ? "target" : "component", "add", name]);
  }
}

function ensureTargetWithoutRustup() {
  const sysroot = output("rustc", ["--print", "sysroot"])?.trim() ?? "";
  if (existsSync(join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown"))) return;
  throw new Fault("This Rust has no wasm32-unknown-unknown target and there is no rustup to add it.", {
    expected: "Rust, installed with rustup",
    todo: "install it as https://rustup.rs says",
  });
}

function isInstalled(name, version) {
  const list = join(TOOLS, ".crates.toml");
  if (!existsSync(cargoTool(PROGRAM[name] ?? name)) || !existsSync(list)) return false;
  return readFileSync(list, "utf8").includes(`"${name} ${version} (`);
}

/** Compiles tools from crates.io into the project's tools folder, once. They share a folder, and so what they have in common. */
export async function ensureTools(...names) {
  const missing = names.filter((name) => !isInstalled(name, CARGO_TOOLS[name]));
  if (missing.length === 0) return;
  const shared = join(TOOLS, "target");
  for (const name of missing) {
    const args = ["install", "--locked", "--root", TOOLS, "--version", CARGO_TOOLS[name], ...(WITHOUT[name] ?? []), name];
    await step(`Compiling ${name} ${CARGO_TOOLS[name]}, once`, "cargo", args, {
      env: { CARGO_TARGET_DIR: shared, ...QUICKLY },
      todo: "it needs crates.io; once that is reachable, run the same command again",
    });
  }
  rmSync(shared, { recursive: true, force: true });
}

/** Sees to cargo-llvm-cov, and to the programs of LLVM that it wants: those that this very Rust was built with. */
export async function ensureCoverage() {
  const todo = "add it where rustup reaches static.rust-lang.org, with the toolchain of rust-toolchain.toml";
  const hasTools = output("rustup", ["component", "list", "--installed"])?.includes("llvm-tools");
  if (!hasTools && !which("rustup")) {
    throw new Fault("This Rust has no llvm-tools, and there is no rustup to add it.", { expected: "llvm-cov and llvm-profdata of rustup's component llvm-tools", todo });
  }
  if (!hasTools) await step("Adding llvm-tools to Rust", "rustup", ["component", "add", "llvm-tools"], { todo });
  await ensureTools("cargo-llvm-cov");
}

/** What worker-build needs to find the tools here and download none. */
export function toolEnvironment() {
  return {
    WASM_BINDGEN_BIN: cargoTool("wasm-bindgen"),
    WASM_OPT_BIN: npmTool("wasm-opt"),
    ESBUILD_BIN: npmTool("esbuild"),
  };
}

/** Sees to Chromium and its driver, and returns where both are. */
export async function ensureBrowser() {
  const found = () => {
    const browser = which("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    const driver = which("chromedriver");
    return browser && driver ? { browser, driver } : null;
  };
  const todo = "install Chromium or Chrome and its chromedriver; on Debian: apt-get install chromium chromium-driver";
  const both = found() ?? (await fromApt(["chromium", "chromium-driver"], found, todo));
  if (both) return both;
  throw new Fault("There is no Chromium for the tests.", { expected: "chromium (or chrome) and chromedriver on the PATH", todo });
}

/** Sees to Firefox and its driver, and returns where both are. Debian has no package of the driver. */
export async function ensureFirefox() {
  const found = () => which("firefox-esr", "firefox");
  const todo = "install Firefox; on Debian: apt-get install firefox-esr";
  const browser = found() ?? (await fromApt(["firefox-esr"], found, todo));
  if (!browser) throw new Fault("There is no Firefox for the tests.", { expected: "firefox-esr or firefox on the PATH", todo });
  const own = which("geckodriver");
  if (!own) await ensureTools("geckodriver");
  return { browser, driver: own ?? cargoTool("geckodriver") };
}

/** Where Debian's packages have the small browser of WebKit for GTK: in a folder of the architecture and one of the version. */
function webKitBrowser() {
  const folders = ["/usr/lib", ...(existsSync("/usr/lib") ? readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`) : [])];
  return folders.flatMap((folder) => ["webkitgtk-6.0", "webkit2gtk-4.1"].map((name) => join(folder, name, "MiniBrowser"))).find(existsSync) ?? null;
}

/** Sees to WebKit for GTK, its driver and a display in memory, and returns where they are. */
export async function ensureWebKit() {
  const found = () => {
    const [browser, driver, display] = [webKitBrowser(), which("WebKitWebDriver"), which("Xvfb")];
    return browser && driver && display ? { browser, driver, display } : null;
  };
  const todo = "install WebKit's driver and Xvfb; on Debian: apt-get install webkit2gtk-driver xvfb";
  const all = found() ?? (await fromApt(["webkit2gtk-driver", "xvfb"], found, todo));
  if (!all) throw new Fault("There is no WebKit for the tests.", { expected: "MiniBrowser of WebKitGTK, WebKitWebDriver and Xvfb", todo });
  return all;
}

/** Sees to R and the package that the guides use, and returns its `Rscript`. */
export async function ensureR() {
  const found = () => {
    const program = which("Rscript");
    return program && output(program, ["-e", "invisible(loadNamespace('jsonlite'))"]) !== null ? program : null;
  };
  const todo = "install R with its package jsonlite; on Debian: apt-get install r-base-core r-cran-jsonlite";
  const program = found() ?? (await fromApt(["r-base-core", "r-cran-jsonlite"], found, todo));
  if (!program) throw new Fault("There is no R for the tests.", { expected: "Rscript on the PATH, and the package jsonlite", todo });
  return program;
}

/** Installs Debian's packages, where there is an apt that may, and returns what is `found` then. */
async function fromApt(packages, found, todo) {
  if (!which("apt-get")) return null;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (asRoot.length > 0 && output("sudo", ["-n", "true"]) === null) return null; // it would ask for a password
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const apt = (title, ...args) => {
    const [command, ...rest] = [...asRoot, "apt-get", "-q", ...args];
    return step(title, command, rest, { env, todo });
  };
  await apt("Updating apt's lists", "update");
  await apt(`Installing ${packages[0]} with apt`, "install", "-y", "--no-install-recommends", ...packages);
  return found();
}
