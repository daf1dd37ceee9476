// Mutants: each is the code with one small change, such as `<` for `<=`. Where no test notices, a test is missing, or the change
// makes no difference: survivors.toml says why, for each. `MUTANTS="token cursor" npm run prove -- mutants` runs some parts.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { cargoTool, inRoot, ROOT } from "../../scripts/lib/paths.mjs";
import { launch, lines } from "../../scripts/lib/run.mjs";
import { Fault, task } from "../../scripts/lib/say.mjs";
import { ensureRust, ensureTools } from "../../scripts/lib/setup.mjs";
import { compared, counted, joined, table } from "./mutants/outcomes.mjs";

export const title = "mutants of the core";
export const about = "Small changes of the query, cursor, credit and token code, each of which a test has to notice";
export const takes = "2 h";

const named = (text) => text.split(" ").map((name) => `${name}::`);
/** Tests of what is paid for and who may call. */
const MONEY = named(
  "access api browser_cap browser_scope browser_tokens changes charging check checkouts deletion idempotency operators owners payments " +
    "payments_operators refunds replicas roll_up reversal_orders reversals stripe token_checks tokens unpaid upkeep webhook",
);
/** Tests of what is asked and found. */
const ANSWERS = [...named("access api browser_scope injection keywords openapi order plans refusals"), "queries::a_"];

/** The parts: their files, and the tests of the service that are likeliest to notice what changes there. */
const PARTS = {
  token: { files: ["src/accounts/token/**", "src/encoding.rs"], tests: MONEY },
  cursor: { files: ["src/http/cursor.rs"], tests: ANSWERS },
  query: { files: ["src/posts/query/**", "src/posts/param/**"], tests: ANSWERS },
  account: { files: ["src/accounts/*.rs", "src/accounts/memory/**"], tests: MONEY },
  payment: { files: ["src/payments/*.rs"], tests: MONEY },
  ledger: { files: [...["accounts", "deletion", "hourly", "idempotency", "ledger", "progress", "reversal", "roll_up", "check"].map((name) => `src/accounts/statements/${name}.rs`), "src/payments/statements/**"], tests: MONEY },
};

/** Unit tests of what these files have no part in. */
const ELSEWHERE = ["text::", "sample::", "post::", "json::", "load::", "sorted::"];

/** What each mutant of a part meets, until something notices it: cheap tests first. */
const stagesOf = (part) => [
  { name: "unit tests", target: "--lib", tests: ELSEWHERE.flatMap((test) => ["--skip", test]), cases: 64 },
  { name: "likely tests of the service", target: "--test=native", tests: PARTS[part].tests, cases: 16 },
  { name: "other tests of the service", target: "--test=native", tests: PARTS[part].tests.flatMap((test) => ["--skip", test]), cases: 16 },
];

const HERE = "tests/prove/mutants";
const RESULTS = inRoot("test-results", "mutants");
const TARGET = process.env.CARGO_TARGET_DIR ?? inRoot("target");
/** A mutant may ask for memory without end. In KiB, for the compiler needs addresses more than memory. */
const LIMIT = 'ulimit -v 12000000 2>/dev/null; exec "$@"';
/** Exit codes of cargo-mutants that say what was found: nothing, survivors, time limits. */
const FOUND = [0, 2, 3];

function chosen() {
  const names = (process.env.MUTANTS ?? "").split(/[\s,]+/).filter(Boolean);
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown) throw new Fault(`There is no part "${unknown}" of the mutants.`, { expected: Object.keys(PARTS).join(", "), code: 2 });
  return names.length > 0 ? names : Object.keys(PARTS);
}

/** Runs one stage of a part. What an earlier stage noticed is left out. */
async function stage(part, { name, target, tests, cases }) {
  const running = task(`${part}: ${name}`);
  const output = join(RESULTS, part);
  const files = PARTS[part].files.flatMap((glob) => ["--file", glob]);
  const own = ["--config", `${HERE}/config.toml`, "--output", output, "--iterate", "--jobs=1", "--colors=never", "--caught", "--unviable"];
  const args = ["mutants", ...own, ...files, `--cargo-arg=${target}`, "--", "--", ...tests];
  const env = { ...process.env, PROPTEST_CASES: String(cases), CARGO_TARGET_DIR: join(TARGET, "mutants") };
  const child = launch("sh", ["-c", LIMIT, "sh", cargoTool("cargo-mutants"), ...args], { cwd: ROOT, env });
  const written = [];
  const take = (line) => {
    written.push(line);
    running.update(`${written.filter((line) => / in .* build/.test(line)).length} tried`);
  };
  lines(child.stdout, take);
  lines(child.stderr, take);
  const { code } = await child.ended;
  if (!FOUND.includes(code)) {
    running.fail();
    throw new Fault(`cargo-mutants ended with exit code ${code}.`, { expected: FOUND.join(", "), output: written.slice(-20).join("\n") });
  }
  running.done();
  const path = join(output, "mutants.out", "outcomes.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).outcomes : [];
}

async function mutantsOf(part) {
  const output = join(RESULTS, part);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const stages = [];
  for (const one of stagesOf(part)) stages.push(await stage(part, one));
  const mutants = joined(stages, (file) => readFileSync(inRoot(file), "utf8"));
  writeFileSync(join(RESULTS, `${part}.json`), `${JSON.stringify(mutants, null, 1)}\n`);
  return mutants;
}

/** Survivors without an explanation, and explanations without a survivor, are what is wrong. */
function check(mutants) {
  const explained = parse(readFileSync(inRoot(HERE, "survivors.toml"), "utf8")).survivor ?? [];
  const { unexplained, gone } = compared(mutants, explained);
  if (unexplained.length + gone.length === 0) return;
  const output = [...unexplained.map((text) => `no test noticed: ${text}`), ...gone.map((text) => `no longer survives: ${text}`)];
  throw new Fault(`${unexplained.length} mutants survive unexplained, and ${gone.length} that are explained do not survive.`, {
    output: output.join("\n"),
    expected: `a test that fails for each, or an entry of ${HERE}/survivors.toml that says why none can`,
  });
}

/** Proves that the tests notice every small change of these files that can be noticed. */
export async function run({ say }) {
  await ensureRust();
  await ensureTools("cargo-mutants");
  const mutants = [];
  for (const part of chosen()) mutants.push(...(await mutantsOf(part)));
  for (const line of table(mutants)) say(`  ${line}`);
  check(mutants);
  const sum = counted(mutants);
  return [
    ["Mutants tried", `${sum.tried}, of which ${sum.unviable} do not compile`],
    ["Noticed by a test", `${sum.caught}, and ${sum.timeout} by never ending`],
    ["Survivors", `${sum.survived}, each explained in ${HERE}/survivors.toml`],
  ];
}
