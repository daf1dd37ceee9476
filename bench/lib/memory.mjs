// Puts stand-ins for D1 and limits around a Worker: see worker/memory.js.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { KEPT } from "./data.mjs";
import { modules } from "./postern.mjs";

/** Changes what miniflare is told about `name`, which is `postern` or `peer`. */
export const overMemory = (name) => (worker) => {
  const folder = join(KEPT, "memory", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = [`${name}.js`, "memory.js"].map((file) => inRoot("bench", "lib", "worker", file));
  const files = [...own, ...worker.modules.map(({ path }) => path)];
  for (const file of files) cpSync(file, join(folder, basename(file)));
  return { ...worker, modulesRoot: folder, modules: modules(files.map((file) => join(folder, basename(file)))) };
};
