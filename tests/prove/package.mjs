// The npm package with the programs of those who use it: the long form of tests/package.

import { seconds } from "../../scripts/lib/say.mjs";
import { ENVIRONMENTS } from "../package/environments/index.mjs";
import { writeTable } from "../package/support/table.mjs";
import { environments } from "./package/environments.mjs";
import { installers } from "./package/installers.mjs";
import { rebuilt } from "./package/rebuilt.mjs";

export const title = "the npm package installs and runs everywhere";
export const about = "Every package manager installs the npm package from a service, and again from its lock file; each environment of its README runs it; a build anew gives the same bytes";
export const takes = "40 min";

/** Runs it. */
export async function run({ say }) {
  const began = performance.now();
  const figures = [...(await installers({ say })), ...(await environments({ say })), ...(await rebuilt())];
  return [...figures, ["Time", seconds(performance.now() - began)]];
}

/** Puts the table of environments into the package's README. */
export const write = () => writeTable(ENVIRONMENTS);
