// Starts a Worker in a workerd of its own, without anything around it, and times its first answer.

import { mkdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import { basename, dirname, join, relative } from "node:path";
import { createRequire } from "node:module";
import { freePort } from "../../scripts/lib/server.mjs";
import { launch, stop } from "../../scripts/lib/run.mjs";
import { Fault } from "../../scripts/lib/say.mjs";
import { KEPT } from "./data.mjs";

const WITHIN_MS = 20_000;
const PATH = "/api/v1/posts/search"; // without a token: a 401 that asks no binding

/** The workerd that miniflare uses. */
function workerd() {
  const require = createRequire(import.meta.url);
  return require("workerd").default;
}

/** A configuration for `workerd serve`. */
function configuration(files, port) {
  const module = (path) => {
    const kind = path.endsWith(".wasm") ? "wasm" : "esModule";
    const from = relative(KEPT, path); // what begins with a slash is looked for elsewhere
    return `(name = ${JSON.stringify(basename(path))}, ${kind} = embed ${JSON.stringify(from)})`;
  };
  const binding = `(name = "ENVIRONMENT", text = "development")`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [${files.map(module).join(", ")}],
    compatibilityDate = "2026-11-01",
    compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
    bindings = [${binding}],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** One try: the status, or null while nobody listens. */
function ask(port) {
  return new Promise((resolve) => {
    const request = http.get({ host: "127.0.0.1", port, path: PATH, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    });
    request.on("error", () => resolve(null));
  });
}

/** Milliseconds from the start of the process to the first answer. */
export async function timeToAnswer(files) {
  const port = await freePort();
  const config = join(KEPT, "start.capnp");
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, configuration(files, port));
  const began = performance.now();
  const child = launch(workerd(), ["serve", config], { stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (text) => (complaints += text));
  let ended = false;
  child.ended.then(() => (ended = true));
  while ((await ask(port)) === null) {
    if (ended || performance.now() - began > WITHIN_MS) throw new Fault("workerd did not start.", { output: complaints });
  }
  const took = performance.now() - began;
  await stop(child, "SIGKILL");
  return took;
}
