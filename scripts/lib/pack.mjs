// Packs the npm package by npm. The same files give the same bytes, wherever and whenever they are packed.

import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";
import { step } from "./run.mjs";

/** The package's folder. Its sources are beside `dist`, which git ignores. */
export const NPM = inRoot("npm");

/** The package.json of the package. */
export const manifest = () => JSON.parse(readFileSync(join(NPM, "package.json"), "utf8"));

/**
 * Packs what was built.
 *
 * @param {string} file the tarball to write
 * @param {string} [version] another version than that of npm/package.json
 */
export async function pack(file, version = manifest().version) {
  const folder = mkdtempSync(join(tmpdir(), "postern-pack-"));
  try {
    for (const part of ["README.md", "LICENSE", "dist"]) cpSync(join(NPM, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith(".stamp") });
    writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest(), version }, null, 2)}\n`);
    alike(folder);
    await step("Packing the npm package", "npm", ["pack", "--silent", "--ignore-scripts"], { cwd: folder });
    const [made] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    cpSync(join(folder, made), `${file}.new`);
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives files the same permissions everywhere: npm packs those that they have here. */
function alike(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
