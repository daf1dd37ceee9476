// Losing databases, and the operator's commands that bring them back.

import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { databaseFile } from "../api/support/databases.mjs";
import { inRoot, NODE } from "../../scripts/lib/paths.mjs";

/** Runs `npm run backup` or `npm run restore` on a server's databases. */
export function maintain(server, command, ...args) {
  const env = { ...process.env, POSTERN_STATE: server.state, POSTERN_URL: server.url, POSTERN_OPERATOR_SECRET: server.operatorSecret, NO_COLOR: "1" };
  delete env.INIT_CWD;
  const child = spawn(NODE, [inRoot("scripts", `${command}.mjs`), "--local", ...args], { env });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, text })));
}

/** Loses databases: their files are gone, as if they had never been made. The server is down then. */
export async function lose(server, ...bindings) {
  await server.crash();
  for (const binding of bindings) for (const suffix of ["", "-wal", "-shm"]) rmSync(databaseFile(server.state, binding) + suffix, { force: true });
}
