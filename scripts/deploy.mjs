// `npm run deploy`: migrates every database of wrangler.toml, then puts the Worker into production.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { aboutPlaceholders, placeholders } from "./lib/legal.mjs";
import { inRoot, ROOT } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { Fault, warn } from "./lib/say.mjs";
import { ensurePackages } from "./lib/setup.mjs";
import { WRANGLER } from "./lib/wrangler.mjs";

/** Runs wrangler in this terminal: it may have to ask. */
function wrangler(...args) {
  const [node, ...program] = WRANGLER;
  const { status } = spawnSync(node, [...program, ...args], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Fault(`wrangler ${args.join(" ")} ended with exit code ${status}.`, { code: 1 });
}

await main(async () => {
  await ensurePackages();
  const { parse } = await import("smol-toml");
  const { d1_databases: databases } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  for (const { binding } of databases) wrangler("d1", "migrations", "apply", binding, "--remote");
  wrangler("deploy");
  const unwritten = aboutPlaceholders(placeholders());
  if (unwritten) warn(unwritten); // last, where it is seen
});
