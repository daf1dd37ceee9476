// The guides' samples that need no package: run as the pages show them, against a service.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { parse } from "smol-toml";
import { buildCli } from "../../scripts/lib/build.mjs";
import { inRoot, NODE, which } from "../../scripts/lib/paths.mjs";
import { ensurePython, pythonTool } from "../../scripts/lib/python.mjs";
import { ensureR } from "../../scripts/lib/setup.mjs";
import { WRANGLER } from "../../scripts/lib/wrangler.mjs";
import { curl } from "../../www/docs/example.js";
import { Model } from "../../www/docs/model.js";
import { testTokenOf } from "../api/support/api-token.mjs";
import { load, post } from "../api/support/posts.mjs";
import { foreignSince } from "../api/support/since.mjs";
import { sample, samples } from "../support/samples.mjs";
import { startServer } from "../support/server.mjs";

const CORAL = 230;
let server;
let folder;
let cli;
let testToken;
let rscript;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "postern-guides-"));
  [server, cli, rscript] = await Promise.all([startServer({ shards: 2 }), buildCli(), ensureR(), ensurePython()]);
  testToken = await testTokenOf(server);
  // What readers run as `npm run postern -- ...` is the command line that is built already.
  writeFileSync(join(folder, "npm"), `#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "${cli}" "$@"\n`);
  chmodSync(join(folder, "npm"), 0o755);
  await load(server, [
    ...Array.from({ length: CORAL }, (_, n) => post(`c${n}`, { username: "teyra.enelmar", content: "coral", likes_count: n % 2 ? n : null })),
    ...Array.from({ length: 3 }, (_, n) => post(`low${n}`, { platform: "tiktok", content: "ebb #LowTide" })),
    post("calm", { content: "a low tide" }),
    post("rough", { content: "a low tide, then a storm" }),
    { ...post("123"), platform: "x" },
    post("DdEwdufmqt9", { username: "inesdraws.herons" }),
    post("2115368096649023033", { platform: "x", username: "WrenmouthBuses" }),
    post("7684676140652275738", { platform: "tiktok", username: "juno.quillfin" }),
    post("C8abcDEF"),
  ]);
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in the tests' folder: `{ code, stdout, stderr }`. */
function run(command, args) {
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, NO_COLOR: "1", POSTERN_TOKEN: server.token, POSTERN_TEST_TOKEN: testToken, POSTERN_URL: server.url, POSTERN_OPERATOR_SECRET: server.operatorSecret };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env, timeout: 120_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
  });
}

/** The kinds of programs, and how the file of one ends. */
const ENDINGS = { sh: "sh", node: "mjs", python: "py", r: "R" };

/** Runs a sample and gives what it wrote; it has to succeed. */
async function output(guide, id, change = (code) => code) {
  const { run: kind } = samples(guide).find((one) => one.id === id);
  const file = join(folder, `${id}.${ENDINGS[kind]}`);
  writeFileSync(file, `${change(sample(guide, id, server.url))}\n`);
  const [command, ...args] = { sh: ["sh", "-e"], node: [NODE], python: [pythonTool("python"), "-W", "error"], r: [rscript] }[kind];
  const { code, stdout, stderr } = await run(command, [...args, file]);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  return stdout;
}

const answer = async (id) => JSON.parse(await output("call", id));
const ids = async (id) => (await answer(id)).data.posts.map((one) => one.platform_post_id);

/** What each sample of the guide for callers does. */
const CALLS = {
  "first-call-curl": async () => assert.equal((await ids("first-call-curl")).length, 1),
  "test-token": async () => assert.equal((await answer("test-token")).data.total.posts, 300),
  "by-user": async () => {
    const { posts, page } = (await answer("by-user")).data;
    assert.equal(page.returned, 50);
    assert.ok(posts.every((one) => one.author.username === "teyra.enelmar" && one.platform === "instagram"));
  },
  "by-hashtag": async () => assert.deepEqual((await ids("by-hashtag")).sort(), ["low0", "low1", "low2"]),
  search: async () => assert.deepEqual(await ids("search"), ["calm"]),
  misspelt: async () => {
    const { code, details } = (await answer("misspelt")).error;
    assert.equal(code, "INVALID_PARAMETER");
    assert.deepEqual(details.map((one) => [one.parameter, one.code, one.did_you_mean]), [["min_like", "UNKNOWN_PARAMETER", "min_likes"], ["limit", "OUT_OF_RANGE", undefined]]);
  },
  "one-post": async () => assert.equal((await answer("one-post")).data.post.id, "instagram:DdEwdufmqt9"),
  "many-posts": async () => {
    const { posts, missing } = (await answer("many-posts")).data;
    assert.deepEqual([posts.map((one) => one.id), missing], [["instagram:DdEwdufmqt9", "x:2115368096649023033"], ["x:404"]]);
  },
  "many-node": async () => {
    assert.equal(await output("call", "many-node"), "found tiktok:7684676140652275738\nmissing x:404\n");
    assert.equal(await output("call", "many-node", (code) => code.replaceAll("POSTERN_TOKEN", "POSTERN_TEST_TOKEN")), "found tiktok:7684676140652275738\nmissing x:404\n", "it is in the sample, too");
  },
  sorted: async () => assert.deepEqual(await ids("sorted"), ["c229", "c227", "c225"]),
  balance: async () => assert.ok((await answer("balance")).data.balance.current > 0),
  etag: async () => {
    assert.equal(await output("call", "etag"), "200\n");
    assert.equal(await output("call", "etag"), "304\n");
    assert.equal(JSON.parse(readFileSync(join(folder, "page.json"), "utf8")).data.page.returned, 10);
  },
  walk: async () => {
    const lines = (await output("call", "walk")).trim().split("\n");
    assert.equal(new Set(lines).size, CORAL);
    assert.ok(lines.includes("instagram:c229 229") && lines.includes("instagram:c228 unknown"));
  },
  retry: async () => assert.equal(await output("call", "retry"), "5 posts\n"),
};

/** What each sample of the guide for operators does, in order: some build on others. */
const RUNS = {
  "import-file": async () => {
    writeFileSync(join(folder, "dataset.json"), (await run(cli, ["sample", "20", "--seed", "5"])).stdout);
    assert.match(await output("run", "import-file"), /20/);
  },
  "import-sample": async () => {
    await output("run", "import-sample");
    assert.equal(readFileSync(join(folder, "posts.ndjson"), "utf8").trim().split("\n").length, 1000);
  },
  "formats-list": async () => assert.match(await output("run", "formats-list"), /x-archive/),
  "account-create": async () => assert.match(await output("run", "account-create"), /postern_live_/),
  "account-manage": async () => {
    const written = await output("run", "account-manage");
    assert.match(written, /postern_live_/);
    assert.match(written, /mara@example\.com .*\b1,?500\b/);
  },
  stats: async () => assert.match(await output("run", "stats"), /every balance is the sum of its ledger/),
  "erase-commands": async () => {
    const written = await output("run", "erase-commands", (code) => code.replaceAll(" erase ", " erase --yes ")); // nobody is there to be asked
    assert.equal(written, "Erased 2 posts.\nErased 1 post.\n");
  },
  "backup-posts": async () => {
    rmSync(join(folder, "posts.ndjson"));
    await output("run", "backup-posts");
    const count = readFileSync(join(folder, "posts.ndjson"), "utf8").trim().split("\n").length;
    assert.ok(count > 1000, String(count));
  },
  shards: async () => assert.match(await output("run", "shards"), /POSTS_1/),
};

/** The settings of a client: `{ url, headers }` of a service, or `{ command, args, env }` of a program. */
function settingsOf({ caption, code }) {
  const all = caption.endsWith(".toml") ? parse(code) : JSON.parse(code);
  const servers = all.mcpServers ?? all.servers ?? all.context_servers ?? all.mcp_servers;
  assert.deepEqual(Object.keys(servers), ["postern"]);
  const { httpUrl, url = httpUrl, bearer_token_env_var: variable, headers = { Authorization: `Bearer $${variable}` }, ...program } = servers.postern;
  return url ? { url, headers } : program;
}

/** A text with the token in place of whatever stands for it. */
const withToken = (text) => text.replace(/\$\{input:token\}|\$\{(env:)?POSTERN_TOKEN\}|\$POSTERN_TOKEN|postern_live_\.\.\./, server.token);

function transportOf({ url, headers, command, args, env }) {
  if (url) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: withToken(headers.Authorization) } } });
  assert.equal(command, "postern");
  return new StdioClientTransport({ command: cli, args, env: { POSTERN_API_TOKEN: withToken(env.POSTERN_API_TOKEN) } });
}

describe("the guide for agents", () => {
  for (const { id, caption } of samples("agents").filter((one) => one.run === "agent")) {
    test(`the settings of ${id} connect`, async () => {
      const client = new Client({ name: "guide", version: "1.0.0" });
      await client.connect(transportOf(settingsOf({ caption, code: sample("agents", id, server.url) })));
      const { structuredContent } = await client.callTool({ name: "count_posts", arguments: { keyword: "coral" } });
      assert.equal(structuredContent.total.posts, CORAL);
      await client.close();
    });
  }

  test("the program of one's own runs", async () => {
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(inRoot("node_modules", "@modelcontextprotocol"), join(folder, "node_modules", "@modelcontextprotocol"));
    assert.equal(await output("agents", "client"), `${CORAL} posts\n`);
  });

  test("the tools that it names are those that there are", async () => {
    const list = await server.call("/mcp", { method: "POST", bearer: server.token, json: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
    const guide = readFileSync(inRoot("www", "guides", "agents.html"), "utf8");
    const named = [...guide.matchAll(/<tr><td><code>(\w+)<\/code>/g)].map(([, name]) => name);
    assert.deepEqual(named, list.body.result.tools.map((one) => one.name));
  });

  test("the error that it shows has the keys of a real one", async () => {
    const shown = samples("agents").find((one) => one.shows === "tool-error");
    const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_posts", arguments: { min_like: 5 } } };
    const real = JSON.parse((await server.call("/mcp", { method: "POST", bearer: server.token, json })).body.result.content[0].text);
    const keys = (error) => [Object.keys(error), Object.keys(error.details[0]), error.code, error.details[0].did_you_mean];
    assert.deepEqual(keys(JSON.parse(shown.code)), keys(real));
  });
});

const CORALS = Array.from({ length: CORAL }, (_, n) => (n % 2 ? n : null));
const LIKES = CORALS.reduce((sum, likes) => sum + likes, 0);

/** More posts than one answer counts, a minute apart. */
const TIDES = 20_100;
const tides = () => Array.from({ length: TIDES }, (_, n) => post(`t${n}`, { username: "tide.tables", published_at: new Date(Date.UTC(2026, 4, 8) + n * 60_000).toISOString() }));

async function counts(id) {
  const { total, groups, others } = JSON.parse(await output("count", id)).data;
  return [total.posts, groups.map(({ key, posts }) => [key, posts]), others?.posts];
}

/** What each sample of the guide on numbers does. */
const COUNTS = {
  count: async () => {
    const { total } = JSON.parse(await output("count", "count")).data;
    assert.deepEqual([total.posts, total.likes_count], [CORAL, { sum: LIKES, known: CORAL / 2 }]);
    const shown = JSON.parse(samples("count").find(({ shows }) => shows).code).data.total;
    assert.deepEqual([shown.posts, shown.likes_count, shown.comments_count], [total.posts, total.likes_count, total.comments_count], "the answer that is shown is this one");
  },
  "by-month": async () => assert.deepEqual(await counts("by-month"), [CORAL, [["2026-03", CORAL]], undefined]),
  "by-author": async () => assert.deepEqual(await counts("by-author"), [3, [["reef.watch", 3]], undefined]),
  "add-up": async () => assert.equal(await output("count", "add-up"), MONTHS),
  "add-up-python": async () => assert.equal(await output("count", "add-up-python"), MONTHS),
};
const MONTHS = "2026-05 20100\n";

/** The rows of a table as Python's own reader sees them. */
async function rows(file) {
  const read = "import csv, json, sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))))";
  return JSON.parse((await run(pythonTool("python"), ["-c", read, join(folder, file)])).stdout);
}

/** All corals, with the names of the columns once. */
async function isWhole(id) {
  await output("spreadsheet", id);
  const [names, ...all] = await rows("posts.csv");
  assert.deepEqual([names[0], names.length, all.length], ["id", 28, CORAL]);
  assert.deepEqual(new Set(all.map(([one]) => one)), new Set(CORALS.map((_, n) => `instagram:c${n}`)));
  rmSync(join(folder, "posts.csv"));
}

/** What each sample of the guide to spreadsheets does. */
const SPREADSHEETS = {
  csv: async () => {
    await output("spreadsheet", "csv");
    const [names, ...all] = await rows("posts.csv");
    assert.deepEqual([names, all.length], [["id", "url", "author_username", "content", "likes_count", "published_at"], 100]);
    assert.deepEqual(all.find(([id]) => id === "instagram:c229"), ["instagram:c229", "", "teyra.enelmar", "coral", "229", "2026-03-01T12:00:00.000Z"]);
  },
  "csv-all": () => isWhole("csv-all"),
  "csv-node": () => isWhole("csv-node"),
  "csv-python": () => isWhole("csv-python"),
  "csv-mark": async () => {
    await output("spreadsheet", "csv-mark");
    assert.equal(readFileSync(join(folder, "excel.csv"), "utf8").slice(0, 4), "\ufeffid,");
  },
};

/** A sample that asks for what nobody wrote, and what it writes then. */
const findNothing = (code) => code.replace(/keyword( ?= ?)"coral"/, 'keyword$1"nobodywrotethis"');
const NOTHING = "no posts were found\n";

/** What each sample of the guide to data frames does; the files are read after they are saved. */
const DATA_FRAMES = {
  "pandas-all": async () => {
    const written = await output("data-frames", "pandas-all");
    assert.match(written, /^likes_count\s+Int64$/m);
    assert.match(written, /^published_at\s+datetime64\[\w+, UTC\]$/m);
    assert.match(written, new RegExp(`^2026-03-01\\s+${CORAL}\\s+${CORAL / 2}\\s+${LIKES}$`, "m"));
    assert.equal(await output("data-frames", "pandas-all", findNothing), NOTHING);
  },
  "pandas-csv": async () => assert.match(await output("data-frames", "pandas-csv"), /^0\s+instagram:c\d+\s+(\d+|<NA>)\s+2026-03-01 12:00:00\+00:00$/m),
  "r-all": async () => {
    const written = await output("data-frames", "r-all");
    assert.match(written, new RegExp(`^'data.frame':\\s+${CORAL} obs. of  4 variables:$`, "m"));
    assert.match(written, /POSIXct, format: "2026-03-01 12:00:00"/);
    assert.match(written, new RegExp(`2026-03-01 \\n\\s+${CORAL} \\n\\[1\\] ${LIKES}\\n$`));
    assert.equal(await output("data-frames", "r-all", findNothing), NOTHING);
  },
  ndjson: async () => {
    await output("data-frames", "ndjson");
    assert.equal(readFileSync(join(folder, "posts.ndjson"), "utf8").trim().split("\n").length, 100);
  },
  "pandas-file": async () => assert.equal(await output("data-frames", "pandas-file"), "100 posts\n"),
  "r-file": async () => assert.equal(await output("data-frames", "r-file"), "100 posts\n"),
};

const ebb = (n, content = "ebb #LowTide") => post(`ebb${n}`, { platform: "tiktok", content });
const erase = (id) => server.call(`/operator/v1/posts/${id}`, { method: "DELETE", bearer: server.operatorSecret });

/** A program keeps a copy, which is brought up to date after one post came, one was erased and one lost its hashtag. */
async function keeps(id, first) {
  const [came, erased, left] = [1, 2, 3].map((n) => `${first + n}`);
  await load(server, [ebb(erased), ebb(left)]);
  const before = Number(/^(\d+) posts\n$/.exec(await output("copy", id))[1]);
  assert.ok(before >= 5, String(before));
  await load(server, [ebb(came), ebb(left, "ebb")]);
  assert.equal((await erase(`tiktok:ebb${erased}`)).status, 200);
  assert.equal(await output("copy", id), `${before - 1} posts\n`);
  return came;
}

/** What each sample of the guide to copies does. */
const COPIES = {
  begin: async () => {
    const { changes, page } = JSON.parse(await output("copy", "begin")).data;
    assert.deepEqual([changes.map(({ type }) => type), page.has_more], [["post", "post"], true]);
  },
  now: async () => {
    const { changes, page } = JSON.parse(await output("copy", "now")).data;
    assert.deepEqual([changes, page.has_more], [[], false]);
  },
  "copy-node": async () => {
    const came = await keeps("copy-node", 0);
    const { posts } = JSON.parse(readFileSync(join(folder, "copy.json"), "utf8"));
    assert.equal(posts[`tiktok:ebb${came}`].content, "ebb #LowTide");
    // One of another service is gone, and the copy begins anew.
    writeFileSync(join(folder, "copy.json"), JSON.stringify({ since: foreignSince(), posts: { "x:none": {} } }));
    assert.equal(await output("copy", "copy-node"), `${Object.keys(posts).length} posts\n`);
  },
  "copy-python": () => keeps("copy-python", 10),
};

describe("the guide for callers", () => {
  const skip = which("curl") ? false : "there is no curl on this machine";
  for (const [id, check] of Object.entries(CALLS)) test(id, { skip }, check);
});

// Before what the guide for operators loads.
for (const [guide, checks] of Object.entries({ spreadsheet: SPREADSHEETS, "data-frames": DATA_FRAMES, count: COUNTS, copy: COPIES })) {
  describe(`the guide ${guide}`, () => {
    before(async () => {
      const all = guide === "count" ? tides() : [];
      for (let from = 0; from < all.length; from += 1000) await load(server, all.slice(from, from + 1000));
    });
    for (const [id, check] of Object.entries(checks)) test(id, check);
  });
}

describe("the guide for operators", () => {
  test("a line of Postern's own", async () => {
    const line = sample("run", "line", server.url);
    const answer = await server.call("/operator/v1/posts", { method: "POST", bearer: server.operatorSecret, headers: { "content-type": "application/x-ndjson" }, body: `${line}\n` });
    assert.deepEqual([answer.status, answer.body.data.inserted, answer.body.data.rejected], [200, 1, []]);
  });
  for (const [id, check] of Object.entries(RUNS)) test(id, check);

  test("commands of wrangler are there, with their flags", { timeout: 120_000 }, async () => {
    const lines = samples("run").filter((one) => one.run === "wrangler").flatMap((one) => one.code.split("\n"));
    const commands = lines.map((line) => line.split("npx wrangler ")[1]);
    assert.ok(commands.length > 8 && commands.every(Boolean), String(lines));
    const helps = new Map();
    for (const command of commands) {
      const words = /^[a-z0-9]+( (create|namespace create|put|delete|export)\b)?/.exec(command)[0];
      if (!helps.has(words)) helps.set(words, await run(WRANGLER[0], [...WRANGLER.slice(1), ...words.split(" "), "--help"]));
      const { code, stdout } = helps.get(words);
      assert.ok(code === 0 && stdout.startsWith(`wrangler ${words}`), `${words}: ${stdout.slice(0, 200)}`);
      for (const flag of command.match(/--[a-z-]+/g) ?? []) assert.ok(stdout.includes(flag), `${command}: ${flag}`);
    }
  });

  test("settings are those of wrangler.toml", () => {
    const { vars } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
    for (const { code } of samples("run").filter((one) => one.run === "toml")) {
      for (const [name, value] of Object.entries(parse(code))) {
        assert.ok(name in vars, name);
        if (Array.isArray(value)) assert.deepEqual(Object.keys(value[0]), Object.keys(vars[name][0]));
      }
    }
  });

  test("what is left to the reader names scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
    const left = samples("run").filter((one) => one.set).map((one) => one.code).join("\n");
    const named = [...left.matchAll(/^npm (?:run )?([a-z]+)/gm)].map(([, name]) => name);
    assert.deepEqual(new Set(named), new Set(["start", "deploy", "postern", "test"]));
    for (const name of named) assert.ok(name in scripts, name);
  });
});

test("the reference's lines for GET can be pasted", { skip: which("curl") ? false : "there is no curl on this machine" }, async () => {
  const model = new Model(JSON.parse(readFileSync(inRoot("www", "openapi.json"), "utf8")));
  const calls = model.groups().flatMap((group) => group.operations).filter((one) => one.method === "GET");
  assert.equal(calls.length, 17);
  await load(server, [post("Dk2LmN0pQrS", { username: "tide.tables" })]); // the post that is asked for by its id
  for (const call of calls) {
    const { code, stderr } = await run("sh", ["-c", curl(call, model, server.url).replace("curl ", "curl --silent --show-error --fail --output answer ")]);
    assert.deepEqual([call.operationId, code, stderr], [call.operationId, 0, ""]);
  }
});

test("every sample is run, or is an answer, or is left to the reader", () => {
  const here = { call: CALLS, run: RUNS, agents: { client: true }, count: COUNTS, spreadsheet: SPREADSHEETS, "data-frames": DATA_FRAMES, copy: COPIES };
  for (const guide of Object.keys(here)) {
    const all = samples(guide);
    for (const one of all) assert.equal([one.run, one.shows, one.set].filter(Boolean).length, 1, one.code);
    const shown = all.filter((one) => one.run in ENDINGS && !/from "@postern\//.test(one.code)).map((one) => one.id);
    assert.deepEqual(shown.sort(), Object.keys(here[guide]).sort());
  }
});

test("answers that are shown have the keys of real ones", () => {
  for (const { code } of [...samples("call"), ...samples("count")].filter((one) => one.shows === "json")) {
    const { success, data, error } = JSON.parse(code);
    assert.equal(success, data !== undefined);
    assert.equal(success, error === undefined);
  }
});
