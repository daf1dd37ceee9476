// Programs that install the package from a service's own registry. `npm run prove -- package` has those that are missing here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { publish } from "../support/published.mjs";
import { startServer } from "../support/server.mjs";
import { Consumer, ensurePrograms, FEW, installTwice } from "./support/programs.mjs";

let server;
before(async () => {
  await ensurePrograms();
  server = await startServer();
});
after(() => server?.stop());

for (const [name, program] of Object.entries(FEW)) {
  test(`${name} installs the package, and installs it again from its lock file`, async () => {
    assert.deepEqual(await installTwice(program, server), ["healthy", "healthy"]);
  });
}

test("a lock file still installs after newer versions were deployed", async () => {
  const consumer = new Consumer(FEW["npm 12"], server);
  const installed = () => JSON.parse(readFileSync(join(consumer.folder, "node_modules/@postern/client/package.json"), "utf8")).version;
  try {
    await publish(server, "7.1.0");
    await consumer.install();
    assert.equal(installed(), "7.1.0");
    await publish(server, "7.2.0");
    await consumer.installClean();
    assert.equal(installed(), "7.1.0");
    await consumer.install("@postern/client@latest");
    assert.equal(installed(), "7.2.0");
    assert.equal(await consumer.health(), "healthy");
  } finally {
    consumer.remove();
  }
});
