// What wrangler makes of wrangler.toml: each environment gets every binding and variable, and wrangler has nothing to warn of.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { environment } from "../../scripts/lib/environment.mjs";
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
