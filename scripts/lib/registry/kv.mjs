// The KV namespace of a service, by wrangler: what deployments store of the npm package is beside the pages that the Worker keeps
// there for a day, under keys of its own, for good.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
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
  const key = async (...args) => {
    const [program, ...all] = [...WRANGLER, "kv", "key", ...args, "--binding", "PAGES", ...where];
    const child = spawn(program, all, { cwd: ROOT, env, stdio: ["inherit", "pipe", "inherit"] }); // it may have to ask
    const [written, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
    if (status !== 0) throw new Fault(`wrangler kv key ${args.slice(0, 2).join(" ")} ended with exit code ${status}.`, { output: written, code: 1 });
    return written;
  };
  const list = async (prefix) => JSON.parse(await key("list", "--prefix", prefix));
  return {
    list,
    /** Whether there is a value. wrangler says of a missing one what it says of any failure. */
    has: async (name) => (await list(name)).some((one) => one.name === name),
    text: (name) => key("get", name, "--text"),
    put: (name, file) => key("put", name, "--path", file),
  };
}
