// What the databases of known vulnerabilities say about the packages of the lock files, as `cargo audit` and `npm audit`
// tell it in JSON.

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** How many findings of each kind: `{ high: 2 }`, without what is none. */
const some = (counts) => Object.fromEntries(Object.entries(counts).filter(([name, count]) => count > 0 && name !== "total"));

/**
 * Reads what `cargo audit --json` wrote. Warnings, such as a crate that nobody maintains, are findings too: somebody has to
 * decide.
 *
 * @returns {{ outcome: "clean" | "found" | "unreachable", findings: string[] }} unreachable: nothing was looked up
 */
export function readCargoAudit(text) {
  const report = parsed(text);
  if (!report?.vulnerabilities || !report.database) return { outcome: "unreachable", findings: [] };
  const about = ({ advisory, package: { name, version }, kind }) => `${name} ${version}: ${advisory?.id ?? kind} ${advisory?.title ?? ""}`.trim();
  const warnings = Object.entries(report.warnings ?? {}).flatMap(([kind, all]) => all.map((one) => ({ kind, ...one })));
  const findings = [...report.vulnerabilities.list, ...warnings].map(about);
  return { outcome: findings.length > 0 ? "found" : "clean", findings };
}

/** Reads what `npm audit --json` wrote: the same. */
export function readNpmAudit(text) {
  const report = parsed(text);
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) return { outcome: "unreachable", findings: [] };
  const findings = Object.values(report.vulnerabilities ?? {}).map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { outcome: Object.keys(some(counts)).length > 0 ? "found" : "clean", findings };
}

/** What is said by an exit code: 0 where all is clean, 1 where anything was found, 3 where something could not be looked up. */
export function exitCode(outcomes) {
  if (outcomes.includes("found")) return 1;
  return outcomes.includes("unreachable") ? 3 : 0;
}
