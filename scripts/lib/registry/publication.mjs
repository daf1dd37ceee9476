// Publishes the npm package in a service's own registry, in three steps around its deployment: `publication` refuses a version that
// has other bytes already, `store` stores the tarball, and `announce` names it in the document, once the service that it fits is
// there. A version is published as soon as the document names it, and is never changed after that.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifest } from "../pack.mjs";
import { Fault } from "../say.mjs";
import { described, tarballOf, withLatest, withVersion } from "./document.mjs";

/** The keys in KV; src/registry and src/worker/kv.rs read them. */
const DOCUMENT = "npm/document";
const keyOf = (version) => `npm/${tarballOf(version)}`;

/**
 * Reads what is published, and changes nothing.
 *
 * @param {object} kv what `namespace` returned
 * @param {string} tarball the packed package
 * @param {string} sources the hash of what it was built from
 * @param {{ of?: object, now?: Date }} [options] the package.json in the tarball, if not that of npm/package.json; the time
 * @returns {Promise<{ isKept: boolean, store: () => Promise, announce: () => Promise }>} `isKept`: the version has other bytes from the same
 *   sources, as another compiler makes them, and stays as it is
 * @throws {Fault} if the version is published, with other bytes from other sources
 */
export async function publication(kv, tarball, sources, { of = manifest(), now = new Date() } = {}) {
  const document = (await kv.has(DOCUMENT)) ? JSON.parse(await kv.text(DOCUMENT)) : null;
  const version = described(of, readFileSync(tarball), sources);
  const published = document?.versions[version.version];
  const isSame = published?.dist.integrity === version.dist.integrity;
  if (published && !isSame && published._sources !== sources) throw refusal(version, published);
  const next = published ? withLatest(document, version.version) : withVersion(document, version, now);
  return {
    isKept: Boolean(published) && !isSame,
    store: async () => published || (await kv.put(keyOf(version.version), tarball)),
    announce: async () => JSON.stringify(next) === JSON.stringify(document) || (await putText(kv, DOCUMENT, JSON.stringify(next))),
  };
}

const refusal = ({ name, version, dist }, published) =>
  new Fault(`Version ${version} of the npm package is published, with other bytes: ${published.dist.shasum}, now ${dist.shasum}.`, {
    expected: `the same ${name} as it was published, as lock files have its checksum, or a new version. Nothing was changed`,
    todo: "raise the version in npm/package.json (npm --prefix npm version patch), and deploy again",
  });

async function putText(kv, key, text) {
  const folder = mkdtempSync(join(tmpdir(), "postern-publish-"));
  try {
    const file = join(folder, "value");
    writeFileSync(file, text);
    await kv.put(key, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
