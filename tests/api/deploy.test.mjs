// What wrangler makes of wrangler.toml: each environment gets every binding and variable, and wrangler has nothing to warn of. And
// what stops a deployment.

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { environment } from "../../scripts/lib/environment.mjs";
import { manifest } from "../../scripts/lib/pack.mjs";
import { inRoot, NODE } from "../../scripts/lib/paths.mjs";
import { wranglerEnvironment } from "../../scripts/lib/wrangler.mjs";

for (const name of ["production", "staging"]) {
  test(`a deployment of ${name} has all that the Worker is bound to`, async () => {
    const state = mkdtempSync(join(tmpdir(), "postern-deploy-"));
    try {
      const args = [inRoot("scripts", "deploy.mjs"), "--dry-run", "--env", name];
      const { status, stdout, stderr } = spawnSync(NODE, args, { cwd: inRoot(), env: wranglerEnvironment(state), encoding: "utf8" });
      assert.equal(status, 0, stdout + stderr);
      assert.doesNotMatch(stdout + stderr, /warning/i);
      const { config } = await environment(name);
      const bound = [...stdout.matchAll(/^env\.([A-Z0-9_]+) \((.*?)\) /gm)].map(([, binding, what]) => [binding, what]);
      const shown = Object.fromEntries(bound);
      for (const { binding, database_name: database } of config.d1_databases) assert.equal(shown[binding], database);
      for (const { binding, id } of config.kv_namespaces) assert.equal(shown[binding], id);
      for (const { name: limiter, simple } of config.ratelimits) assert.equal(shown[limiter], `${simple.limit} requests/${simple.period}s`);
      assert.equal(shown.ENVIRONMENT, `"${name}"`);
      for (const variable of Object.keys(config.vars)) assert.ok(variable in shown, variable);
      assert.match(stdout, /^env\.ASSETS /m);
      assert.match(stdout, /^env\.EMAIL /m);
      assert.match(stdout, /--dry-run: exiting now/);
    } finally {
      rmSync(state, { recursive: true });
    }
  });
}

/** Stands in for Cloudflare's API: a namespace of KV that can be read, with this document. `asked` is what came. */
async function startKv(document) {
  const asked = [];
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://any");
    asked.push(`${request.method} ${decodeURIComponent(pathname)}`);
    const isRead = request.method === "GET" && pathname.includes("/storage/kv/namespaces/");
    answer.setHeader("Content-Type", "application/json");
    if (isRead && pathname.endsWith("/keys")) return answer.end(JSON.stringify({ success: true, errors: [], messages: [], result: [{ name: "npm/document" }] }));
    if (isRead && pathname.includes("/values/")) return answer.end(JSON.stringify(document));
    answer.writeHead(403).end(JSON.stringify({ success: false, errors: [{ code: 1, message: "not for reading" }], messages: [], result: null }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { asked, url: `http://127.0.0.1:${server.address().port}/client/v4`, stop: () => server.close() };
}

/** Runs `npm run deploy` against an API. */
function deploy(url, state) {
  const env = { ...wranglerEnvironment(state), CLOUDFLARE_API_BASE_URL: url, CLOUDFLARE_API_TOKEN: "any", CLOUDFLARE_ACCOUNT_ID: "0a" };
  return new Promise((resolve) => {
    execFile(NODE, [inRoot("scripts", "deploy.mjs")], { cwd: inRoot(), env }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, written: stdout + stderr }));
  });
}

test("a version of the npm package that is published with other bytes stops a deployment before anything is changed", async () => {
  const { version } = manifest();
  const kv = await startKv({ versions: { [version]: { version, _sources: "others", dist: { integrity: "sha512-others", shasum: "0123" } } } });
  const state = mkdtempSync(join(tmpdir(), "postern-deploy-"));
  try {
    const { code, written } = await deploy(kv.url, state);
    assert.equal(code, 1, written);
    assert.ok(written.includes(`Version ${version} of the npm package is published, with other bytes: 0123, now `), written);
    assert.match(written, /raise the version in npm\/package\.json/);
    const namespace = "/client/v4/accounts/0a/storage/kv/namespaces/00000000000000000000000000000003";
    assert.deepEqual(kv.asked, [`GET ${namespace}/keys`, `GET ${namespace}/values/npm/document`]);
  } finally {
    kv.stop();
    rmSync(state, { recursive: true });
  }
});
