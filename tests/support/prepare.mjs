// What has to be built before a server of the tests can start.

import { buildCli, buildWorker, setUp } from "../../scripts/lib/build.mjs";
import { buildSite } from "../../scripts/lib/site.mjs";

/** Builds whatever is not up to date of the Worker and its site, and where it is wanted the command line. */
export async function prepareService({ cli = false } = {}) {
  await setUp();
  await buildWorker();
  await buildSite();
  if (cli) await buildCli();
}
