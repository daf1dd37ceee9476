// `npm run deploy`: migrates every database of an environment of wrangler.toml, then puts the Worker there: into production, or
// with `-- --env staging` into another one. `--dry-run` shows what wrangler makes of it, and changes nothing.

import { spawnSync } from "node:child_process";
import { readArguments } from "./lib/arguments.mjs";
import { ENV_OPTION, environment } from "./lib/environment.mjs";
import { aboutPlaceholders, placeholders } from "./lib/legal.mjs";
import { buildPackage, hashOfPackage } from "./lib/package.mjs";
import { inRoot, ROOT } from "./lib/paths.mjs";
import { namespace } from "./lib/registry/kv.mjs";
import { publication } from "./lib/registry/publication.mjs";
import { RELEASE } from "./lib/registry/site.mjs";
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

const HELP = `npm run deploy -- [--env NAME] [--dry-run]

Builds, migrates the remote databases, and deploys the Worker with its site. The npm package of this version is stored in KV, for good:
nothing is changed if other bytes are stored under it. Exit code: 0 if it is deployed, 1 if something failed, 2 for wrong usage.

  --env NAME  another environment of wrangler.toml, such as staging
  --dry-run   builds, and shows what would be deployed; changes nothing`;

await main(async () => {
  const options = { ...ENV_OPTION, "dry-run": { type: "boolean" } };
  const { values } = readArguments({ options, most: 0, usage: "npm run deploy -- [--env NAME] [--dry-run]" });
  if (values.help) return say(HELP);
  await ensurePackages();
  const { name, config, flags } = await environment(values.env);
  if (flags[1]) process.env.CLOUDFLARE_ENV = name; // the site names the origin of this environment
  const build = () => run(process.execPath, inRoot("scripts", "build.mjs")); // wrangler looks for the site before it builds anything
  if (values["dry-run"]) {
    build();
    return wrangler("deploy", ...flags, "--dry-run");
  }
  const { isKept, store, announce } = await publication(namespace([...flags, "--remote"]), await buildPackage(), hashOfPackage());
  if (isKept) warn("The npm package came out with other bytes than those that are published, from the same sources. The published ones stay.");
  process.env[RELEASE] = "1"; // also for the build that wrangler starts
  build();
  // By the binding, for whoever deploys by the button gives the databases names of their own.
  for (const { binding } of config.d1_databases) wrangler("d1", "migrations", "apply", binding, "--remote", ...flags);
  await store();
  wrangler("deploy", ...flags);
  await announce();
  say(`${name} is deployed.`);
  const unwritten = aboutPlaceholders(placeholders());
  if (unwritten) warn(unwritten); // last, where it is seen
});
