// The parts of `npm test` that run tests, and the Worker's size.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { kib, LARGEST_ENTRY, LARGEST_WORKER, workerSize } from "../../bench/lib/size.mjs";
import { buildWorker, setUp } from "../../scripts/lib/build.mjs";
import { cargoTool, inRoot, NODE, npmTool, TOOLS } from "../../scripts/lib/paths.mjs";
import { buildPackage, ENTRIES, entrySize } from "../../scripts/lib/package.mjs";
import { ensurePython } from "../../scripts/lib/python.mjs";
import { step } from "../../scripts/lib/run.mjs";
import { Fault, say } from "../../scripts/lib/say.mjs";
import { ensureBrowser, ensureFirefox, ensurePackages, ensureRust, ensureTools, toolEnvironment } from "../../scripts/lib/setup.mjs";
import { prepareService } from "./prepare.mjs";

const TEST_TIMEOUT_MS = 300_000;
/** A browser that looks at every page twice in each of two sizes takes minutes, and so does starting the runtime again and again. */
const LONG_TIMEOUT_MS = 900_000;

/** The sums of the lines in which a test runner says how many tests passed, failed and were left out. */
export function countTests(output, patterns) {
  const sum = (pattern) => [...output.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  return Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, sum(pattern)]));
}

/** `test result: ok. 12 passed; 0 failed; 1 ignored; ...`, of cargo and of wasm-bindgen. */
export const RUST_COUNTS = {
  passed: /^test result: .*?(\d+) passed;/gm,
  failed: /^test result: .*?(\d+) failed;/gm,
  skipped: /^test result: .*?(\d+) ignored;/gm,
};

/** `ℹ pass 12`, of `node --test`. A cancelled test is one that did not pass. */
export const NODE_COUNTS = {
  passed: /^ℹ pass (\d+)/gm,
  failed: /^ℹ (?:fail|cancelled) (\d+)/gm,
  skipped: /^ℹ (?:skipped|todo) (\d+)/gm,
};

/** Runs a test program and counts. What passed is not shown, what failed is. */
async function tests(title, command, args, patterns, options = {}) {
  try {
    const written = await step(title, command, args, options);
    const counts = countTests(written, patterns);
    say(`  ${counts.passed} passed`);
    return counts;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    error.counts = countTests(error.written ?? "", patterns);
    throw error;
  }
}

const nodeTests = (title, files, parallel, timeout = TEST_TIMEOUT_MS) => {
  const reporter = ["--test", "--test-reporter=spec", `--test-timeout=${timeout}`, `--test-concurrency=${parallel}`];
  return tests(title, NODE, [...reporter, ...files], NODE_COUNTS, { env: { FORCE_COLOR: "0", NO_COLOR: "1" } });
};

function testFiles(folder) {
  if (!existsSync(inRoot(folder))) return [];
  const names = readdirSync(inRoot(folder)).filter((name) => name.endsWith(".test.mjs"));
  return names.sort().map((name) => join(folder, name));
}

/** The commands' own parts. */
export function scriptChecks({ parallel }) {
  const run = async () => {
    await ensurePackages();
    return nodeTests("Tests of the commands", testFiles("tests/scripts"), parallel);
  };
  return [{ title: "Tests of the commands", run }];
}

/** The API document: complete, well-formed, its examples true, and as those wish it who make OpenAPI's tools. */
export function documentChecks({ parallel }) {
  const lint = async () => {
    await ensurePackages();
    const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
    const what = ["lint", "--config", inRoot("tests", "openapi", "redocly.yaml"), inRoot("www", "openapi.json")];
    await step("redocly lint", NODE, [npmTool("redocly"), ...what], { env });
    return { passed: 1 };
  };
  const run = async () => {
    await ensurePackages();
    return nodeTests("Tests of the API document", testFiles("tests/openapi"), parallel);
  };
  return [
    { title: "redocly lint", run: lint },
    { title: "Tests of the API document", run },
  ];
}

/** The core and the command line, with their documentation's examples. */
export function nativeChecks() {
  const run = async () => {
    await ensureRust();
    const args = ["test", "--locked", "--no-default-features", "--features", "cli", "--no-fail-fast"];
    return tests("Native tests", "cargo", args, RUST_COUNTS);
  };
  return [{ title: "Native tests", run }];
}

/** That the Worker builds, and how large it is. */
export function workerChecks() {
  const build = async () => {
    await setUp();
    await buildWorker();
    return { passed: 1 };
  };
  const size = async () => {
    const { files, raw, packed } = workerSize();
    say(`The Worker is ${kib(raw)}, compressed ${kib(packed)} (${files.join(", ")}).`);
    if (packed > LARGEST_WORKER) throw new Fault("The Worker is too large.", { expected: `at most ${kib(LARGEST_WORKER)} compressed` });
    return { passed: 1 };
  };
  return [
    { title: "Worker builds", run: build },
    { title: "Worker's size", run: size },
  ];
}

/** The browsers of tests/browser: how each is found, what wasm-pack calls it and its driver, and how it is started. */
const ENGINES = [
  { name: "Chromium", ensure: ensureBrowser, flags: (driver) => ["--chrome", "--chromedriver", driver], capabilities: chromium },
  { name: "Firefox", ensure: ensureFirefox, flags: (driver) => ["--firefox", "--geckodriver", driver], capabilities: firefox },
];

function chromium(binary) {
  const args = ["--headless", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"];
  args.push("--disable-component-update", "--disable-sync", "--no-first-run");
  if (process.getuid?.() === 0) args.push("--no-sandbox"); // Chromium refuses to run as root with it
  return { "goog:chromeOptions": { binary, args } };
}

function firefox(binary) {
  return { "moz:firefoxOptions": { binary, args: ["-headless"] } };
}

/** tests/browser, in each headless browser; some of it asks a real Worker. */
export function browserChecks() {
  return ENGINES.map((engine) => {
    const title = `Browser tests in ${engine.name}`;
    return { title, run: () => asked((variables) => inBrowser(title, engine, variables)) };
  });
}

/** Lets tests ask a real Worker. */
async function asked(run) {
  await prepareService();
  await ensureTools("wasm-pack");
  const { startServer } = await import("./server.mjs");
  const server = await startServer();
  try {
    await fill(server);
    return await run({ POSTERN_TEST_URL: server.url, POSTERN_TEST_TOKEN: server.token });
  } finally {
    await server.stop();
  }
}

/** Gives a server some posts. */
async function fill(server) {
  const { load, post } = await import("../api/support/posts.mjs");
  await load(server, Array.from({ length: 5 }, (_, n) => post(`p${n}`, { likes_count: n })));
}

async function inBrowser(title, { name, ensure, flags, capabilities }, variables) {
  const { browser, driver } = await ensure();
  const webdriver = join(TOOLS, `webdriver-${name.toLowerCase()}.json`);
  writeFileSync(webdriver, JSON.stringify(capabilities(browser)));
  const env = {
    ...toolEnvironment(),
    ...variables,
    PATH: `${dirname(cargoTool("wasm-pack"))}${delimiter}${process.env.PATH}`,
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: webdriver,
    CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? inRoot("target"),
  };
  const how = ["test", "--headless", ...flags(driver), "--mode", "no-install"];
  const what = [inRoot("tests", "browser"), "--locked"];
  return tests(title, cargoTool("wasm-pack"), [...how, ...what], RUST_COUNTS, { env });
}

/** What every server of a test is started with. */
async function prepareServers({ cli = true } = {}) {
  await prepareService({ cli });
  const { ensureTemplate } = await import("./server.mjs");
  await ensureTemplate();
}

/** The files of a folder that were asked for, or all of them where none of it was. */
function among(files, folder) {
  const own = files.filter((file) => inRoot(file).startsWith(inRoot(folder)));
  return own.length > 0 ? own : testFiles(folder);
}

/** What the package's README says that an entry costs has to be what it costs, to the next KiB. */
function checkSize(name) {
  const { packed, wasm, script } = entrySize(name);
  say(`The entry ${name} is ${kib(packed)} compressed (module ${kib(wasm)}, script ${kib(script)}).`);
  const entry = name === "core" ? "@postern/client" : `@postern/client/${name}`;
  const said = new RegExp(`^\\| \`${entry}\` \\|.*\\| (\\d+) KiB \\|$`, "m").exec(readFileSync(inRoot("npm", "README.md"), "utf8"))?.[1];
  const is = Math.ceil(packed / 1024);
  if (Math.abs(Number(said) - is) <= 1) return;
  throw new Fault(`npm/README.md says that ${entry} is ${said ?? "no"} KiB.`, { expected: `${is} KiB` });
}

/** The npm package: its size, its types, and its use from all that load it. */
export function packageChecks({ files, parallel }) {
  const size = async () => {
    await buildPackage();
    for (const { name } of ENTRIES) checkSize(name);
    const { packed } = entrySize("core");
    if (packed > LARGEST_ENTRY) throw new Fault("The npm package's main entry is too large.", { expected: `at most ${kib(LARGEST_ENTRY)} compressed` });
    return { passed: 1 + ENTRIES.length };
  };
  const run = async () => {
    await prepareServers();
    await ensureBrowser();
    await ensureFirefox();
    return nodeTests("Tests of the npm package", among(files, "tests/package"), parallel);
  };
  return [
    { title: "npm package's size", run: size },
    { title: "Tests of the npm package", run },
  ];
}

/** tests/api, each file with a server of its own in the real Worker runtime. */
export function apiChecks({ files, parallel }) {
  const run = async () => {
    await prepareServers();
    return nodeTests("HTTP tests", among(files, "tests/api"), parallel);
  };
  return [{ title: "HTTP tests", run }];
}

/** tests/contract: the API document against the real Worker runtime, by schemathesis. */
export function contractChecks({ files, parallel }) {
  const run = async () => {
    await prepareServers({ cli: false });
    await ensurePython();
    return nodeTests("Contract tests", among(files, "tests/contract"), parallel, LONG_TIMEOUT_MS);
  };
  return [{ title: "Contract tests", run }];
}

/** tests/pages, in a headless browser, each file with a server of its own. */
export function pageChecks({ files, parallel }) {
  const run = async () => {
    await prepareServers();
    await ensureBrowser();
    return nodeTests("Page tests", among(files, "tests/pages"), parallel, LONG_TIMEOUT_MS);
  };
  return [{ title: "Page tests", run }];
}

/** tests/crash: what is left of posts, money and tokens after the runtime was killed, again and again. Alone, since each start counts. */
export function crashChecks({ files }) {
  const run = async () => {
    await prepareServers();
    return nodeTests("Crash tests", among(files, "tests/crash"), 1, LONG_TIMEOUT_MS);
  };
  return [{ title: "Crash tests", run }];
}
