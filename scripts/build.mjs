// `npm run build`: builds the Worker into `build/` and its site into `dist/site`, installing what that needs.
// `wrangler deploy` runs it too.

import { readArguments } from "./lib/arguments.mjs";
import { buildWorker, setUp } from "./lib/build.mjs";
import { main } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";
import { buildSite } from "./lib/site.mjs";

await main(async () => {
  readArguments({ most: 0, usage: "npm run build, without arguments" });
  await setUp();
  const built = [await buildWorker(), await buildSite()];
  if (!built.some(Boolean)) say("The Worker and its site are up to date.");
});
