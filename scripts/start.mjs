// `npm start`: sets up whatever is missing, builds, migrates, and serves Postern on this machine with live local D1
// and KV. A second start only does what has become necessary. It is ready when `/api/v1/health` answers and
// `dev.json` is in the state folder. What only pages of the site need, the npm package, is built after that.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "./lib/arguments.mjs";
import { beginWorker, buildCli, buildSample, buildWorker, sampleProgram, setUp } from "./lib/build.mjs";
import { answers, isHealthy, pulse } from "./lib/client.mjs";
import { writeConfig } from "./lib/config.mjs";
import { ensureAccount, ensureFilled, ensureSample } from "./lib/demo.mjs";
import { holder, tryLock } from "./lib/lock.mjs";
import { migrate } from "./lib/migrate.mjs";
import { isLeaving, leave, main, onExit } from "./lib/run.mjs";
import { asOne, bold, dim, explain, Fault, say, seconds, task, warn } from "./lib/say.mjs";
import { isTaken, startRuntime, untilReady } from "./lib/server.mjs";
import { makeFolder, openState, secretVariables, using } from "./lib/state.mjs";
import { settings } from "./lib/settings.mjs";
import { beginSite, completeSite, followSite } from "./lib/site.mjs";
import { keepServing } from "./lib/watch.mjs";

/** What can't go well is said before anything long begins. */
async function claim({ port, state }) {
  const lock = join(state, "start.lock");
  makeFolder(state);
  if (!using(state, () => tryLock(lock))) {
    throw new Fault(`Another \`npm start\` (process ${holder(lock)}) uses the state folder ${state}.`, {
      todo: "stop that one, or give this one a folder of its own with POSTERN_STATE",
    });
  }
  if (await isTakenForLong(port)) {
    throw new Fault(`Port ${port} is in use by another program.`, {
      expected: "a free port",
      todo: `stop that program, or choose another port: PORT=${port === 65_535 ? 8787 : port + 1} npm start`,
    });
  }
}

/** Whether a port is in use, and not only by the runtime of a start that was killed a moment ago: that is ending. */
async function isTakenForLong(port) {
  for (let tries = 0; tries < 30; tries += 1) {
    if (!(await isTaken(port))) return false;
    await sleep(200);
  }
  return true;
}

async function serve({ port, limit, state: folder, verbose }) {
  const url = `http://localhost:${port}`;
  const state = openState(folder);
  state.retract();
  onExit(state.retract);
  await setUp(state.kept.sample_loaded ? undefined : buildSample);
  await beginWorker();
  const isSiteWhole = await beginSite();
  const config = await writeConfig(folder, {
    vars: { ENVIRONMENT: "development", PUBLIC_ORIGIN: url },
    limits: { CALLS: limit, BROWSER: limit, BROWSER_ACCOUNT: limit, REFUSALS: limit },
    secrets: secretVariables(state.kept),
  });
  await migrate(folder, config);
  const onLine = (line, isError) => (verbose || isError || isTrouble(line) || isMail(line)) && say(line);
  const start = () => startWorker({ state: folder, config, port, onLine }, url);
  const runtime = await start();
  const test_token = await ensureAccount(url, state);
  if (await isHealthy(url)) {
    await ensureFilled(url, state);
    await ensureSample(url, state, sampleProgram());
  } else warn("The databases are not what was acknowledged, and pages are refused. After a loss: `npm run restore -- FOLDER --posts --local`.");
  const { operator_secret, api_token, account_email, stripe_webhook_secret } = state.kept;
  state.announce({ url, operator_secret, api_token, test_token, account_email, stripe_webhook_secret });
  return { url, token: test_token, email: account_email, folder, runtime, start, isSiteWhole };
}

async function startWorker(options, url) {
  const starting = task("Starting the Worker");
  const runtime = await startRuntime(options);
  try {
    await untilReady(runtime, () => answers(url));
  } catch (error) {
    starting.fail();
    await runtime.stop();
    throw error;
  }
  starting.done();
  return runtime;
}

/** A mail that would be sent: the outbox of this machine is also here. */
const isMail = (line) => line.startsWith("mail to ");

const isTrouble = (line) => /"level":"(warn|error)"|\[(WARN|WARNING|ERROR)\]|\[wrangler:(warn|error)\]/i.test(line);

function greet({ url, token, email, folder }, took) {
  say(`
${bold(`Postern is ready at ${url}`)} ${dim(`(${seconds(took)})`)}

  curl -H "Authorization: Bearer ${token}" "${url}/api/v1/posts/search?keyword=heron&limit=3"

  OpenAPI document    ${url}/api/v1/openapi.json
  health              ${url}/api/v1/health
  demo account        ${email}
  dashboard           ${url}/dashboard/
  mail (outbox)       ${url}/dashboard/outbox ${dim("(and here, a line each)")}
  operators           ${url}/operator/
  command line        npm run postern -- --help
  secrets, addresses  ${join(folder, "dev.json")}
  log                 ${join(folder, "server.log")} ${dim("(POSTERN_LOG=1 shows it here)")}

Ctrl-C stops it; the data stays.`);
}

/** Builds what the service itself did not wait for. A failure is said, and ends nothing; the next start goes on from there. */
async function buildTheRest(isSiteWhole) {
  try {
    if (!isSiteWhole) await asOne("Building the npm package, for the pages /, /explore/ and /open/", completeSite);
    await buildCli();
    await buildWorker();
  } catch (error) {
    explain(error);
    warn("The service goes on without what could not be built. The next `npm start` tries again.");
  }
}

/** Stops when the npm that started this is gone: a server that nobody can stop is in the way of the next one. */
function followParent() {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && leave(143), 1_000).unref();
}

const HELP = `npm start

Sets up what is missing, builds, and serves Postern on this machine with databases of its own. README.md says more.

  npm start -- --verbose   shows the runtime's log, as POSTERN_LOG=1 does

The environment can set PORT, POSTERN_STATE, POSTERN_RATE_LIMIT and POSTERN_LOG.`;

await main(async () => {
  const started = performance.now();
  const { values } = readArguments({ options: { verbose: { type: "boolean" } }, most: 0, usage: "npm start, or npm start -- --verbose" });
  if (values.help) return say(HELP);
  const chosen = settings();
  if (values.verbose) chosen.verbose = true;
  followParent();
  await claim(chosen);
  const service = await serve(chosen);
  await followSite();
  greet(service, performance.now() - started);
  say();
  buildTheRest(service.isSiteWhole);
  const ask = (runtime, within) => {
    runtime.unlogged();
    return pulse(service.url, within);
  };
  await keepServing({ ...service, ask, isLeaving });
});
