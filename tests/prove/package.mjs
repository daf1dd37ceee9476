// The npm package with the programs of those who use it: the long form of tests/package.

import { seconds } from "../../scripts/lib/say.mjs";
import { installers } from "./package/installers.mjs";
import { rebuilt } from "./package/rebuilt.mjs";

export const title = "the npm package installs everywhere";
export const about = "Every package manager installs the npm package from a service, and again from its lock file; a build anew gives the same bytes";
export const takes = "20 min";

/** Runs it. */
export async function run({ say }) {
  const began = performance.now();
  const figures = [...(await installers({ say })), ...(await rebuilt())];
  return [...figures, ["Time", seconds(performance.now() - began)]];
}
