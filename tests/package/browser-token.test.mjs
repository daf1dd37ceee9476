// Browser tokens made by the installed package, used against a real Worker.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

let server;
let consumer;
let createBrowserToken;
before(async () => {
  [server, consumer] = await Promise.all([startServer(), project()]);
  await load(server, Array.from({ length: 8 }, (_, n) => post(`b${n}`)));
  ({ createBrowserToken } = await import(pathToFileURL(join(consumer.folder, "node_modules/@postern/client/dist/browser-token/index.js"))));
});
after(() => Promise.all([server?.stop(), consumer?.remove()]));

const make = (options) => createBrowserToken(server.token, { expiresIn: 60, ...options });
const call = async (token, query = "", headers = {}) => {
  const { status, body } = await server.call(`/api/v1/posts/search?${query}`, { bearer: token, headers });
  return [status, body.error?.code ?? body.data.posts.length];
};

test("a token reads posts within what it may", async () => {
  const token = await make({ platforms: ["Instagram"], maxLimit: 3 });
  assert.match(token, /^postern_browser_/);
  assert.deepEqual(await call(token, "platform=instagram&limit=3"), [200, 3]);
  assert.deepEqual(await call(token, "platform=instagram&limit=4"), [403, "INSUFFICIENT_SCOPE"]);
  assert.deepEqual(await call(token, "platform=x"), [403, "INSUFFICIENT_SCOPE"]);
  assert.deepEqual(await call(token), [403, "INSUFFICIENT_SCOPE"]);
});

test("names are folded, and origins normalised", async () => {
  const name = post("b0").author.username;
  const token = await make({ usernames: [`@${name.toUpperCase()}`], hashtags: null, origins: ["HTTPS://www.Example.com:443"] });
  const origin = { Origin: "https://www.example.com" };
  assert.equal((await call(token, `username=${name}`, origin))[0], 200);
  assert.deepEqual(await call(token, `username=${name}`, { Origin: "https://evil.example" }), [403, "INSUFFICIENT_SCOPE"]);
});

test("no two tokens are the same, and each ends", async () => {
  assert.notEqual(await make(), await make());
  const old = await createBrowserToken(server.token, { expiresIn: 1 });
  assert.equal((await call(old))[0], 200); // a minute of skew is allowed: tests/native has the clock
});

test("what is wrong is refused by name, all at once", async () => {
  const options = { expiresIn: 86_401, origins: "https://a.example", platforms: ["myspace"], usernames: [], hashtags: [7], maxLimit: 1.5, colour: 1 };
  await assert.rejects(createBrowserToken(server.token, options), (error) => {
    assert.equal(`${error.name} ${error.code}`, "PosternError INVALID_PARAMETER");
    assert.deepEqual(error.details.map(({ option }) => option).sort(), Object.keys(options).sort());
    assert.ok(!error.message.includes(server.token));
    return true;
  });
  for (const wrong of [undefined, null, 7, [], "x", {}]) {
    await assert.rejects(createBrowserToken(server.token, wrong), { code: "INVALID_PARAMETER" }, String(wrong));
  }
  for (const token of [undefined, null, 7, "", `${server.token}x`, await make()]) {
    await assert.rejects(createBrowserToken(token, { expiresIn: 60 }), { name: "PosternError", code: "INVALID_API_TOKEN" });
  }
});

test("the README's snippet runs", async () => {
  write(consumer.folder, { "server.mjs": snippet("A server that issues browser tokens", server) });
  const env = { ...process.env, POSTERN_TOKEN: server.token, PORT: "0" };
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", `import { handler } from "./server.mjs"; console.log(await (await handler()).text());`], { cwd: consumer.folder, env });
  assert.equal((await call(stdout.trim(), "", { Origin: "https://www.example.com" }))[0], 200);
});
