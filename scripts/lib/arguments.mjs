// The arguments of a command, read by `util.parseArgs`; what is wrong with them ends it with exit code 2.

import { parseArgs } from "node:util";
import { Fault } from "./say.mjs";

const HELP = { help: { type: "boolean", short: "h" } };

/**
 * Reads the arguments of a command.
 *
 * @param {object} options
 * @param {import("node:util").ParseArgsConfig["options"]} [options.options] those beside `--help`
 * @param {number} [options.most] how many arguments without a dash there may be; any number unless set
 * @param {string} options.usage what is expected
 * @param {string[]} [options.args] the arguments, if not those of this process
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 * @throws {Fault} for an argument that is not known
 */
export function readArguments({ options = {}, most = Infinity, usage, args = process.argv.slice(2) }) {
  const { values, positionals } = parsed({ options: { ...options, ...HELP }, args, allowPositionals: true }, usage);
  if (positionals.length > most) throw new Fault(`Unexpected argument "${positionals[most]}".`, { expected: usage, code: 2 });
  return { values, positionals };
}

function parsed(config, usage) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Fault(error.message.split(". To specify")[0].replace(/\.?$/, "."), { expected: usage, code: 2 });
  }
}

/**
 * Refuses a name that is none of those known, and says which is the most like it.
 *
 * @param {string} kind what it should be the name of: "a part of the tests"
 * @param {string[]} names those that were given
 * @param {string[]} known
 * @throws {Fault}
 */
export function refuseUnknown(kind, names, known) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const expected = known.join(", ");
  throw new Fault(`"${unknown}" is not ${kind}. Did you mean "${nearest(unknown, known)}"?`, { expected, code: 2 });
}

const nearest = (name, known) => known.map((one) => [distance(name, one), one]).sort(([a], [b]) => a - b)[0][1];

/** How many letters have to be put in, left out or changed to make one word of another (Levenshtein). */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    const next = [row[0] + 1];
    for (let index = 0; index < other.length; index += 1) {
      next.push(Math.min(next[index] + 1, row[index + 1] + 1, row[index] + (letter === other[index] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1);
}
