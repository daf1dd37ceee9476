// `npm run fuzz -- [SECONDS] [TARGET...]`: feeds each importer with damaged files for some seconds (20 unless told), beginning
// with the seeds in fuzz/seeds. What breaks one is kept in fuzz/artifacts, and the exit code is not 0.

import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureRust, ensureTools, toolEnvironment } from "./lib/setup.mjs";
import { inRoot, TOOLS } from "./lib/paths.mjs";
import { main, step } from "./lib/run.mjs";
import { Fault, say } from "./lib/say.mjs";

/** What a target may take: twice what an import of any file should. */
const MEMORY_MB = 1024;
const LARGEST = 65_536;
const HANG_SECONDS = 10;

/** The targets, as fuzz/Cargo.toml lists them. */
function targets() {
  const text = readFileSync(inRoot("fuzz", "Cargo.toml"), "utf8");
  return [...text.matchAll(/^name = "([^"]+)"\npath/gm)].map(([, name]) => name);
}

await main(async () => {
  const args = process.argv.slice(2);
  const seconds = /^\d+$/.test(args[0] ?? "") ? Number(args.shift()) : 20;
  const all = targets();
  const unknown = args.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Fault(`There is no target ${unknown.join(", ")}.`, { expected: `some of ${all.join(", ")}` });
  }
  await ensureRust();
  await ensureTools("cargo-fuzz");
  const path = [join(TOOLS, "bin"), process.env.PATH].join(delimiter);
  const env = { ...toolEnvironment(), PATH: path, RUSTUP_TOOLCHAIN: "nightly" };
  for (const name of args.length > 0 ? args : all) {
    const corpus = inRoot("fuzz", "corpus", name);
    mkdirSync(corpus, { recursive: true });
    const limits = [`-max_total_time=${seconds}`, `-rss_limit_mb=${MEMORY_MB}`, `-max_len=${LARGEST}`, `-timeout=${HANG_SECONDS}`];
    await step(`fuzz ${name}`, "cargo", ["fuzz", "run", name, corpus, inRoot("fuzz", "seeds", name), "--", ...limits], { env });
  }
  say("No target broke.");
});
