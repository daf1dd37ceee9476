// `npm run fuzz -- [SECONDS] [TARGET...]`: feeds each importer with damaged files for some seconds (20 unless told), beginning
// with the seeds in fuzz/seeds. What breaks one is kept in fuzz/artifacts, and the exit code is not 0.

import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readArguments, refuseUnknown } from "./lib/arguments.mjs";
import { ensureRust, ensureTools, toolEnvironment } from "./lib/setup.mjs";
import { inRoot, TOOLS } from "./lib/paths.mjs";
import { main, step } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

const USAGE = "npm run fuzz -- [SECONDS] [TARGET...]";

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
  const { values, positionals } = readArguments({ usage: USAGE });
  const all = targets();
  if (values.help) return say(`${USAGE}\n\nFeeds importers damaged files, each for 20 seconds unless told: ${all.join(", ")}.`);
  const isTimed = /^\d+$/.test(positionals[0] ?? "");
  const seconds = isTimed ? Number(positionals[0]) : 20;
  const named = positionals.slice(isTimed ? 1 : 0);
  refuseUnknown("a target of the fuzzer", named, all);
  await ensureRust();
  await ensureTools("cargo-fuzz");
  const path = [join(TOOLS, "bin"), process.env.PATH].join(delimiter);
  const env = { ...toolEnvironment(), PATH: path, RUSTUP_TOOLCHAIN: "nightly" };
  for (const name of named.length > 0 ? named : all) {
    const corpus = inRoot("fuzz", "corpus", name);
    mkdirSync(corpus, { recursive: true });
    const limits = [`-max_total_time=${seconds}`, `-rss_limit_mb=${MEMORY_MB}`, `-max_len=${LARGEST}`, `-timeout=${HANG_SECONDS}`];
    await step(`fuzz ${name}`, "cargo", ["fuzz", "run", name, corpus, inRoot("fuzz", "seeds", name), "--", ...limits], { env });
  }
  say("No target broke.");
});
