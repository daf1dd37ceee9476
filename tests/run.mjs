// `npm test`: sets up whatever is missing and runs every test. `npm test -- PART...` runs some of it; see PARTS.

import { availableParallelism } from "node:os";
import { mkdirSync, writeFileSync } from "node:fs";
import { inRoot } from "../scripts/lib/paths.mjs";
import { leave, main } from "../scripts/lib/run.mjs";
import { bold, explain, Fault, green, red, say, seconds, warn } from "../scripts/lib/say.mjs";
import { failures } from "./support/failures.mjs";
import { lintChecks } from "./support/lints.mjs";
import {
  apiChecks,
  browserChecks,
  contractChecks,
  crashChecks,
  documentChecks,
  nativeChecks,
  packageChecks,
  pageChecks,
  scriptChecks,
  workerChecks,
} from "./support/checks.mjs";

/** What can be run alone, in the order in which all of it runs. Each is a list of checks: a title and what to do. */
const PARTS = {
  lint: lintChecks,
  scripts: scriptChecks,
  document: documentChecks,
  native: nativeChecks,
  worker: workerChecks,
  browser: browserChecks,
  package: packageChecks,
  api: apiChecks,
  contract: contractChecks,
  pages: pageChecks,
  crash: crashChecks,
};

/** The parts whose files can be run alone. */
const OF_FILES = ["package", "api", "contract", "pages", "crash"];

/** The parts and test files that the command line names. */
function chosen(args) {
  const files = args.filter((arg) => arg.endsWith(".test.mjs"));
  const parts = args.filter((arg) => !files.includes(arg));
  const partOf = (file) => OF_FILES.find((part) => inRoot(file).startsWith(inRoot("tests", part, "")));
  const unknown = parts.find((part) => !(part in PARTS)) ?? files.find((file) => !partOf(file));
  if (unknown) {
    throw new Fault(`There is no part or file "${unknown}" of the tests.`, {
      expected: `${Object.keys(PARTS).join(", ")}, or files of ${OF_FILES.map((part) => `tests/${part}`).join(" and ")}`,
      code: 2,
    });
  }
  const named = new Set([...parts, ...files.map(partOf)]);
  return { parts: Object.keys(PARTS).filter((part) => named.size === 0 || named.has(part)), files };
}

/** Runs one check. A check that fails without saying how many tests did counts as one failure. */
async function perform({ title, run }) {
  const started = performance.now();
  const outcome = { title, passed: 0, failed: 0, skipped: 0 };
  try {
    Object.assign(outcome, await run());
  } catch (error) {
    explain(error);
    Object.assign(outcome, error.counts);
    outcome.failed = Math.max(1, outcome.failed);
    outcome.why = failures(error.written ?? String(error.message));
    keepOutput(title, error.written);
  }
  if (outcome.passed + outcome.failed === 0) {
    warn(`${title}: nothing was tested, which counts as a failure`);
    outcome.failed = 1;
  }
  return { ...outcome, took: performance.now() - started };
}

/** What a failed check wrote, in full: the terminal only gets its end. */
function keepOutput(title, written) {
  if (!written) return;
  const path = inRoot("test-results", `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.log`);
  mkdirSync(inRoot("test-results"), { recursive: true });
  writeFileSync(path, `${written}\n`);
  say(`  all of its output: ${path}`);
}

function summarise(outcomes, took) {
  say(`\n${bold("Summary")}`);
  for (const { title, passed, failed, skipped, took: time } of outcomes) {
    const mark = failed ? red("✗") : green("✓");
    const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`].filter(Boolean);
    say(`  ${mark} ${title.padEnd(44)} ${counts.join(", ").padEnd(24)} ${seconds(time)}`);
  }
  for (const { title, why } of outcomes.filter((outcome) => outcome.failed && outcome.why)) {
    say(`\n${red("✗")} ${bold(title)}`);
    for (const line of why) say(`  ${line}`);
  }
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  if (sum("skipped")) warn(`${sum("skipped")} tests were skipped`);
  say(`\n  ${seconds(took)}\n`);
  say(`${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed");
}

await main(async () => {
  const started = performance.now();
  const { parts, files } = chosen(process.argv.slice(2));
  const outcomes = [];
  for (const part of parts) {
    say(`\n${bold(`== ${part}`)}`);
    const options = { files, parallel: Math.max(2, availableParallelism() - 1) };
    for (const check of PARTS[part](options)) outcomes.push(await perform(check));
  }
  const failed = summarise(outcomes, performance.now() - started);
  if (failed) await leave(1);
});
