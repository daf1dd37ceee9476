// The document of the npm package: what a registry says of it to npm, pnpm, Yarn and Bun. The Worker serves it, and the tarballs
// that it names (src/registry).

import { createHash } from "node:crypto";

/** The file of a version's tarball. */
export const tarballOf = (version) => `client-${version}.tgz`;

const digest = (algorithm, bytes, encoding) => createHash(algorithm).update(bytes).digest(encoding);

/**
 * What the document says of a version.
 *
 * @param {object} manifest the package.json in the tarball
 * @param {Buffer} bytes the tarball
 * @param {string} sources the hash of what it was built from
 */
export function described(manifest, bytes, sources) {
  const { name, version } = manifest;
  const dist = {
    integrity: `sha512-${digest("sha512", bytes, "base64")}`,
    shasum: digest("sha1", bytes, "hex"),
    tarball: `/package/${name}/-/${tarballOf(version)}`, // the Worker puts the service's origin before it
  };
  return { ...manifest, _id: `${name}@${version}`, _sources: sources, dist };
}

/**
 * The document with one more version, which is what is installed where no version is asked for.
 *
 * @param {object | null} document what it was, if there was one
 * @param {object} version what `described` returned
 * @param {Date} now when the version was published
 */
export function withVersion(document, version, now) {
  const { name, description, license } = version;
  const time = { created: now.toISOString(), ...document?.time, modified: now.toISOString(), [version.version]: now.toISOString() };
  const versions = { ...document?.versions, [version.version]: version };
  return { name, description, license, "dist-tags": { latest: version.version }, versions, time };
}

/** The document with another version, which it has, as the one that is installed where none is asked for. */
export const withLatest = (document, version) => ({ ...document, "dist-tags": { latest: version } });
