// `npm run deploy`: migrates every database of wrangler.toml, then puts the Worker into production.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { aboutPlaceholders, placeholders } from "./lib/legal.mjs";
import { inRoot, ROOT } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { Fault, warn } from "./lib/say.mjs";
import { ensurePackages } from "./lib/setup.mjs";
import { WRANGLER } from "./lib/wrangler.mjs";

/** Runs a program in this terminal: it may have to ask. */
function run(program, ...args) {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Fault(`${args.slice(-4).join(" ")} ended with exit code ${status}.`, { code: 1 });
}

const wrangler = (...args) => run(...WRANGLER, ...args);

await main(async () => {
  await ensurePackages();
  run(process.execPath, inRoot("scripts", "build.mjs")); // wrangler looks for the site before it builds anything
  const { parse } = await import("smol-toml");
  const { d1_databases: databases } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  for (const { binding } of databases) wrangler("d1", "migrations", "apply", binding, "--remote");
  wrangler("deploy");
  const unwritten = aboutPlaceholders(placeholders());
  if (unwritten) warn(unwritten); // last, where it is seen
});
