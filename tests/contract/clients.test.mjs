// Clients that generators make of the API document: made without a warning, compiled strictly, and used to call a service.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { inRoot, NODE, npmTool, TOOLS } from "../../scripts/lib/paths.mjs";
import { ensurePython, pythonTool } from "../../scripts/lib/python.mjs";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";

const HOME = join(TOOLS, "clients");
const SOURCES = inRoot("tests", "contract", "clients");
const DOCUMENT = inRoot("www", "openapi.json");

const NETWORKS = ["tiktok", "instagram", "twitter", "x", "snapchat", "linkedin"];
/** What both programs print. */
const RESULT = {
  found: [["x:2", "Tide.Tables", 20], ["x:1", "reef.watch", 10]],
  query: ["tiktok,x", "original,quote"],
  many: [["x:2", "x:1"], ["tiktok:none"]],
  one: "x:1",
  none: [404, "POST_NOT_FOUND"],
  groups: [["reef", 2, 30, 2]],
  others: 1,
  changed: [["x:1", 10], ["x:2", 20], ["x:3", 30]],
  later: [0, false],
  account: "test@example.com",
  credits: 5,
  token: "postern_live_",
};

let server;
before(async () => {
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  [server] = await Promise.all([startServer(), ensurePython()]);
  await load(server, [
    { ...post("1", { hashtags: ["Reef"], likes_count: 10 }), platform: "x" },
    { ...post("2", { username: "Tide.Tables", hashtags: ["reef", "kelp"], likes_count: 20, media_type: "video" }), platform: "x" },
    { ...post("3", { kind: "reply", likes_count: 30 }), platform: "x" },
  ]);
});
after(() => server?.stop());

/** Runs a program on the service and gives what it wrote; it has to succeed. */
function run(command, args, env = {}) {
  const service = { POSTERN_URL: server.url, POSTERN_TOKEN: server.token, POSTERN_OPERATOR_SECRET: server.operatorSecret };
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: HOME, env: { ...process.env, ...service, ...env }, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const written = `${stdout}${stderr}`;
      if (error) reject(new Error(`${command} ${args.join(" ")}\n${written}`));
      else resolve(written);
    });
  });
}

describe("openapi-typescript", () => {
  const tool = (name) => join(SOURCES, "node_modules", ".bin", name);

  test("makes types without a warning, by which calls compile strictly and get what was asked for", async () => {
    const said = await run(tool("openapi-typescript"), [DOCUMENT, "--output", join(HOME, "api.d.ts")], { NO_COLOR: "1" });
    assert.match(said, /^✨ openapi-typescript \d+\.\d+\.\d+\n🚀 \S+ → \S+ \[[\d.]+m?s\]\n*$/u);
    cpSync(join(SOURCES, "calls.ts"), join(HOME, "calls.ts"));
    const strictly = ["--strict", "--noEmit", "--allowImportingTsExtensions", "--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom", join(HOME, "calls.ts")];
    assert.equal(await run(npmTool("tsc"), strictly), "", "the project's TypeScript");
    assert.equal(await run(tool("tsc"), strictly), "", "the one that the generator is for");
    const { whole, faults, ...rest } = JSON.parse(await run(NODE, ["--disable-warning=ExperimentalWarning", join(HOME, "calls.ts")]));
    assert.deepEqual(rest, RESULT);
    assert.deepEqual(whole, Array(2).fill(["twitter", "2026-03-01T12:00:00.000Z", null]));
    assert.deepEqual(faults.sort(), [["limit", "OUT_OF_RANGE", 100, null], ["platform", "UNSUPPORTED_PLATFORM", null, NETWORKS]]);
  });
});

describe("openapi-python-client", () => {
  const python = (name, args) => run(pythonTool(name), args, { PATH: [pythonTool(""), process.env.PATH].join(delimiter), PYTHONPATH: HOME, MYPYPATH: HOME });

  test("leaves out the import only, and says nothing else but that an export is lines", async () => {
    const said = await python("openapi-python-client", ["generate", "--path", DOCUMENT, "--meta", "none", "--output-path", join(HOME, "postern_client")]);
    const warnings = [...said.matchAll(/^(?:WARNING|ERROR) parsing (.*)\n\n.*(Unsupported content.type application\/[a-z-]+)/gm)].map(([, where, what]) => [where, what]);
    assert.deepEqual(warnings, [
      ["GET /operator/v1/posts within operators.", "Unsupported content_type application/x-ndjson"],
      ["POST /operator/v1/posts within operators. Endpoint will not be generated.", "Unsupported content type application/x-ndjson"],
    ]);
    assert.equal(said.match(/warning\b|error\b|unable|failure|skipping/gi).length, warnings.length + 1, said); // the first line says that there are some
  });

  test("makes a client of which every module can be imported", async () => {
    const all = "import importlib, pkgutil, postern_client as c; print(len([importlib.import_module(m.name) for m in pkgutil.walk_packages(c.__path__, 'postern_client.')]))";
    assert.ok(Number(await python("python", ["-W", "error", "-c", all])) > 100);
  });

  test("makes types by which calls are strictly typed, and get what was asked for", async () => {
    cpSync(join(SOURCES, "calls.py"), join(HOME, "calls.py"));
    assert.equal(await python("mypy", ["--strict", "--follow-imports=silent", "--cache-dir", join(HOME, "mypy"), "--no-error-summary", join(HOME, "calls.py")]), "");
    const { whole, faults, lines, ...rest } = JSON.parse(await python("python", ["-W", "error", join(HOME, "calls.py")]));
    assert.deepEqual(rest, RESULT);
    assert.deepEqual(whole, Array(2).fill(["twitter", "2026-03-01T12:00:00+00:00", null]));
    assert.deepEqual(faults.sort(), [["limit", "OUT_OF_RANGE", 100, null], ["platform", "UNSUPPORTED_PLATFORM", null, NETWORKS]]);
    assert.deepEqual(lines, ["1", "2", "3"]);
  });
});
