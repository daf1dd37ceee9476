// The KV namespace of a service, by wrangler: what deployments store of the npm package is beside the pages that the Worker keeps
// there for a day, under keys of its own, for good.

import { spawnSync } from "node:child_process";
import { ROOT } from "../paths.mjs";
import { Fault } from "../say.mjs";
import { WRANGLER } from "../wrangler.mjs";

/**
 * The namespace.
 *
 * @param {string[]} where what tells wrangler: `--remote` and the environment, or `--local` and what goes with it
 * @param {object} [env] the environment of wrangler
 */
export function namespace(where, env = process.env) {
  const key = (...args) => {
    const [program, ...all] = [...WRANGLER, "kv", "key", ...args, "--binding", "PAGES", ...where];
    const { status, stdout } = spawnSync(program, all, { cwd: ROOT, env, encoding: "utf8", stdio: ["inherit", "pipe", "inherit"], maxBuffer: 1 << 27 });
    if (status !== 0) throw new Fault(`wrangler kv key ${args.slice(0, 2).join(" ")} ended with exit code ${status}.`, { output: stdout, code: 1 });
    return stdout;
  };
  const list = (prefix) => JSON.parse(key("list", "--prefix", prefix));
  return {
    list,
    /** Whether there is a value. wrangler says of a missing one what it says of any failure. */
    has: (name) => list(name).some((one) => one.name === name),
    text: (name) => key("get", name, "--text"),
    put: (name, file) => key("put", name, "--path", file),
  };
}
