// What cargo-mutants says of its stages, as one list of mutants; and how that fits what is explained.

const SUMMARIES = { CaughtMutant: "caught", MissedMutant: "survived", Unviable: "unviable", Timeout: "timeout" };
const KINDS = ["caught", "timeout", "unviable", "survived"];

/** One mutant: its file, line of code and change, which together outlive edits of other lines; and what came of it. */
function mutant({ scenario, summary }, sourceOf) {
  const { name, file, span } = scenario.Mutant;
  const line = sourceOf(file).split("\n")[span.start.line - 1]?.trim() ?? "";
  const change = name.replace(/^[^:]+:\d+:\d+: /, "").replace(/ in \S.*$/, "");
  return { name, file, line, change, outcome: SUMMARIES[summary] };
}

/** The mutants of all stages. What one stage noticed is noticed, whatever the next ones say. */
export function joined(stages, sourceOf) {
  const all = new Map();
  for (const outcomes of stages) {
    for (const outcome of outcomes) {
      if (!outcome.scenario.Mutant) continue;
      const one = mutant(outcome, sourceOf);
      const before = all.get(one.name);
      if (!before || before.outcome === "survived") all.set(one.name, one);
    }
  }
  return [...all.values()];
}

/** How many there are of each kind. */
export function counted(mutants) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, mutants.filter(({ outcome }) => outcome === kind).length]));
  return { tried: mutants.length, ...counts };
}

/** A line for each file. */
export function table(mutants) {
  const files = [...new Set(mutants.map(({ file }) => file))].sort();
  const row = (name, cells) => name.padEnd(34) + cells.map((cell) => String(cell).padStart(10)).join("");
  const rows = files.map((file) => row(file, Object.values(counted(mutants.filter((one) => one.file === file)))));
  return [row("", ["tried", ...KINDS]), ...rows, row("all", Object.values(counted(mutants)))];
}

/**
 * Holds survivors against their explanations. Of a file without any mutant nothing was tried, so nothing is said about it.
 *
 * @param {Array<{ file: string, line: string, changes: string[], why: string }>} explained
 */
export function compared(mutants, explained) {
  const survivors = mutants.filter(({ outcome }) => outcome === "survived");
  const fits = (entry, change, one) => one.file === entry.file && one.line === entry.line && one.change === change;
  const pairs = explained.flatMap((entry) => entry.changes.map((change) => ({ entry, change })));
  const tried = new Set(mutants.map(({ file }) => file));
  const unexplained = survivors.filter((one) => !pairs.some(({ entry, change }) => fits(entry, change, one)));
  const gone = pairs.filter(({ entry, change }) => tried.has(entry.file) && !survivors.some((one) => fits(entry, change, one)));
  return {
    unexplained: unexplained.map(({ name, line }) => `${name}\n    ${line}`),
    gone: gone.map(({ entry, change }) => `${entry.file}: ${change}\n    ${entry.line}`),
  };
}
