// A service and a browser for the tests of a file.

import { after, before } from "node:test";
import { startServer } from "../../support/server.mjs";
import { startBrowser } from "./browser.mjs";

/** Starts both before the file's tests and ends them after. What comes back has them as `server` and `browser` by then. */
export function stage(options = { account: false }) {
  const where = {};
  before(async () => ([where.server, where.browser] = await Promise.all([startServer(options), startBrowser()])));
  after(async () => {
    await where.browser?.close();
    await where.server?.stop();
  });
  return where;
}
