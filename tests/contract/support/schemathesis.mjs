// Runs schemathesis once, as tests/contract/schemathesis.toml and hooks.py say, and adds its report to a tally.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { pythonTool } from "../../../scripts/lib/python.mjs";
import { launch, lines } from "../../../scripts/lib/run.mjs";

/** Where reports go. They hold answers, and answers hold tokens of a service that is gone: git ignores them. */
export const REPORTS = inRoot("test-results", "contract");

/**
 * Runs it.
 *
 * @param {{ url: string, variables: object }} stage the service
 * @param {object} options
 * @param {string} options.name names its report
 * @param {string[]} options.which which operations, by options of its own: `["--include-path-regex", "^/api/"]`
 * @param {string[]} options.phases which of its phases
 * @param {number} options.examples the most cases of an operation in its random phases
 * @param {number} options.seed what its random choices follow from
 * @param {string} [options.document] a file to hold the service to instead of what it serves itself
 * @param {import("./report.mjs").Tally} tally
 * @returns {Promise<{ code: number, written: string }>} its exit code (0: no fault) and what it wrote
 */
export async function fuzz(stage, { name, which, phases, examples, seed, document }, tally) {
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, `${name}.ndjson`);
  const args = ["--config-file", "schemathesis.toml", "run", document ?? `${stage.url}/api/v1/openapi.json`, "--url", stage.url, "--no-color"];
  args.push(...which, "--phases", phases.join(","), "--max-examples", String(examples), "--seed", String(seed));
  args.push("--report", "ndjson", "--report-ndjson-path", report);
  const env = { ...process.env, ...stage.variables, PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", PYTHONUTF8: "1" };
  const child = launch(pythonTool("schemathesis"), args, { cwd: inRoot("tests", "contract"), env });
  const written = [];
  lines(child.stdout, (line) => written.push(line));
  lines(child.stderr, (line) => written.push(line));
  const { code, error } = await child.ended;
  if (error) throw error;
  await tally.read(report);
  if (code === 0) rmSync(report);
  return { code, written: written.join("\n") };
}
