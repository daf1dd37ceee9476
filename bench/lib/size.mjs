// What the built Worker weighs.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { WORKER } from "../../scripts/lib/paths.mjs";

export const KIB = 1024;
/** What the Worker may be, compressed. Start-up time grows with it. */
export const LARGEST_WORKER = 600 * KIB;
/** What the npm package's main entry may be, module and script compressed each. Whoever opens a page waits for it. */
export const LARGEST_ENTRY = 100 * KIB;

/** The Worker's files, their bytes, and their bytes compressed as a deployment is. */
export function workerSize() {
  const files = readdirSync(WORKER).filter((name) => /\.(js|wasm)$/.test(name)).map((name) => join(WORKER, name));
  const contents = files.map((path) => readFileSync(path));
  const raw = contents.reduce((sum, content) => sum + content.length, 0);
  const packed = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
  return { files: files.map((path) => basename(path)), raw, packed };
}

export const kib = (bytes) => `${(bytes / KIB).toFixed(1)} KiB`;
