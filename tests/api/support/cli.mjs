// The command line, against a server.

import { spawn } from "node:child_process";
import { buildCli } from "../../../scripts/lib/build.mjs";

/** Runs the command line to its end. `input` is what it reads from standard input. */
export async function postern(server, args, input = "") {
  const env = { ...process.env, POSTERN_URL: server.url, POSTERN_OPERATOR_SECRET: server.operatorSecret, NO_COLOR: "1" };
  const child = spawn(await buildCli(), args, { env });
  const written = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (written.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (written.err += text));
  child.stdin.on("error", () => {}).end(input);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...written })));
}
