// OPERATIONS.md says what the source can say: every alarm, every cause, every field of the log and every figure has its place
// there, and nothing else has. Secrets are named wherever the platform's Deploy button looks for them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "smol-toml";
import { fieldsOf, OPERATIONS, section } from "../support/operations.mjs";
import { inRoot } from "../../scripts/lib/paths.mjs";

const read = (path) => readFileSync(inRoot(path), "utf8");
const sources = (folder) => readdirSync(inRoot(folder), { recursive: true }).filter((name) => name.endsWith(".rs")).map((name) => join(folder, name));
/** Source without what tests say: their modules end the files. */
const code = (path) => read(path).split("#[cfg(test)]")[0];
const all = (pattern, folders) => folders.flatMap(sources).flatMap((path) => [...code(path).matchAll(pattern)].map(([, text]) => text));
const unique = (list) => [...new Set(list)].sort();

test("every alarm of the source has a section that says what it means and what to do, and no other has", () => {
  const direct = all(/\balarm\(\s*"([a-z-]+)"/g, ["src/worker", "src/http", "src/accounts", "src/payments", "src/posts", "src/upkeep", "src/router"]);
  const chosen = all(/\balarm\(if \w+ \{ "([a-z-]+)" \} else \{ "[a-z-]+" \}/g, ["src/worker"]);
  const otherwise = all(/\balarm\(if \w+ \{ "[a-z-]+" \} else \{ "([a-z-]+)" \}/g, ["src/worker"]);
  const alarms = unique([...direct, ...chosen, ...otherwise]);
  const calls = all(/(?<!fn )\b(alarm\()/g, ["src/worker", "src/http", "src/accounts", "src/payments", "src/posts", "src/upkeep", "src/router"]).length;
  const passedOn = all(/\b(log::alarm\(alarm, cause\))/g, ["src/worker"]).length;
  assert.equal(direct.length + chosen.length + otherwise.length, calls - passedOn + chosen.length, "every call is understood");
  const sections = [...OPERATIONS.matchAll(/^### Alarm: (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual([...sections].sort(), alarms);
  for (const name of sections) {
    const text = section(`Alarm: ${name}`);
    assert.match(text, /^\*\*Means\.\*\* /m, name);
    assert.match(text, /^\*\*Do\.\*\* /m, name);
  }
});

test("nothing is written as an error but by the log's own functions", () => {
  const writers = sources("src/worker").filter((path) => /console_(error|warn)!/.test(code(path)));
  assert.deepEqual(writers, [join("src", "worker", "log.rs")]);
  assert.equal(code("src/worker/log.rs").match(/console_(error|warn)!/g).length, 2, "calls of a 500 or 503, and alarms");
});

test("every cause of a 500 that the source names is in its table", () => {
  const causes = unique(all(/ApiError::Internal\(\s*"([^"]+)"/g, ["src/http", "src/accounts", "src/payments", "src/posts"]));
  assert.ok(causes.length >= 8, String(causes));
  for (const cause of causes) assert.ok(section("Status 500").includes(`\`${cause}\``), cause);
  assert.match(code("src/settings.rs"), /#\[error\("setting \{name\}/);
});

test("what the service itself says of a 503 is in its table", () => {
  const text = section("Status 503");
  const named = [...code("src/store/mod.rs").matchAll(/Self::new\("([^"]+)"\)/g)].map(([, cause]) => cause);
  const said = unique([...named, ...all(/StorageError::new\(\s*"([^"]+)"/g, ["src/ingest", "src/upkeep", "src/shards"])]).filter((cause) => !/^column|^expected|^hashtags/.test(cause));
  assert.deepEqual(said, ["imports were always faster", "no database of posts had what was acknowledged", "other imports were always faster", "the table of shards can't be read"]);
  for (const cause of said) assert.ok(text.includes(`\`${cause}\``), cause);
  for (const cause of all(/PaymentsUnavailable\(\s*"([^"]+)"/g, ["src/payments"])) assert.ok(text.includes(`\`${cause}\``), cause);
  const patience = /TIMEOUT: Duration = Duration::from_secs\((\d+)\)/.exec(code("src/worker/d1.rs"))[1];
  assert.ok(text.includes(`\`no answer within ${patience} s\``));
});

test("the fields of a line are those of the source, in its order", () => {
  const log = code("src/worker/log.rs");
  const fields = (name, text) => [...new RegExp(`struct ${name}[^{]*\\{([^}]*)\\}`).exec(text)[1].matchAll(/^\s*(?:pub )?(\w+):/gm)].map(([, field]) => field);
  assert.deepEqual(fieldsOf("a call"), fields("Line", log));
  assert.deepEqual(fieldsOf("an alarm"), fields("Alarm", log));
  assert.deepEqual(fieldsOf("the job"), fields("Report", code("src/upkeep/jobs.rs")));
});

test("the bounds of the jobs are those of the source", () => {
  const text = section("Scheduled jobs");
  const bound = (path, name) => Number(new RegExp(`const ${name}: \\w+ = ([\\d_]+);`).exec(code(path))[1].replaceAll("_", ""));
  const [jobs, sql, pages, ledgers] = ["src/upkeep/jobs.rs", "src/store/builder.rs", "src/accounts/statements/roll_up.rs", "src/accounts/statements/check.rs"];
  const shown = (number) => number.toLocaleString("en-US");
  const mails = /fn mails_per_job[^}]*?Self::Paid => (\d+)/.exec(code("src/store/budget.rs"))[1];
  assert.match(text, new RegExp(`\\| ${mails} mails \\|`));
  assert.match(text, new RegExp(`\\| ${shown(bound(sql, "MAX_EXPIRED"))} each \\|`));
  assert.match(text, new RegExp(`\\| ${shown(bound(jobs, "KEYS") * bound(sql, "MAX_EXPIRED"))} \\|`));
  assert.match(text, new RegExp(`\\| ${bound("src/accounts/roll_up.rs", "MAX_TRANSACTIONS")} transactions of about ${shown(bound(pages, "ROLL_UP"))} rows \\|`));
  assert.match(text, new RegExp(`\\| ${bound(jobs, "STEPS")} steps of ${shown(bound("src/accounts/statements/deletion.rs", "STEP"))} rows \\|`));
  assert.match(text, new RegExp(`\\| 949 statements of ${shown(bound(ledgers, "ACCOUNTS"))} accounts and ${shown(bound(ledgers, "CHECKED"))} rows each \\|`));
  assert.match(text, new RegExp(`\\| ${bound(jobs, "MERGES")} steps of a thousand pages \\|`));
  assert.equal(bound("src/posts/statements/totals.rs", "MERGE_PAGES"), 1_000);
});

/** The settings that the Worker reads. */
const settings = unique(all(/\b(?:get|secret|number|switch)\(\s*"([A-Z_]{4,})"/g, ["src"]).concat(all(/"(STRIPE_[A-Z_]+)"/g, ["src/payments"])));
const wrangler = parse(read("wrangler.toml"));
const secrets = settings.filter((name) => !(name in wrangler.vars) && name !== "STRIPE_API_BASE");

test("each secret that the Worker reads is in .dev.vars.example, without a value, and nothing else is", () => {
  assert.ok(secrets.includes("TOKEN_KEY") && secrets.length === 6, String(secrets));
  const lines = read(".dev.vars.example").split("\n").filter((line) => line && !line.startsWith("#"));
  assert.deepEqual(lines.map((line) => line.split("=")).sort(), secrets.map((name) => [name, ""]));
  for (const name of secrets) assert.match(read("wrangler.toml"), new RegExp(`^#   ${name} `, "m"), name);
});

test("package.json describes each secret, and each binding and variable that it describes is there", () => {
  const { cloudflare } = JSON.parse(read("package.json"));
  for (const name of secrets) assert.ok(cloudflare.bindings[name]?.description.length > 20, name);
  const bound = [...wrangler.d1_databases, ...wrangler.kv_namespaces].map(({ binding }) => binding);
  const known = [...secrets, ...Object.keys(wrangler.vars), ...bound];
  assert.deepEqual(Object.keys(cloudflare.bindings).filter((name) => !known.includes(name)), []);
  for (const name of bound) assert.ok(cloudflare.bindings[name], name);
});

test("Node is left out, by both flags, in every runtime that is started", () => {
  const off = ["no_nodejs_compat", "no_nodejs_compat_v2"];
  assert.deepEqual(wrangler.compatibility_flags, off);
  for (const file of ["bench/lib/peer.mjs", "bench/lib/start.mjs"]) assert.ok(read(file).includes(JSON.stringify(off).replace(",", ", ")), file);
});

test("what the Deploy button needs is there: names and ids, scripts, migrations by binding", () => {
  assert.ok(wrangler.name && wrangler.main && wrangler.compatibility_date);
  for (const one of wrangler.d1_databases) assert.ok(one.database_name && one.database_id && one.migrations_dir, one.binding);
  for (const one of wrangler.kv_namespaces) assert.ok(one.id, one.binding);
  const { scripts } = JSON.parse(read("package.json"));
  assert.ok(scripts.build && scripts.deploy);
  assert.match(read("scripts/deploy.mjs"), /"d1", "migrations", "apply", binding, "--remote"/);
  const [, address] = /\(https:\/\/deploy\.workers\.cloudflare\.com\/\?url=([^)]+)\)/.exec(read("README.md"));
  assert.match(address, /^https:\/\/(github|gitlab)\.com\/[\w.-]+\/[\w.-]+$/);
});
