// Where the package runs: the environments that are quickly tried. `npm run prove -- package` tries all of them.

import { after, before, test } from "node:test";
import { load } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { ENVIRONMENTS } from "./environments/index.mjs";
import { attempt } from "./support/attempt.mjs";
import { launch } from "./support/browser.mjs";
import { POSTS } from "./support/exercise.mjs";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  await load(server, POSTS);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

for (const environment of ENVIRONMENTS.filter(({ isShort }) => isShort)) {
  test(`${environment.name}: ${Object.keys(environment.rows).join(", ")}`, () => attempt(environment, server, browser));
}
