// Copies of posts, in a real browser and in Node, of a real Worker: they answer as the service does, whatever happens on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { launch, serve } from "./support/browser.mjs";
import { Changing, queries } from "./support/changing.mjs";
import { access, many, setCopies } from "./support/copies.mjs";
import { write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";
import { testStoredCopies } from "./support/stored-copies.mjs";

const stage = setCopies(launch);

testStoredCopies(stage);

test("arguments that are wrong are refused", async () => {
  const codes = await stage.inPage(async ([url, token]) => {
    const service = client(url, token);
    const wrong = [["", { client: service }], [7, { client: service }], ["a"], ["a", { client: {} }], ["a", { client: service, filter: "x" }], ["a", { client: service, filter: { keyword: "x" } }]];
    const found = [];
    for (const args of wrong) found.push(await failure(Replica.open(...args)));
    const replica = await Replica.open("a", { client: service, filter: { platform: "myspace" } });
    for (const options of [undefined, { signal: 1 }, { onProgress: 1 }, { timeout: -1 }]) found.push(await failure(replica.sync(options)));
    return found;
  }, access(stage.server));
  assert.deepEqual(codes, Array(10).fill("PosternError INVALID_PARAMETER"));
});

test("at every state of a service that changes at random, copies of any filter answer as it does", async () => {
  const own = await startServer();
  const page = await stage.serveTo(own.url);
  try {
    const changing = new Changing(own, 7);
    await changing.round(120);
    const filters = { everything: {}, network: { platform: ["x", "tiktok"] }, author: { username: ["reef.watch", "émile"] }, tag: { hashtag: "tide" } };
    await stage.inContext(async (open) => {
      let tab = await open();
      for (let round = 0; round < 6; round += 1) {
        if (round % 3 === 2) tab = await open(); // everything from storage
        await tab.evaluate(
          async ([url, token, given]) => {
            globalThis.copies ??= {};
            for (const [name, filter] of Object.entries(given)) {
              const replica = (copies[name] ??= await Replica.open(name, { client: client(url, token), filter, PostSet: name === "author" ? PostSet : undefined }));
              await replica.sync();
            }
          },
          [...access(own), filters],
        );
        for (const [name, filter] of Object.entries(filters)) {
          const calls = queries(100 * round + name.length, filter, 9);
          const [ours, theirs] = await tab.evaluate(async ([url, token, copy, asked]) => [await answers(copies[copy], asked), await answers(client(url, token), asked)], [...access(own), name, calls]);
          assert.deepEqual(ours, theirs, `${name}, round ${round}`);
          assert.ok(ours.length >= calls.length);
        }
        if (round === 3) await changing.eraseAuthor("x", "kelp");
        await changing.round(30 + round * 10);
      }
    }, page.url);
  } finally {
    await Promise.all([page.stop(), own.stop()]);
  }
});

test("a quota that is full leaves the copy as it was", async () => {
  await stage.inContext(async (open, context) => {
    const tab = await open();
    const session = await context.newCDPSession(tab);
    await session.send("Storage.overrideQuotaForOrigin", { origin: stage.files.url, quotaSize: 140_000 });
    await tab.evaluate(async ([url, token]) => {
      globalThis.replica = await Replica.open("full", { client: client(url, token) });
    }, access(stage.server));
    const sync = () => tab.evaluate(async () => [await failure(replica.sync()), replica.size, (await ids(replica)).length]);
    const [error, size, found] = await sync();
    assert.equal(error, "PosternError STORAGE_FULL");
    assert.ok(size < 350 && size % 100 === 0 && found === size, `${size} posts, and ${found} were found`);
    await session.send("Storage.overrideQuotaForOrigin", { origin: stage.files.url });
    assert.deepEqual(await sync(), [null, 350, 350]);
  });
});

test("where storage is denied, the copy is in memory", async () => {
  const denied = await stage.serveTo(`${stage.server.url} http://localhost:*; sandbox allow-scripts`);
  try {
    const seen = await stage.inPage(
      async ([url, token]) => {
        const refused = (() => { try { return indexedDB.open("x") && "open"; } catch ({ name }) { return name; } })();
        const replica = await Replica.open("denied", { client: client(url, token) });
        await Promise.all([replica.sync(), replica.sync()]);
        const same = JSON.stringify(await ids(replica)) === JSON.stringify(await ids(client(url, token)));
        await replica.delete();
        return [refused, replica.persistent, replica.size, same, await failure(replica.search())];
      },
      access(stage.server),
      denied.url,
    );
    assert.deepEqual(seen, ["SecurityError", false, 350, true, "PosternError REPLICA_CLOSED"]);
  } finally {
    await denied.stop();
  }
});

test("in Node it is in memory, and follows changes, too", async () => {
  const own = await startServer();
  try {
    const entry = (name) => import(pathToFileURL(join(stage.consumer.folder, `node_modules/@postern/client/dist/${name}/index.js`)));
    const [{ Postern }, { Replica }] = [await entry("core"), await entry("replica")];
    const service = new Postern({ baseUrl: own.url, token: own.token });
    const changing = new Changing(own, 11);
    const replica = await Replica.open("node", { client: service, filter: { platform: "x" } });
    assert.equal(replica.persistent, false);
    for (let round = 0; round < 4; round += 1) {
      await changing.round(150);
      if (round === 2) await changing.eraseAuthor("x", "reef.watch");
      await replica.sync();
      for (const [method, args] of queries(round, { platform: "x" }, 12)) {
        const [ours, theirs] = [await replica[method](...args), await service[method](...args)];
        for (const one of [ours, theirs]) for (const key of ["credits", "requestId"]) delete one[key];
        assert.equal(JSON.stringify(ours), JSON.stringify(theirs), JSON.stringify([method, args]));
      }
    }
    // Another service: the copy is replaced as a whole.
    const moved = await Replica.open("moved", { client: { changes: (options) => (options.since === "0" ? service : new Postern({ baseUrl: stage.other.url, token: stage.other.token })).changes(options) } });
    await moved.sync({ onProgress: () => {} }).then(() => assert.fail(), ({ code }) => assert.equal(code, "SINCE_GONE"));
    await replica.close();
  } finally {
    await own.stop();
  }
});

test("the README's snippet runs, and without network, too", async () => {
  const own = await startServer();
  await load(own, many(5, { post: { content: "coral", hashtags: ["reef"] } }));
  const imports = JSON.stringify({ imports: { "@postern/client": "/postern/core/index.js", "@postern/client/replica": "/postern/replica/index.js" } });
  write(join(stage.consumer.folder, "snippet"), { "index.html": `<!doctype html><title>Loading</title><script type="importmap">${imports}</script><script type="module">${snippet("Offline copy", own)}</script>` });
  const served = await serve({ "/": join(stage.consumer.folder, "snippet"), "/postern/": join(stage.consumer.folder, "node_modules/@postern/client/dist") }, own.url);
  const context = await stage.browser.newContext();
  try {
    const page = await context.newPage();
    for (const isUp of [true, false]) {
      if (!isUp) await own.stop();
      await page.goto(served.url);
      await page.waitForFunction(() => document.title === "5 posts");
    }
  } finally {
    await Promise.all([context.close(), served.stop(), own.stop()]);
  }
});
