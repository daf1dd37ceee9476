// A service and a browser for the tests of a file.

import { after, before } from "node:test";
import { startServer } from "../../support/server.mjs";
import { startBrowser } from "./browser.mjs";

/**
 * Starts both before the file's tests and ends them after. What comes back has them as `server` and `browser` by then; another `before` of the
 * file waits for `started`, since such hooks run side by side.
 */
export function stage(options = { account: false }) {
  const where = {};
  // Each is kept as soon as it is there: `after` ends the one that started though the other did not.
  const keep = (name) => (started) => (where[name] = started);
  before(() => (where.started = Promise.all([startServer(options).then(keep("server")), startBrowser().then(keep("browser"))])));
  after(async () => {
    await where.browser?.close();
    await where.server?.stop();
  });
  return where;
}
