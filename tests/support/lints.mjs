// Formatting, lints and documentation: every warning is an error, for each feature alone and for all together.

import { ensureRust } from "../../scripts/lib/setup.mjs";
import { ENTRIES } from "../../scripts/lib/package.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { step } from "../../scripts/lib/run.mjs";

const WASM = ["--target", "wasm32-unknown-unknown"];
const ONLY = ["--no-default-features", "--features"];

const one = { passed: 1, failed: 0, skipped: 0 };

/** The browser tests: a package of its own, built where the other one is. */
const BROWSER_TESTS = ["--manifest-path", inRoot("tests", "browser", "Cargo.toml")];
const TARGET_DIR = process.env.CARGO_TARGET_DIR ?? inRoot("target");

function check(title, args, { env = {}, todo } = {}) {
  const run = async () => {
    await step(title, "cargo", args, { env: { CARGO_TARGET_DIR: TARGET_DIR, ...env }, todo });
    return one;
  };
  return { title, run };
}

const clippy = (what, ...features) => check(`clippy, ${what}`, ["clippy", "--locked", ...features, "--", "-D", "warnings"]);

/** The checks, in order of how quickly they tell. */
export function lintChecks() {
  return [
    { title: "Rust toolchain", run: () => ensureRust().then(() => one) },
    check("cargo fmt", ["fmt", "--check"], { todo: "cargo fmt" }),
    check("cargo fmt, browser tests", ["fmt", "--check", ...BROWSER_TESTS], { todo: "cargo fmt in tests/browser" }),
    clippy("core", "--no-default-features", "--all-targets"),
    clippy("import", ...ONLY, "import", "--lib"),
    clippy("import, in a browser", ...WASM, ...ONLY, "import", "--lib"),
    clippy("cli", ...ONLY, "cli", "--all-targets"),
    clippy("all features", "--all-features", "--all-targets"),
    clippy("worker", ...WASM, ...ONLY, "worker", "--lib"),
    ...ENTRIES.map(({ feature }) => clippy(feature, ...WASM, ...ONLY, feature, "--lib")),
    clippy("browser tests", ...WASM, "--tests", ...BROWSER_TESTS),
    check("cargo doc", ["doc", "--locked", "--no-deps", "--all-features"], { env: { RUSTDOCFLAGS: "-D warnings" } }),
  ];
}
