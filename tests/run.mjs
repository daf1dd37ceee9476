// `npm test`: sets up whatever is missing and runs every test. `npm test -- PART...` runs some of it; see PARTS.

import { availableParallelism } from "node:os";
import { mkdirSync, writeFileSync } from "node:fs";
import { readArguments, refuseUnknown } from "../scripts/lib/arguments.mjs";
import { inRoot } from "../scripts/lib/paths.mjs";
import { leave, main } from "../scripts/lib/run.mjs";
import { bold, dim, explain, Fault, green, red, say, seconds, warn } from "../scripts/lib/say.mjs";
import { failures } from "./support/failures.mjs";
import { lintChecks } from "./support/lints.mjs";
import { inputs, passedBefore, remember } from "./support/passed.mjs";
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

const CHROMIUM = [["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], "chromedriver"];
const FIREFOX = [["firefox-esr", "firefox"], "geckodriver"];

/**
 * What can be run alone, in the order in which all of it runs: first what needs neither the Worker nor a browser. `checks` makes a
 * list of checks, each a title and what to do. `folder` of `tests` has the test files; null: the part looks at all files.
 * `programs` of the machine are run by its tests. `ofFiles`: its files can be run alone.
 */
const PARTS = {
  scripts: { about: "the commands' own parts, and that documents say what is so", folder: null, programs: ["git"], checks: scriptChecks },
  document: { about: "the OpenAPI document: complete, well-formed, its examples true", folder: "openapi", checks: documentChecks },
  lint: { about: "formatting, clippy for each feature, documentation", folder: null, checks: lintChecks },
  native: { about: "the core and the command line", folder: "native", checks: nativeChecks },
  worker: { about: "that the Worker builds, and its size", folder: "worker", checks: workerChecks },
  api: { about: "the API over HTTP, in the real Worker runtime", folder: "api", programs: ["curl"], checks: apiChecks, ofFiles: true },
  contract: { about: "the API against its document, by schemathesis and by clients that are generated", folder: "contract", programs: ["python3"], checks: contractChecks, ofFiles: true },
  crash: { about: "what is left after kills and lost databases", folder: "crash", checks: crashChecks, ofFiles: true },
  package: { about: "the npm package as its users install it", folder: "package", programs: [...CHROMIUM, ...FIREFOX], checks: packageChecks, ofFiles: true },
  pages: { about: "the site and the dashboard, in a headless browser", folder: "pages", programs: [...CHROMIUM, "python3", "Rscript"], checks: pageChecks, ofFiles: true },
  browser: { about: "the package's Rust, in Chromium and Firefox", folder: "browser", programs: [...CHROMIUM, ...FIREFOX], checks: browserChecks },
};
const NAMES = Object.keys(PARTS);
const OF_FILES = NAMES.filter((name) => PARTS[name].ofFiles);

const HELP = `npm test -- [PART... | FILE...] [--again]

Runs every test, or the parts or test files that are named. Exit code: 0 if all pass, 1 if one fails, 2 for wrong usage.

${NAMES.map((name) => `  ${name.padEnd(10)} ${PARTS[name].about}`).join("\n")}

Files: those of ${OF_FILES.map((name) => `tests/${PARTS[name].folder}`).join(", ")}.

  --again    also runs what has passed before and can't have changed since

Where nothing is named, a check is left out if it has passed before with the same files of the project, programs of this
machine and environment. The summary says so. With CI set, nothing is left out.`;

/** What the command line asks for. */
function chosen() {
  const { values, positionals } = readArguments({ options: { again: { type: "boolean" } }, usage: "`npm test -- --help` says what there is" });
  const files = positionals.filter((arg) => arg.endsWith(".test.mjs"));
  const parts = positionals.filter((arg) => !files.includes(arg));
  refuseUnknown("a part of the tests", parts, NAMES);
  const partOf = (file) => OF_FILES.find((name) => inRoot(file).startsWith(inRoot("tests", PARTS[name].folder, "")));
  const strange = files.find((file) => !partOf(file));
  if (strange) throw new Fault(`"${strange}" is not a file that can be run alone.`, { expected: `files of ${OF_FILES.map((name) => `tests/${PARTS[name].folder}`).join(", ")}`, code: 2 });
  const named = new Set([...parts, ...files.map(partOf)]);
  return { ...values, isAll: named.size === 0, parts: NAMES.filter((name) => named.size === 0 || named.has(name)), files };
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

/** A check that is left out, as it has passed with the same inputs. */
function leftOut({ title }, { passed, at }) {
  say(`${dim("–")} ${title}: left out, nothing has changed since it passed at ${at}`);
  return { title, passed: 0, failed: 0, skipped: passed, took: 0, at };
}

/** Runs the checks of a part, or leaves out what need not run. */
async function runPart(name, options, hashOf, mayLeaveOut) {
  say(`\n${bold(`== ${name}`)}`);
  const outcomes = [];
  for (const check of PARTS[name].checks(options)) {
    const before = mayLeaveOut ? passedBefore(check.title, hashOf(PARTS[name])) : null;
    const outcome = before ? leftOut(check, before) : await perform(check);
    // Only now, as a check installs what it needs.
    if (!before && options.files.length === 0) remember(check.title, hashOf(PARTS[name]), outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

function summarise(outcomes, took) {
  say(`\n${bold("Summary")}`);
  for (const { title, passed, failed, skipped, took: time, at } of outcomes) {
    const mark = failed ? red("✗") : at ? dim("–") : green("✓");
    const counts = at ? [`${skipped} passed at ${at}`] : [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`].filter(Boolean);
    say(`  ${mark} ${title.padEnd(44)} ${counts.join(", ").padEnd(24)} ${at ? "not run again" : seconds(time)}`);
  }
  for (const { title, why } of outcomes.filter((outcome) => outcome.failed && outcome.why)) {
    say(`\n${red("✗")} ${bold(title)}`);
    for (const line of why) say(`  ${line}`);
  }
  const sum = (key, some = outcomes) => some.reduce((total, outcome) => total + outcome[key], 0);
  const old = outcomes.filter(({ at }) => at);
  const skipped = sum("skipped") - sum("skipped", old);
  if (skipped) warn(`${skipped} tests were skipped`);
  if (old.length > 0) warn(`${old.length} of ${outcomes.length} checks were NOT run: nothing that they depend on has changed since they passed. To run all: npm test -- --again`);
  say(`\n  ${seconds(took)}\n`);
  say(`${sum("passed")} passed, ${sum("failed")} failed${sum("skipped") ? `, ${sum("skipped")} skipped` : ""}`);
  return sum("failed");
}

await main(async () => {
  const { parts, files, again, help, isAll } = chosen();
  if (help) return say(HELP);
  const started = performance.now();
  const hashOf = inputs();
  const mayLeaveOut = isAll && !again && !process.env.CI;
  const options = { files, parallel: availableParallelism() + 1 };
  const outcomes = [];
  for (const name of parts) outcomes.push(...(await runPart(name, options, hashOf, mayLeaveOut)));
  const failed = summarise(outcomes, performance.now() - started);
  if (failed) await leave(1);
});
