// What a deployment stores of the npm package, stored in the local KV of a test's server by the deployment's own code.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifest, pack } from "../../scripts/lib/pack.mjs";
import { namespace } from "../../scripts/lib/registry/kv.mjs";
import { publication } from "../../scripts/lib/registry/publication.mjs";
import { onExit } from "../../scripts/lib/run.mjs";
import { wranglerEnvironment } from "../../scripts/lib/wrangler.mjs";

const folder = mkdtempSync(join(tmpdir(), "postern-published-"));
onExit(() => rmSync(folder, { recursive: true, force: true }));

/** The KV of a server. */
export const kvOf = ({ state }) => namespace(["-c", join(state, "wrangler.json"), "--local", "--persist-to", state], wranglerEnvironment(state));

/** Packs the package under a version. Returns where the tarball is. */
export async function packed(version) {
  const file = join(folder, `${version}.tgz`);
  if (!existsSync(file)) await pack(file, version);
  return file;
}

/**
 * Prepares the publication of a version.
 *
 * @param {object} server a server of `startServer`
 * @param {string} version
 * @param {{ tarball?: string, sources?: string, now?: Date }} [options] another tarball than the one of this version; the hash of its sources
 */
export async function prepare(server, version, { tarball, sources = version, now } = {}) {
  return publication(kvOf(server), tarball ?? (await packed(version)), sources, { of: { ...manifest(), version }, now });
}

/** Publishes a version. Returns where its tarball is. */
export async function publish(server, version, options) {
  const { store, announce } = await prepare(server, version, options);
  await store();
  await announce();
  return packed(version);
}
