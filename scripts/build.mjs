// `npm run build`: builds the Worker into `build/`, installing what that needs. `wrangler deploy` runs it too.

import { buildWorker, setUp } from "./lib/build.mjs";
import { main } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

await main(async () => {
  await setUp();
  if (!(await buildWorker())) say("The Worker is up to date.");
});
