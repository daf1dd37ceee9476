// `npm run deploy`: migrates every database of an environment of wrangler.toml, then puts the Worker there: into production, or
// with `-- --env staging` into another one. `--dry-run` shows what wrangler makes of it, and changes nothing.

import { spawnSync } from "node:child_process";
import { environment } from "./lib/environment.mjs";
import { aboutPlaceholders, placeholders } from "./lib/legal.mjs";
import { inRoot, ROOT } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { Fault, say, warn } from "./lib/say.mjs";
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
  const { name, config, flags, rest } = await environment(process.argv.slice(2));
  const unknown = rest.find((arg) => arg !== "--dry-run");
  if (unknown) throw new Fault(`Unexpected argument "${unknown}".`, { expected: "--env NAME, --dry-run, or nothing", code: 2 });
  if (flags[1]) process.env.CLOUDFLARE_ENV = name; // the site names the origin of this environment
  run(process.execPath, inRoot("scripts", "build.mjs")); // wrangler looks for the site before it builds anything
  if (rest.length > 0) return wrangler("deploy", ...flags, "--dry-run");
  // By the binding, for whoever deploys by the button gives the databases names of their own.
  for (const { binding } of config.d1_databases) wrangler("d1", "migrations", "apply", binding, "--remote", ...flags);
  wrangler("deploy", ...flags);
  say(`${name} is deployed.`);
  const unwritten = aboutPlaceholders(placeholders());
  if (unwritten) warn(unwritten); // last, where it is seen
});
