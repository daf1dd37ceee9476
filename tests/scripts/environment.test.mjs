// The environments of wrangler.toml.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeConfig } from "../../scripts/lib/config.mjs";
import { environment, postsOf } from "../../scripts/lib/environment.mjs";

const production = await environment();
const staging = await environment("staging");

test("without --env it is production, which is wrangler's own without a name", async () => {
  assert.deepEqual([production.name, production.flags, production.config.name], ["production", ["--env", ""], "postern"]);
  assert.equal(production.config.env, undefined);
  assert.deepEqual(await environment("production"), production);
});

test("an environment that is not there is refused, with those that are", async () => {
  for (const name of ["stage", "toString", ""]) {
    const message = `There is no environment "${name}" in wrangler.toml.`;
    await assert.rejects(environment(name), { message, expected: "production or staging", code: 2 });
  }
});

/** What tells two environments apart, and must: every id and name of something that is stored. */
const OWN = ["database_id", "database_name", "id", "namespace_id"];
const without = (record, names) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

for (const kind of ["d1_databases", "kv_namespaces", "ratelimits", "send_email"]) {
  test(`staging has production's ${kind}, under ids of its own`, () => {
    const [here, there] = [production.config[kind], staging.config[kind]];
    assert.deepEqual(there.map((one) => without(one, OWN)), here.map((one) => without(one, OWN)));
    const ids = [...here, ...there].flatMap((one) => OWN.map((name) => one[name]).filter(Boolean));
    assert.equal(new Set(ids).size, ids.length, "no id twice");
  });
}

test("staging has production's variables, and is not development", () => {
  assert.deepEqual(Object.keys(staging.config.vars).sort(), Object.keys(production.config.vars).sort());
  assert.deepEqual([production.config.vars.ENVIRONMENT, staging.config.vars.ENVIRONMENT], ["production", "staging"]);
  assert.deepEqual(staging.config.vars.CREDIT_PACKS, production.config.vars.CREDIT_PACKS);
});

test("staging never takes production's address", () => {
  assert.deepEqual([staging.config.routes, staging.config.workers_dev], [[], true]);
});

test("the databases of posts are in order", () => {
  assert.deepEqual(postsOf(production.config), ["POSTS_0"]);
});

test("a local Worker has no other environment", async () => {
  const state = mkdtempSync(join(tmpdir(), "postern-environment-"));
  try {
    const written = JSON.parse(readFileSync(await writeConfig(state, { vars: { ENVIRONMENT: "development" } }), "utf8"));
    assert.deepEqual([written.env, written.vars.ENVIRONMENT, written.routes, written.triggers], [undefined, "development", undefined, undefined]);
  } finally {
    rmSync(state, { recursive: true });
  }
});
