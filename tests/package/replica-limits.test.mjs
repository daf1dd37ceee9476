// A copy of more posts than a minute's calls bring.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { project } from "./support/installed.mjs";

const POSTS = Array.from({ length: 350 }, (_, n) => post(`l${n}`));

/** How a service answers one call too many: the second of a minute. */
async function refusal(limited) {
  for (;;) {
    const answer = await limited.call("/api/v1/posts/changes?since=0", { bearer: limited.token });
    if (answer.status === 429) return answer;
  }
}

test("where the service limits calls, a sync waits as it says, unless it is aborted or that takes too long", async () => {
  const [consumer, server, limited] = await Promise.all([project(), startServer(), startServer({ rateLimits: { calls: 1 } })]);
  try {
    await load(server, POSTS);
    const [{ Postern }, { Replica }] = await Promise.all(["core", "replica"].map((name) => import(pathToFileURL(join(consumer.folder, `node_modules/@postern/client/dist/${name}/index.js`)))));
    const { status, body } = await refusal(limited);
    let calls = 0;
    /** Refuses every second call, as that service does, and says to wait this long. */
    const refusedFor = (seconds) => async (request, options) => ((calls += 1) % 2 === 1 ? fetch(request, options) : Response.json(body, { status, headers: { "retry-after": String(seconds) } }));
    const opened = (name, seconds) => Replica.open(name, { client: new Postern({ baseUrl: server.url, token: server.token, retries: 0, fetch: refusedFor(seconds) }) });
    const { received, size } = await (await opened("patient", 1)).sync();
    assert.deepEqual([received, size, calls], [350, 350, 7]);
    await assert.rejects((await opened("impatient", 61)).sync(), { code: "RATE_LIMITED", retryAfter: 61 });
    calls = 0;
    const abort = new AbortController();
    const stopped = (await opened("stopped", 60)).sync({ signal: abort.signal });
    for (; calls < 2; ) await new Promise((resolve) => setTimeout(resolve, 20));
    abort.abort();
    await assert.rejects(stopped, { code: "ABORTED" });
  } finally {
    await Promise.all([server.stop(), limited.stop(), consumer.remove()]);
  }
});
