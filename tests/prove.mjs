// `npm run prove`: the long forms of what `npm test` shows in short, one proof after another, and their figures.
// `npm run prove -- NAME...` runs some of them; `--help` says what there is; `--write` puts the figures into PROOF.md.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readArguments, refuseUnknown } from "../scripts/lib/arguments.mjs";
import { inRoot, NODE } from "../scripts/lib/paths.mjs";
import { launch, leave, main } from "../scripts/lib/run.mjs";
import { bold, explain, green, red, say, seconds } from "../scripts/lib/say.mjs";
import { ensurePackages } from "../scripts/lib/setup.mjs";
import { withFigures } from "./prove/figures.mjs";

/** The major version of Node that the tests are written for. */
const OWN_NODE = 22;

/** The proofs, in the order in which all of them run: each is a file of tests/prove. */
const NAMES = ["contract", "faults", "kills", "soak", "backup", "security", "package", "coverage", "mutants"];

const load = async (name) => ({ name, ...(await import(`./prove/${name}.mjs`)) });

async function help() {
  say("npm run prove -- [NAME...] [--write]\n");
  say("Runs the long forms of the tests, and prints the figures of each. Exit code: 0 if all holds, 1 if something does");
  say("not, 2 for wrong usage.\n");
  for (const { name, about, takes } of await Promise.all(NAMES.map(load))) say(`  ${name.padEnd(10)} ${about} (${takes})`);
  say("\n  --write    puts the figures into PROOF.md, and the table of where the package runs into npm/README.md");
}

function chosen() {
  const { values, positionals } = readArguments({ options: { write: { type: "boolean" } }, usage: "`npm run prove -- --help` says what there is" });
  refuseUnknown("a proof", positionals, NAMES);
  return { names: positionals.length > 0 ? positionals : NAMES, ...values };
}

/** Runs one proof. Returns its figures, or none where it does not hold. */
async function prove({ name, title, run, write }) {
  say(`\n${bold(`== ${name}`)}: ${title}`);
  const started = performance.now();
  try {
    const figures = await run({ say });
    const took = performance.now() - started;
    for (const [figure, value] of figures) say(`  ${figure}: ${value}`);
    return { name, title, took, figures, write };
  } catch (error) {
    explain(error);
    return { name, title, took: performance.now() - started, figures: null };
  }
}

/** Keeps what was found, so that a long run that is interrupted loses none of it. */
function keep({ name, figures, write: writeMore = () => {} }, write) {
  mkdirSync(inRoot("test-results"), { recursive: true });
  writeFileSync(inRoot("test-results", `prove-${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
  if (!write) return;
  writeFileSync(inRoot("PROOF.md"), withFigures(readFileSync(inRoot("PROOF.md"), "utf8"), name, figures));
  writeMore();
}

/** The proofs need the Node that the project brings along; one that is older runs this again by it. */
async function byOwnNode() {
  await ensurePackages();
  const { code } = await launch(NODE, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" }).ended;
  await leave(code ?? 1);
}

await main(async () => {
  const { names, write, help: isHelp } = chosen();
  if (process.versions.node.split(".")[0] < OWN_NODE) return byOwnNode();
  if (isHelp) return help();
  const outcomes = [];
  for (const name of names) {
    const outcome = await prove(await load(name));
    outcomes.push(outcome);
    if (outcome.figures) keep(outcome, write);
  }
  say(`\n${bold("Summary")}`);
  for (const { name, title, took, figures } of outcomes) say(`  ${figures ? green("✓") : red("✗")} ${name.padEnd(10)} ${title.padEnd(50)} ${seconds(took)}`);
  if (outcomes.some(({ figures }) => !figures)) await leave(1);
});
