// What a service has of the npm package that no deployment stored: as a part of its site, the document and one tarball.
//
// A deployment names the version as npm/package.json does. Any other build can be of sources that change while the version stays,
// so its version is also named after what is in it: `0.1.0-dev.h3c1f...`. Under one address there are the same bytes each time.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifest, pack } from "../pack.mjs";
import { described, tarballOf, withVersion } from "./document.mjs";

/** The variable that `npm run deploy` sets for its builds. */
export const RELEASE = "POSTERN_RELEASE";

export const isRelease = () => process.env[RELEASE] === "1";

/** How many digits of its hash are part of a version's name. */
const DIGITS = 12;

/**
 * Writes the document and the tarball.
 *
 * @param {string} place the folder that is served as `/package/`
 * @param {string} tarball the packed package
 * @param {string} sources the hash of what it was built from
 */
export async function addVersion(place, tarball, sources) {
  const folder = join(place, "versions");
  mkdirSync(folder, { recursive: true });
  const released = manifest();
  const version = isRelease() ? released.version : built(released.version, readFileSync(tarball));
  const file = join(folder, tarballOf(version));
  if (isRelease()) cpSync(tarball, file);
  else await pack(file, version);
  const entry = described({ ...released, version }, readFileSync(file), sources);
  writeFileSync(join(place, "document.json"), JSON.stringify(withVersion(null, entry, statSync(tarball).mtime)));
}

/** The version of a build. The letter is there since no part of a version is a number that begins with 0. */
function built(version, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, DIGITS);
  return `${version}${version.includes("-") ? "." : "-"}dev.h${hash}`;
}
