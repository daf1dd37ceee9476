// The Python of the tests: a virtual environment of the project's own, with exactly the packages of a file that names
// their versions and hashes. Nothing is installed anywhere else.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { inRoot, TOOLS, which } from "./paths.mjs";
import { step } from "./run.mjs";
import { Fault } from "./say.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

/** What the pinned packages ask for. */
const OLDEST = [3, 11];
const PACKAGES = "tests/contract/requirements.txt";
const HOME = join(TOOLS, "python");

/** A program of the environment. */
export const pythonTool = (name) => join(HOME, "bin", name);

/** Says of itself which Python it is, and which parts that an environment is made with it lacks. */
const ABOUT = `
import importlib.util, sys
lacks = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
print(*sys.version_info[:3], *lacks)
`;

/**
 * Judges what a Python says of itself.
 *
 * @param {string | null} said what `ABOUT` printed; null where there is no Python
 * @returns {string} its version
 * @throws {Fault} with what was expected, where it can't be used
 */
export function judgePython(said) {
  const oldest = OLDEST.join(".");
  const expected = `python3 ${oldest} or newer on the PATH, with its module venv`;
  const todo = `install Python ${oldest} or newer; on Debian 12 or newer: apt-get install python3 python3-venv`;
  if (said === null) throw new Fault("There is no `python3` that runs, which the tests need.", { expected, todo });
  const [major, minor, patch, ...lacks] = said.trim().split(" ");
  const version = [major, minor, patch].join(".");
  if (Number(major) !== OLDEST[0] || Number(minor) < OLDEST[1]) throw new Fault(`The \`python3\` on the PATH is ${version}.`, { expected, todo });
  if (lacks.length > 0) throw new Fault(`This Python ${version} lacks ${lacks.join(" and ")}.`, { expected, todo });
  return version;
}

function ask(python) {
  try {
    return execFileSync(python, ["-I", "-c", ABOUT], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return null;
  }
}

/** Sees to the environment: makes it anew where Python or a pinned package is another one than it was made with. */
export async function ensurePython() {
  const python = which("python3");
  const version = judgePython(python && ask(python));
  // An environment names its own folder in its programs, so one that was moved or copied is made anew.
  const hash = hashOf([PACKAGES], `${python} ${version} ${HOME}`);
  await withLock(join(TOOLS, "python.lock"), () => unlessStamped(join(HOME, ".postern-stamp"), hash, () => install(python)));
}

async function install(python) {
  await step("Making a Python environment in .tools", python, ["-m", "venv", "--clear", HOME]);
  // Built packages only, so that none of them runs anything while it is installed.
  const strictly = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--requirement", inRoot(PACKAGES)];
  const quietly = ["--quiet", "--disable-pip-version-check", "--no-input"];
  await step("Installing the Python packages", pythonTool("python"), ["-m", "pip", "install", ...quietly, ...strictly], {
    todo: "look at pip's message above; it needs PyPI",
  });
}
