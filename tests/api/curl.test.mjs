// The line that `npm start` prints, as it prints it, run by a shell and the real curl.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startServer } from "../support/server.mjs";
import { testTokenOf } from "./support/api-token.mjs";
import { load, post } from "./support/posts.mjs";

const START = new URL("../../scripts/start.mjs", import.meta.url);
const skip = hasCurl() ? false : "there is no curl on this machine";

function hasCurl() {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The line of scripts/start.mjs with this address and token in it. */
function printedLine(url, token) {
  const [line] = readFileSync(START, "utf8").match(/^ *curl .*$/m);
  return line.trim().replaceAll("${token}", token).replaceAll("${url}", url);
}

let server;
before(async () => {
  server = await startServer();
  await load(server, ["1", "2", "3", "4"].map((id) => post(id, { content: "it's \u{1f420}" })));
});
after(() => server?.stop());

const shell = (line) => promisify(execFile)("sh", ["-c", line]);

test("the printed line answers with three posts", { skip }, async () => {
  const line = printedLine(server.url, await testTokenOf(server));
  assert.match(line, /^curl -H "Authorization: Bearer postern_test_\w+" "http:\/\/localhost:\d+\/api\/v1\/posts\/search\?keyword=heron&limit=3"$/);
  const { stdout } = await shell(line);
  const { data, success } = JSON.parse(stdout);
  assert.deepEqual([success, data.posts.length, data.page.has_more, data.query.keyword], [true, 3, true, "heron"]);
});

test("curl's own ways of HEAD, of X-API-Token and of a conditional call work", { skip }, async () => {
  const url = `${server.url}/api/v1/posts/search`;
  const head = await shell(`curl -sI -H 'X-API-Token: ${server.token}' '${url}'`);
  assert.match(head.stdout, /^HTTP\/1\.1 200 OK\r\n/);
  const etag = /^etag: (.*)\r$/im.exec(head.stdout)[1];
  const conditional = await shell(`curl -s -o /dev/null -w '%{http_code}' -H 'X-API-Token: ${server.token}' -H 'If-None-Match: ${etag}' '${url}'`);
  assert.equal(conditional.stdout, "304");
  const encoded = await shell(`curl -sG -H 'X-API-Token: ${server.token}' --data-urlencode 'keyword="it'"'"'s 🐠"' '${url}'`);
  assert.equal(JSON.parse(encoded.stdout).data.page.returned, 4);
});
