// `npm run postern -- ARGS`: builds the command line if need be and becomes it. What is said here goes to stderr, so
// that an export can be piped. File names are relative to where the caller is.

import { spawn } from "node:child_process";
import { buildCli } from "./lib/build.mjs";
import { ensureRust } from "./lib/setup.mjs";
import { main } from "./lib/run.mjs";
import { toStderr } from "./lib/say.mjs";
import { stateFolder } from "./lib/settings.mjs";

toStderr();

await main(async () => {
  await ensureRust();
  const program = await buildCli();
  process.removeAllListeners("SIGINT"); // the terminal tells both of us; the command line decides what it means
  process.on("SIGINT", () => {});
  const child = spawn(program, process.argv.slice(2), {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, POSTERN_STATE: stateFolder() },
    stdio: "inherit",
  });
  for (const signal of ["SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal));
  }
  child.once("error", (error) => {
    throw error;
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (signal === "SIGINT" ? 2 : 15)));
});
