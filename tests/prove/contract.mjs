// The API document against a running Postern, by schemathesis: the long form of tests/contract.

import { ensurePython } from "../../scripts/lib/python.mjs";
import { Fault, seconds } from "../../scripts/lib/say.mjs";
import { campaign, CHECKS, reached, shortcomings, statuses } from "../contract/support/campaign.mjs";
import { prepareService } from "../support/prepare.mjs";

export const title = "the API is what its document says";
export const about = "Schemathesis finds no server error, and no answer, status or header that the API document does not allow";
export const takes = "15 min";

const SEEDS = [1, 2, 3];
const EXAMPLES = 120;
const LEAST = { cases: 10_000, successes: 50 };
/** The most characters of what went wrong that are told here; the reports have the rest. */
const MOST_TOLD = 20_000;

const list = (counts) => Object.entries(counts).map(([name, count]) => `${name}: ${count}`).join(", ");

/** The figures of a campaign. */
function figures(outcome, took) {
  const every = reached(outcome);
  const fewest = every.reduce((least, one) => (one.successes < least.successes ? one : least));
  return [
    ["Cases", `${outcome.cases}, ${list(outcome.phases)}`],
    ["Seeds", SEEDS.join(", ")],
    ["Operations", `${every.length} of ${every.length} in the document`],
    ["Checks of each case", `${CHECKS.length}: all of schemathesis but positive_data_acceptance, and two of Postern's own`],
    ["Faults found", String(outcome.faults.length)],
    ["Answers by status", list(statuses(outcome))],
    ["Fewest successes of an operation", `${fewest.successes} (${fewest.name})`],
    ["Time", seconds(took)],
  ];
}

/** Runs it. */
export async function run({ say }) {
  await prepareService();
  await ensurePython();
  const began = performance.now();
  const outcome = await campaign({ seeds: SEEDS, examples: EXAMPLES, say: (line) => say(`  ${line}`) });
  const wrong = [...outcome.faults, ...outcome.failed, ...shortcomings(outcome, LEAST)];
  if (wrong.length > 0) throw new Fault("The API and its document differ.", { output: wrong.join("\n").slice(0, MOST_TOLD), expected: "no fault of any case, and every operation reached" });
  return figures(outcome, performance.now() - began);
}
