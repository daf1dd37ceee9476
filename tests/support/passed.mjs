// What has passed before: a check need not run again while everything that it depends on is as it was. A stamp is the hash of all
// of that, so what is not sure to be the same counts as changed.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, TOOLS, which } from "../../scripts/lib/paths.mjs";

const PASSED = join(TOOLS, "passed");

/** Variables that differ from one terminal to the next, and that no test reads. */
const OF_TERMINALS = /^(_|SHLVL|OLDPWD|PWD|INIT_CWD|TERM.*|COLORTERM|COLUMNS|LINES|WINDOWID|SSH_.*|XDG_SESSION_.*|DBUS_.*|npm_lifecycle_.*|npm_package_.*|npm_execpath|npm_command)$/;

/** Folders with files of the user's own, which no hash of the project covers. */
const ELSEWHERE = ["POSTERN_AWKWARD", "POSTERN_SAMPLES"];

/** Which file a program is, so that another version of it is another one; the first of some names. */
function identity(names) {
  const path = which(...[names].flat());
  if (!path) return `${names}: none`;
  const { size, mtimeMs } = statSync(path);
  return `${realpathSync(path)} ${size} ${mtimeMs}`;
}

let compiler;
/** What the compiler says of itself: behind rustup's one file can be any version. */
const compilerVersion = () => (compiler ??= execFileSync("rustc", ["-vV"], { cwd: ROOT, encoding: "utf8" }));

/** The files that git knows, and those that it would: what it ignores is made of these. */
function filesOf(root) {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split("\0");
  return [...new Set(names)].filter((name) => name && existsSync(join(root, name))).sort();
}

/** Whether a part depends on a file: on all of them but the test files of other parts. */
const concerns = (folder, name) => folder === null || !name.endsWith(".test.mjs") || name.startsWith(`tests/${folder}/`);

function surroundings(programs) {
  const env = Object.entries(process.env).filter(([name]) => !OF_TERMINALS.test(name)).sort();
  const machine = [ROOT, process.version, process.platform, process.arch, compilerVersion()];
  return JSON.stringify([env, machine, ["cargo", "cc", "npm", ...programs].map(identity)]);
}

/**
 * Reads the files of the project, on which all checks depend.
 *
 * @param {string} [root] the project's folder, if not this one
 * @returns {(part: { folder: string | null, programs?: (string | string[])[] }) => string | null} the hash of all that a part
 *   depends on, or null where it can't be known: of the files with the test files of its `folder` of `tests` (null: of all files),
 *   of the environment, and of the machine's programs as they are when it is called
 */
export function inputs(root = ROOT) {
  if (ELSEWHERE.some((name) => process.env[name])) return () => null;
  try {
    const files = filesOf(root).map((name) => [name, createHash("sha256").update(readFileSync(join(root, name))).digest("hex")]);
    return ({ folder, programs = [] }) => {
      const hash = createHash("sha256").update(surroundings(programs));
      for (const [name, content] of files) if (concerns(folder, name)) hash.update(`\0${name}\0${content}`);
      return hash.digest("hex");
    };
  } catch {
    return () => null; // not a clone of git
  }
}

const fileOf = (title) => join(PASSED, `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.json`);

/** How a check came out when it passed with these inputs: its counts and the time. Null if it did not. */
export function passedBefore(title, hash) {
  const path = fileOf(title);
  if (hash === null || !existsSync(path)) return null;
  const kept = JSON.parse(readFileSync(path, "utf8"));
  return kept.hash === hash ? kept : null;
}

/** Keeps that a check passed, all of it; or forgets that it ever did. */
export function remember(title, hash, { passed, failed, skipped }) {
  rmSync(fileOf(title), { force: true });
  if (hash === null || failed > 0 || skipped > 0) return;
  mkdirSync(PASSED, { recursive: true });
  writeFileSync(fileOf(title), JSON.stringify({ hash, passed, at: new Date().toISOString() }));
}
