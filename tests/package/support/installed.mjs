// The packed package, installed as its users install it.

import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildPackage } from "../../../scripts/lib/package.mjs";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { onExit } from "../../../scripts/lib/run.mjs";

export const run = promisify(execFile);

/**
 * A new folder with the package in its node_modules, and these files in it.
 *
 * @param {{ links?: string[], tools?: string }} options `links`: packages of the project's own; `tools`: a folder with a package.json and
 *   its lock file, whose packages are installed first
 */
export async function project(files = {}, { links = [], tools } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "postern-package-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(remove);
  const tarball = await buildPackage();
  if (tools) await installTools(tools, folder);
  else write(folder, { "package.json": JSON.stringify({ name: "consumer", private: true, type: "module" }) });
  write(folder, files);
  await npm(folder, "install", ...(tools ? ["--prefer-offline"] : ["--offline", "--no-save"]), tarball);
  for (const name of links) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(inRoot("node_modules", name), link);
  }
  return { folder, remove: () => (forget(), remove()) };
}

const npm = (folder, ...args) => run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, maxBuffer: 1 << 24 });

/** Installs the packages of a lock file, exactly these. */
async function installTools(tools, folder) {
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(tools, file), join(folder, file));
  await npm(folder, "ci");
}

/** Writes files by their paths. */
export function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
