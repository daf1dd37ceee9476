// Starts wrangler: on the Node that comes with the npm packages, on this machine only, quietly.

import { join } from "node:path";
import { inRoot, NODE, TOOLS } from "./paths.mjs";

/** The command and leading arguments that start wrangler itself, without the launcher that starts a second Node. */
export const WRANGLER = [NODE, "--no-warnings", inRoot("node_modules", "wrangler", "wrangler-dist", "cli.js")];

/** An environment in which wrangler keeps all of its files in the state folder and calls nobody. */
export function wranglerEnvironment(state) {
  return {
    ...process.env,
    CI: "1", // never asks
    NO_COLOR: "1", // its lines go into a log, and are looked at here
    FORCE_COLOR: "0",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: join(state, "logs"),
    WRANGLER_REGISTRY_PATH: join(state, "registry"),
    WRANGLER_CACHE_DIR: join(state, "cache"),
    NODE_COMPILE_CACHE: join(TOOLS, "node-cache"), // its program is large: read once, it starts in half the time
    XDG_CONFIG_HOME: join(state, "config"),
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
  };
}
