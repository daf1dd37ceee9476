// Where things are.

import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { accessSync, constants } from "node:fs";

/** The project's folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** A file of the project. */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** Tools that the commands install for themselves; git ignores it. */
export const TOOLS = inRoot(".tools");

/** A program that `cargo install` put into the tools folder. */
export const cargoTool = (name) => join(TOOLS, "bin", name);

/** A program of an npm package. */
export const npmTool = (name) => inRoot("node_modules", ".bin", name);

/** The Node 22 that comes with the npm packages: wrangler does not run on anything older. */
export const NODE = npmTool("node");

/** The folder of the built Worker. */
export const WORKER = inRoot("build");

/** The first program of these names on the PATH, or null. */
export function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder || ".", name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  }
  return null;
}
