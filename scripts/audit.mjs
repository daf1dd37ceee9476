// `npm run audit`: asks the databases of known vulnerabilities about every package of the lock files. Exit code 0: none is
// known; 1: some are; 3: a database could not be reached, and nothing is known. The lock files in tests/package/tools are not asked
// about: nothing but `npm run prove -- package` installs those, into a folder that it removes.

import { existsSync } from "node:fs";
import { readArguments } from "./lib/arguments.mjs";
import { exitCode, readCargoAudit, readNpmAudit } from "./lib/audit.mjs";
import { cargoTool, inRoot, TOOLS } from "./lib/paths.mjs";
import { launch, leave, main } from "./lib/run.mjs";
import { green, red, say, yellow } from "./lib/say.mjs";
import { ensureRust, ensureTools } from "./lib/setup.mjs";

const LOCKS = ["Cargo.lock", "fuzz/Cargo.lock", "tests/browser/Cargo.lock"];

/** What a program writes to stdout, and its complaint. Its exit code does not tell findings from failures. */
async function written(command, args) {
  const child = launch(command, args);
  const parts = { stdout: [], stderr: [] };
  for (const [name, all] of Object.entries(parts)) child[name].on("data", (part) => all.push(part));
  const { error } = await child.ended;
  const text = (all) => Buffer.concat(all).toString("utf8");
  return { out: text(parts.stdout), complaint: error?.message ?? text(parts.stderr).trim().split("\n").slice(-3).join(" ") };
}

const MARKS = { clean: green("✓"), found: red("✗"), unreachable: yellow("?") };
const SAID = { clean: "no known vulnerability", found: "known vulnerabilities or warnings:", unreachable: "the database could not be reached: nothing is known" };

/** Looks one lock file up, and says what came of it. */
async function look(title, command, args, read) {
  const { out, complaint } = await written(command, args);
  const { outcome, findings } = read(out);
  say(`  ${MARKS[outcome]} ${title}: ${SAID[outcome]}`);
  for (const one of findings) say(`      ${one}`);
  const why = complaint || /"message": "([^"]+)"/.exec(out)?.[1]; // npm complains in its report
  if (outcome === "unreachable" && why) say(`      ${why.slice(0, 300)}`);
  return outcome;
}

await main(async () => {
  readArguments({ most: 0, usage: "npm run audit, without arguments" });
  await ensureRust();
  await ensureTools("cargo-audit");
  const outcomes = [];
  // Each asks for the newest database; the copy of it is the project's own, as the tool is.
  const database = ["--db", `${TOOLS}/advisory-db`];
  for (const lock of LOCKS.filter((path) => existsSync(inRoot(path)))) {
    outcomes.push(await look(lock, cargoTool("cargo-audit"), ["audit", "--json", ...database, "--file", inRoot(lock)], readCargoAudit));
  }
  outcomes.push(await look("package-lock.json", "npm", ["audit", "--json", "--audit", "--package-lock-only"], readNpmAudit));
  await leave(exitCode(outcomes));
});
