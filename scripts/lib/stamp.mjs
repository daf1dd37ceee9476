// Knows whether a step is still up to date: a stamp is the hash of what it was made from.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./paths.mjs";

/** Every file under these files and folders of the project, in a fixed order. Missing ones are left out. */
function filesOf(paths) {
  const found = [];
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) found.push(path);
    else for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  for (const path of paths) visit(join(ROOT, path));
  return found;
}

/** The hash of names and contents of files and folders of the project, and of `extra` text. */
export function hashOf(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  for (const file of filesOf(paths)) {
    const content = readFileSync(file);
    hash.update(`\0${relative(ROOT, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Whether the stamp file holds this hash. */
export const isStamped = (stampFile, hash) => existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash;

/** Runs `make` unless the stamp file already holds this hash. Returns whether it ran. */
export async function unlessStamped(stampFile, hash, make) {
  if (isStamped(stampFile, hash)) return false;
  rmSync(stampFile, { force: true }); // a failure half way must not look finished
  await make();
  writeFileSync(stampFile, hash);
  return true;
}
