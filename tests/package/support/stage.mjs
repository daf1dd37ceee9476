// Where an environment is tried: a folder with the installed package and the environment's own tools, a service to ask, and a browser.

import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot, NODE } from "../../../scripts/lib/paths.mjs";
import { launch as start, stop } from "../../../scripts/lib/run.mjs";
import { freePort } from "../../../scripts/lib/server.mjs";
import { NONE } from "../environments/remedies.mjs";
import { serve, untilTitled } from "./browser.mjs";
import { exercise } from "./exercise.mjs";
import { project, run, write } from "./installed.mjs";

const READY_WITHIN_MS = 120_000;
const SEEN = "seen";
/** What an environment of the project's own packages has of React. */
const REACT = ["react", "react-dom", "scheduler"];
const toolsFolder = (tools) => inRoot("tests", "package", "tools", tools);

/** A page that runs a script. */
export const page = (script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Loading</title><script type="module" src="${script}"></script></html>`;

/** The script of a page: leaves what came where `opened` looks for it. */
const MAIN = `import { exercise } from "./exercise.js";\nexercise().then((seen) => { globalThis.seen = seen; document.title = "${SEEN}"; });\n`;

/** The version of a package that an environment pins, in the project's own list or in that of its tools. */
export function versionOf(name, tools) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(tools ? join(toolsFolder(tools), "package.json") : inRoot("package.json"), "utf8"));
  return { ...dependencies, ...devDependencies }[name];
}

/**
 * Sets the stage for an environment.
 *
 * @param {{ tools?: string }} environment the folder of tests/package/tools that its tools are in, if they are not the project's own
 * @param {{ url: string, token: string }} service has the posts of `exercise`
 * @param {import("playwright-core").Browser} browser
 */
export async function setStage({ tools }, service, browser) {
  const consumer = await project({}, tools ? { tools: toolsFolder(tools) } : { links: REACT });
  return new Stage(consumer, service, browser);
}

class Stage {
  #consumer;

  constructor(consumer, service, browser) {
    this.#consumer = consumer;
    this.folder = consumer.folder;
    this.service = service;
    this.browser = browser;
  }

  path(...parts) {
    return join(this.folder, ...parts);
  }

  write(files) {
    write(this.folder, files);
  }

  /** Adds settings to the folder's package.json. */
  configure(settings) {
    const file = this.path("package.json");
    this.write({ "package.json": JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...settings }) });
  }

  /** Copies the files that an environment has beside its tools. */
  copy(tools, ...files) {
    for (const file of files) cpSync(join(toolsFolder(tools), file), this.path(file), { recursive: true });
  }

  /** Writes the module `exercise.js` and the `main.js` of a page, for a row's entries. */
  writeScripts(row, { folder = ".", file = "exercise.js", ...how } = {}) {
    const entries = Object.keys(row).filter((entry) => row[entry] !== NONE);
    const apart = entries.filter((entry) => row[entry].isApart);
    this.write({ [join(folder, file)]: exercise(this.service, entries, { apart, ...how }), [join(folder, "main.js")]: MAIN });
  }

  /** Runs a program to its end, in the folder. Returns what it wrote. */
  async run(command, args, { env = {}, cwd = this.folder } = {}) {
    try {
      return (await run(command, args, { cwd, env: { ...environment(), ...env }, maxBuffer: 1 << 24 })).stdout;
    } catch (error) {
      throw new Error(`${command} ${args.join(" ")}: ${error.stdout}\n${error.stderr}`, { cause: error });
    }
  }

  /** Runs a program of the folder's packages, by the Node of the tests. */
  tool(name, args, options) {
    return this.run(NODE, [this.path("node_modules", ".bin", name), ...args], options);
  }

  /** Runs a program that prints what came as the last line. */
  async printed(command, args, options) {
    return JSON.parse((await this.run(command, args, options)).trim().split("\n").at(-1));
  }

  /** Runs a program that writes what came to the file that `SEEN` names: the output of a test runner is its own. */
  async reported(program) {
    const file = this.path("seen.json");
    rmSync(file, { force: true });
    await program({ SEEN: file });
    return JSON.parse(readFileSync(file, "utf8"));
  }

  /** Starts a server, and calls `use` with its address once it answers there. */
  async serving(command, args, use, { env = {}, port } = {}) {
    const at = port ?? (await freePort());
    const child = start(command, args.map((one) => (one === PORT ? String(at) : one)), { cwd: this.folder, env: { ...environment(), PORT: String(at), HOST: "127.0.0.1", ...env } });
    let written = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (written += text));
    const url = `http://127.0.0.1:${at}`;
    try {
      for (const deadline = performance.now() + READY_WITHIN_MS; !(await fetch(url).catch(() => null)); await sleep(100)) {
        assert.ok(performance.now() < deadline && child.exitCode === null, `the server did not start: ${written}`);
      }
      return await use(url);
    } catch (error) {
      throw new Error(`${error.message}\n${written}`, { cause: error });
    } finally {
      await stop(child);
    }
  }

  /** What came of a page at an address. */
  async opened(url) {
    const opened = await untilTitled(this.browser, url, SEEN, 60_000);
    try {
      return await opened.evaluate(() => globalThis.seen);
    } finally {
      await opened.close();
    }
  }

  /**
   * What came of the page in a folder, served under a strict policy, which allows no script in the page itself unless `inline`. `folders`
   * are served beside it.
   */
  async served(folder, { folders = {}, inline = false, open = (url) => this.opened(url) } = {}) {
    const files = await serve({ "/": folder, ...folders }, this.service.url, { inline });
    try {
      return await open(`${files.url}/`);
    } finally {
      await files.stop();
    }
  }

  remove() {
    return this.#consumer.remove();
  }
}

/** Stands for the port, among the arguments of a server. */
export const PORT = Symbol("port");

/** The environment of a tool: it sends nothing home, and takes no more memory than there is for it. */
function environment() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_/i.test(name));
  return { ...Object.fromEntries(own), NODE_OPTIONS: "--max-old-space-size=3072", NEXT_TELEMETRY_DISABLED: "1", NG_CLI_ANALYTICS: "false", DO_NOT_TRACK: "1", NO_COLOR: "1", CI: "true" };
}
