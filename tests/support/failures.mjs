// What of a test program's output says why it failed: the rest of a long run stands between it and the summary.

const MOST_LINES = 60;
const WIDEST = 240;
const LAST_LINES = 12;

/** Where the account of what failed begins, in `node --test`, in wasm-bindgen-test and in Rust's own tests. */
const BEGINNINGS = [/^✖ failing tests:/, /^\s*panicked at /, /^failures:$/];

/**
 * The lines that say what failed: from where they begin, or the last ones where nothing is known to begin them.
 *
 * @param {string} written all that the program wrote
 * @returns {string[]} at most 60 lines of at most 240 characters
 */
export function failures(written) {
  const lines = written.trimEnd().split("\n");
  const begins = BEGINNINGS.map((pattern) => lines.findIndex((line) => pattern.test(line))).find((at) => at >= 0);
  const told = begins === undefined ? lines.slice(-LAST_LINES) : lines.slice(begins, begins + MOST_LINES);
  return told.map((line) => (line.length > WIDEST ? `${line.slice(0, WIDEST)}…` : line));
}
