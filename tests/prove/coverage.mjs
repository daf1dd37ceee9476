// Coverage: which lines and regions of the core the native tests run. A region is what runs as one: an arm, a closure, a `?`.

import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inRoot, TOOLS } from "../../scripts/lib/paths.mjs";
import { step } from "../../scripts/lib/run.mjs";
import { Fault } from "../../scripts/lib/say.mjs";
import { ensureCoverage, ensureRust } from "../../scripts/lib/setup.mjs";
import { measured, percent, summed } from "./coverage/measured.mjs";

export const title = "coverage of the core";
export const about = "Which lines of the core the native tests run: no less than before";
export const takes = "10 min";

/** What is no core: the Worker and the browser have tests of their own, which run in the one and the other. */
const ELSEWHERE = ["worker", "browser", "bin"];

/** The least share of lines, in percent, of what money and answers depend on: a little under what was measured. */
const FLOORS = { account: 98, cursor: 98, param: 98, payment: 98, plan: 97, query: 98, sql: 98, token: 98 };

const FOLDER = inRoot("test-results", "coverage");
const ENVIRONMENT = { PATH: [join(TOOLS, "bin"), process.env.PATH].join(delimiter), CARGO_PROFILE_DEV_DEBUG: "0" };
const llvmCov = (what, ...args) => step(what, "cargo", ["llvm-cov", ...args], { env: ENVIRONMENT });

/** The modules at the top of src, with the lines and regions of each. */
async function modules() {
  mkdirSync(FOLDER, { recursive: true });
  await llvmCov("Forgetting earlier counts", "clean", "--workspace");
  await llvmCov("Native tests, counting", "--no-report", "--locked", "--no-default-features", "--features", "cli", "--tests");
  const [lines, regions] = [join(FOLDER, "lines.lcov"), join(FOLDER, "regions.json")];
  await llvmCov("Lines", "report", "--lcov", "--output-path", lines);
  await llvmCov("Regions", "report", "--json", "--output-path", regions);
  const sourceOf = (file) => readFileSync(file, "utf8");
  const found = measured(readFileSync(lines, "utf8"), JSON.parse(readFileSync(regions, "utf8")), inRoot("src"), sourceOf);
  return found.filter(({ name }) => !ELSEWHERE.includes(name));
}

function table(found) {
  const row = (name, lines, regions) => name.padEnd(12) + String(lines).padStart(24) + String(regions).padStart(24);
  const figure = ({ run, all }) => `${run} of ${all} (${percent({ run, all })} %)`;
  const rows = found.map(({ name, lines, regions }) => row(name, figure(lines), figure(regions)));
  return [row("", "lines", "regions"), ...rows];
}

function check(found) {
  const shares = new Map(found.map(({ name, lines }) => [name, Number(percent(lines))]));
  const low = Object.entries(FLOORS).filter(([name, floor]) => !(shares.get(name) >= floor));
  if (low.length === 0) return;
  throw new Fault("The tests run less of the core than they did.", {
    output: low.map(([name, floor]) => `${name}: ${shares.get(name)} % of its lines, and ${floor} % at least were expected`).join("\n"),
    expected: "tests that run what is new; test-results/coverage says which lines none runs",
  });
}

/** Measures, and holds it against the floors. */
export async function run({ say }) {
  await ensureRust();
  await ensureCoverage();
  const found = await modules();
  for (const line of table(found)) say(`  ${line}`);
  check(found);
  const all = summed(found);
  const of = (name) => `${percent(found.find((one) => one.name === name).lines)} %`;
  return [
    ["Lines of the core that native tests run", `${percent(all.lines)} % of ${all.lines.all}`],
    ["Regions of the core", `${percent(all.regions)} % of ${all.regions.all}`],
    ...Object.keys(FLOORS).map((name) => [`Lines of \`${name}\``, of(name)]),
  ];
}
