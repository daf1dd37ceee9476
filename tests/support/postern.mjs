// The command line, as a test runs it: against one server, with nothing of the caller's environment that could
// point it elsewhere.

import { buildCli } from "../../scripts/lib/build.mjs";
import { launch } from "../../scripts/lib/run.mjs";

/**
 * Runs `postern ARGS...`.
 *
 * @param {string[]} args
 * @param {{ server?: { url: string, operatorSecret: string }, input?: string | Buffer, cwd?: string, env?: object }} options
 *   `server`: what `startServer` returned, named to the command line by its environment
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export async function postern(args, { server, input = "", cwd, env = {} } = {}) {
  const { POSTERN_URL, POSTERN_OPERATOR_SECRET, POSTERN_STATE, ...rest } = process.env;
  const named = server ? { POSTERN_URL: server.url, POSTERN_OPERATOR_SECRET: server.operatorSecret } : {};
  const options = { env: { ...rest, NO_COLOR: "1", ...named, ...env }, stdio: ["pipe", "pipe", "pipe"] };
  const child = launch(await buildCli(), args, cwd ? { ...options, cwd } : options);
  const written = { stdout: [], stderr: [] };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (part) => written[name].push(part));
  child.stdin.on("error", () => {}); // it need not read to the end
  child.stdin.end(input);
  const { code, error } = await child.ended;
  if (error) throw error;
  const text = (parts) => Buffer.concat(parts).toString("utf8");
  return { code, stdout: text(written.stdout), stderr: text(written.stderr) };
}
