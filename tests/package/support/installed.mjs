// The packed package, installed as its users install it.

import { execFile } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildPackage } from "../../../scripts/lib/package.mjs";
import { inRoot } from "../../../scripts/lib/paths.mjs";

export const run = promisify(execFile);

/** A new folder with the package in its node_modules, and these files in it. */
export async function project(files = {}, { links = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "postern-package-"));
  const tarball = await buildPackage();
  write(folder, { "package.json": JSON.stringify({ name: "consumer", private: true, type: "module" }), ...files });
  await run("npm", ["install", "--no-audit", "--no-fund", "--offline", "--no-save", tarball], { cwd: folder });
  for (const name of links) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(inRoot("node_modules", name), link);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Writes files by their paths. */
export function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
