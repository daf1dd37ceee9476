// The contract as schemathesis holds it: the public API and the operators', each on a service of its own, so that nothing
// that an operator erases, suspends or revokes empties what callers are answered. And what a campaign has to have shown.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../openapi/document.mjs";
import { Tally } from "./report.mjs";
import { fuzz, REPORTS } from "./schemathesis.mjs";
import { setStage } from "./stage.mjs";

const HALVES = [
  { name: "public", paths: "^/api/" },
  { name: "operators", paths: "^/operator/" },
];
/** The first seed goes through all phases; with another one only those differ that draw at random. */
const PHASES = ["examples", "coverage", "fuzzing", "stateful"];
const AT_RANDOM = ["fuzzing", "stateful"];

/** Every check of schemathesis but `positive_data_acceptance`, and those of hooks.py. */
export const CHECKS = [
  "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance", "response_schema_conformance",
  "negative_data_rejection", "missing_required_header", "unsupported_method", "allow_header_conformance", "use_after_free",
  "ensure_resource_availability", "ignored_auth", "object_level_authorization",
  "every_line_is_accounted_for", "every_line_is_a_post",
];

/** The listings' HEADs, each the twin of a GET: a third of the public half's cases. */
const TWINS = "^headPosts";

/** The runs with a seed: which operations, and through which phases. */
function runs({ name, paths }, { seed, isFirst, isShort }) {
  const which = ["--include-path-regex", paths];
  const whole = { name: `${name}-${seed}`, which, phases: isFirst ? PHASES : AT_RANDOM };
  if (name !== "public" || !isShort) return [whole];
  const twins = { name: `twins-${seed}`, which: ["--include-operation-id-regex", TWINS], phases: ["examples", "fuzzing"] };
  return [{ ...whole, which: [...which, "--exclude-operation-id-regex", TWINS] }, twins];
}

async function half(one, { seeds, examples, isShort, say }, tally) {
  const failed = [];
  for (const [at, seed] of seeds.entries()) {
    const stage = await setStage();
    try {
      for (const run of runs(one, { seed, isFirst: at === 0, isShort })) {
        const { code, written } = await fuzz(stage, { ...run, examples, seed }, tally);
        if (code !== 0) failed.push(`${run.name}: exit code ${code}\n${written}`);
      }
    } finally {
      await stage.stop();
    }
    say(`${one.name}, seed ${seed}: ${tally.cases} cases so far, ${tally.faults.size} faults`);
  }
  return failed;
}

/**
 * Goes through it all, and leaves its outcome in `summary.json` beside the reports.
 *
 * @param {object} options
 * @param {number[]} options.seeds what random choices follow from, one run after another
 * @param {number} options.examples the most cases of an operation in each random phase
 * @param {boolean} [options.isShort] the listings' HEADs go through the examples and the fuzzing only
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<object>} the summary of `Tally`, and `faults` (what checks found) and `failed` (what runs wrote that
 *   did not end well)
 */
export async function campaign({ seeds, examples, isShort = false, say = () => {} }) {
  const tally = new Tally();
  const failed = await Promise.all(HALVES.map((one) => half(one, { seeds, examples, isShort, say }, tally)));
  const outcome = { ...tally.summary, faults: [...tally.faults], failed: failed.flat() };
  writeFileSync(join(REPORTS, "summary.json"), `${JSON.stringify(outcome, null, 2)}\n`);
  return outcome;
}

/** The operations of the document as schemathesis names them. */
const documented = () => operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);

const isSuccess = (status) => /^2/.test(status);
const sum = (counts, wanted) => Object.entries(counts).reduce((total, [status, count]) => total + (wanted(status) ? count : 0), 0);

/** How many cases of each operation of the document were answered with a success, and how many there were. */
export function reached({ operations: all }) {
  return documented().map((name) => ({ name, cases: all[name]?.cases ?? 0, successes: sum(all[name]?.statuses ?? {}, isSuccess) }));
}

/** All cases by their status. */
export function statuses({ operations: all }) {
  const counts = {};
  for (const { statuses: own } of Object.values(all)) for (const [status, count] of Object.entries(own)) counts[status] = (counts[status] ?? 0) + count;
  return counts;
}

/**
 * What a campaign did not show, in a line each: none if it holds.
 *
 * @param {object} outcome of `campaign`
 * @param {{ cases: number, successes: number }} least how many cases in all, and how many successes of each operation
 */
export function shortcomings(outcome, least) {
  const few = [];
  if (outcome.cases < least.cases) few.push(`expected at least ${least.cases} cases, and there were ${outcome.cases}`);
  for (const phase of PHASES) if (!outcome.phases[phase]) few.push(`expected the phase ${phase}, and it had no case`);
  for (const check of CHECKS) if (!outcome.checks[check]) few.push(`expected the check ${check}, and it was never made`);
  for (const { name, successes } of reached(outcome)) {
    if (successes < least.successes) few.push(`${name}: expected at least ${least.successes} successes, and there were ${successes}`);
  }
  return few;
}
