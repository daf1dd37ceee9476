// The programs that install the npm package, each as its users run it: with settings of its own, and a home and caches that are
// empty at first.

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { inRoot, NODE, npmTool, TOOLS, which } from "../../../scripts/lib/paths.mjs";
import { withLock } from "../../../scripts/lib/lock.mjs";
import { step } from "../../../scripts/lib/run.mjs";
import { hashOf, unlessStamped } from "../../../scripts/lib/stamp.mjs";
import { run, write } from "./installed.mjs";
import { snippet } from "./snippets.mjs";

const SOURCE = "tests/package/programs";
const HOME = join(TOOLS, "programs");
const NAME = "@postern/client";

/** Installs the programs of tests/package/programs: those that `npm test` needs, or all. */
export function ensurePrograms({ all = false } = {}) {
  const hash = hashOf([SOURCE], `${process.platform}-${process.arch}`);
  const stamp = (part) => join(HOME, `.stamp-${part}`);
  return withLock(join(TOOLS, "programs.lock"), () => {
    const part = all || existsSync(stamp("all")) ? "all" : "some";
    return unlessStamped(stamp(part), hash, () => installPrograms(part));
  });
}

async function installPrograms(part) {
  mkdirSync(HOME, { recursive: true });
  rmSync(join(HOME, "node_modules"), { recursive: true, force: true });
  cpSync(inRoot(SOURCE, "package.json"), join(HOME, "package.json"));
  // No lock file: their versions are exact, and what they need is in them.
  const options = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=warn", ...(part === "all" ? [] : ["--omit=dev"])];
  await step("Installing the programs that install packages", "npm", ["install", ...options], { cwd: HOME });
}

const installed = (...path) => join(HOME, "node_modules", ...path);
const ofNpm = (command) => ({ program: command, install: ["install", NAME], clean: ["ci"], settings: npmrc });
const ofPnpm = (command) => ({ program: command, install: ["add", NAME], clean: ["install", "--frozen-lockfile"], settings: npmrc });

/** What the README says to put into `.npmrc`. */
const npmrc = (server) => ({ ".npmrc": snippet("Install", server) });

/** What the README says to put into `.yarnrc.yml`; a service on this machine has no https, which Yarn has to be told. */
const yarnrc = (server) => ({
  ".yarnrc.yml": `${snippet("Yarn", server)}unsafeHttpWhitelist: ["localhost"]\nenableTelemetry: false\n`,
  "yarn.lock": "", // else a project within another one is a part of it
});

/** The npm of this machine, and npm 12, which takes no tarballs by their addresses. */
export const FEW = {
  "npm of this machine": ofNpm([which("npm")]),
  "npm 12": ofNpm([NODE, installed("npm-12", "bin", "npm-cli.js")]),
};

export const OTHERS = {
  "npm 10": ofNpm([NODE, installed("npm-10", "bin", "npm-cli.js")]),
  "npm 11": ofNpm([NODE, installed("npm-11", "bin", "npm-cli.js")]),
  "pnpm 10": ofPnpm([NODE, installed("pnpm-10", "bin", "pnpm.cjs")]),
  "pnpm 11": ofPnpm([NODE, installed("pnpm-11", "bin", "pnpm.mjs")]),
  "pnpm 12": ofPnpm([installed("pnpm-12", "pnpm")]),
  "Yarn 4": {
    program: [NODE, installed("yarn-4", "bin", "yarn.js")],
    install: ["add", NAME],
    clean: ["install", "--immutable"],
    settings: yarnrc,
    node: ["node"], // only this Node finds what Yarn keeps in its own place
  },
  Bun: { program: [installed("bun", "bin", "bun.exe")], install: ["add", NAME], clean: ["install", "--frozen-lockfile"], settings: npmrc },
  Deno: {
    program: [npmTool("deno")],
    install: ["add", "--minimum-dependency-age=0", `npm:${NAME}`],
    clean: ["install", "--frozen"],
    settings: npmrc,
    node: ["run", "--allow-all"],
  },
};

/** A new project that one of the programs installs into. */
export class Consumer {
  constructor({ program, node, ...how }, server) {
    this.how = how;
    this.program = program;
    this.node = node ? [...program, ...node] : [NODE];
    this.root = mkdtempSync(join(tmpdir(), "postern-consumer-"));
    this.folder = join(this.root, "project");
    write(this.folder, {
      "package.json": JSON.stringify({ name: "consumer", private: true, type: "module" }),
      "call.mjs": `import { Postern } from "${NAME}";\nconsole.log((await new Postern({ baseUrl: "${server.url}" }).health()).status);\n`,
      ...how.settings(server),
    });
  }

  /** Installs the newest version, or what `what` names. */
  install(what = NAME) {
    return this.#run(this.program, this.how.install.map((word) => (word === NAME ? what : word)));
  }

  /** Installs what the lock file says, with nothing at hand that was installed before. */
  async installClean() {
    for (const rest of ["node_modules", ".yarn", ".pnp.cjs", ".pnp.loader.mjs"]) rmSync(join(this.folder, rest), { recursive: true, force: true });
    rmSync(join(this.root, "home"), { recursive: true, force: true });
    return this.#run(this.program, this.how.clean);
  }

  /** Makes a call with what was installed: what the service says of its health. */
  async health() {
    return (await this.#run(this.node, ["call.mjs"])).stdout.trim();
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  async #run([program, ...before], args) {
    try {
      return await run(program, [...before, ...args], { cwd: this.folder, env: this.#environment() });
    } catch (error) {
      throw new Error(`${[program, ...before, ...args].join(" ")}\n${error.stdout}\n${error.stderr}`);
    }
  }

  /** A user's environment: nothing of the npm that may have started the tests, and nothing at home. */
  #environment() {
    const home = join(this.root, "home");
    mkdirSync(home, { recursive: true });
    const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|XDG_|PNPM_|YARN_|BUN_)/i.test(name));
    return { ...Object.fromEntries(kept), HOME: home, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), CI: "1" };
  }
}

/** Which version of a program it is. */
export async function versionOf({ program: [program, ...before] }) {
  const { stdout } = await run(program, [...before, "--version"], { cwd: tmpdir() });
  return stdout.trim().split("\n")[0];
}

/** Installs, makes a call, and does both again from the lock file alone. */
export async function installTwice(program, server) {
  const consumer = new Consumer(program, server);
  try {
    await consumer.install();
    const first = await consumer.health();
    await consumer.installClean();
    return [first, await consumer.health()];
  } finally {
    consumer.remove();
  }
}
