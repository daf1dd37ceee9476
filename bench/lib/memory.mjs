// Puts stand-ins for limits, and for D1 where that is asked for, around a Worker: see worker/memory.js.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { KEPT } from "./data.mjs";
import { modules } from "./postern.mjs";

/** Changes what miniflare is told about `name`, which is `postern` or `peer`. `databases`: `real` or `memory`. */
export const overStandIns = (name, databases) => (worker) => {
  const folder = join(KEPT, "memory", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = [`${name}.js`, "memory.js"].map((file) => inRoot("bench", "lib", "worker", file));
  const files = [...own, ...worker.modules.map(({ path }) => path)];
  for (const file of files) cpSync(file, join(folder, basename(file)));
  const bindings = { ...worker.bindings, BENCH_DATABASES: databases };
  return { ...worker, bindings, modulesRoot: folder, modules: modules(files.map((file) => join(folder, basename(file)))) };
};
