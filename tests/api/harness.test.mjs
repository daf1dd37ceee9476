import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { startServer } from "../support/server.mjs";

test("a server answers, and leaves nothing behind when it is stopped", async () => {
  const server = await startServer();
  assert.equal((await server.call("/api/v1/health")).status, 200);
  assert.ok(server.token.startsWith("postern_live_"), server.token);
  await server.stop();
  assert.equal(existsSync(server.state), false);
  await assert.rejects(server.call("/api/v1/health"), { code: "ECONNREFUSED" });
});

test("two servers run beside each other, over https too", async () => {
  const [plain, secure] = await Promise.all([startServer({ account: false }), startServer({ account: false, https: true })]);
  try {
    assert.equal((await plain.call("/api/v1/health")).status, 200);
    assert.equal((await secure.call("/api/v1/health")).status, 200);
    assert.notEqual(plain.state, secure.state);
  } finally {
    await Promise.all([plain.stop(), secure.stop()]);
  }
});
