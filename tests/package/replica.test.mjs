// Copies of posts, in a real browser and in Node, of a real Worker: they answer as the service does, whatever happens on the way.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load, post } from "../api/support/posts.mjs";
import { startServer } from "../support/server.mjs";
import { withDatabase } from "../api/support/databases.mjs";
import { launch, serve } from "./support/browser.mjs";
import { Changing, queries } from "./support/changing.mjs";
import { project, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

const PAGE = `<!doctype html><meta charset="utf-8"><title>Copies</title><script type="module">
  const [{ Postern }, { Replica }, { PostSet }] = await Promise.all(["core", "replica", "worker"].map((name) => import(\`/postern/\${name}/index.js\`)));
  const client = (url, token, more) => new Postern({ baseUrl: url, token, retries: 0, ...more });
  const failure = (promise) => promise.then(() => null, ({ name, code }) => \`\${name} \${code}\`);
  /** What a copy, or a service, answers, as text, without what a call costs. */
  const answers = async (source, calls) => {
    const texts = [];
    for (const [method, args] of calls) {
      for await (const { credits, requestId, ...answer } of source[method](...args).pages()) texts.push(JSON.stringify(answer));
    }
    return texts;
  };
  const ids = async (source, options) => {
    const found = [];
    for await (const { id } of source.search({ limit: 100, ...options }).all()) found.push(id);
    return found.sort();
  };
  /** Everything that is stored, as text. */
  const stored = async (name) => {
    const asked = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const database = await asked(indexedDB.open(\`@postern/client/\${name}\`));
    const all = [];
    for (const store of database.objectStoreNames) {
      for (const value of await asked(database.transaction(store).objectStore(store).getAll())) all.push(value.text ? new TextDecoder().decode(value.text) : JSON.stringify(value));
    }
    database.close();
    return all.join("\\n");
  };
  Object.assign(globalThis, { Replica, PostSet, client, failure, answers, ids, stored });
  document.title = "ready";
</script>`;
const DAY = 86_400_000;
const many = (count, over = {}) => Array.from({ length: count }, (_, n) => post(`${over.prefix ?? "m"}${n}`, { content: `low tide ${n}`, published_at: new Date(Date.parse("2026-03-01") + n * DAY / 500).toISOString(), likes_count: n % 10, ...over.post }));

let browser;
let consumer;
let server;
let other;
let files;
before(async () => {
  [browser, consumer, server, other] = await Promise.all([launch(), project(), startServer(), startServer()]);
  write(join(consumer.folder, "page"), { "index.html": PAGE });
  files = await serveTo(`${server.url} ${other.url}`);
  await load(server, many(350));
  // Test servers start from copies of one database, and so in one era.
  withDatabase(other.state, "POSTS_0", (database) => database.exec("UPDATE eras SET era = '00000000000000ff'"));
  await load(other, many(230, { prefix: "o" }));
});
after(async () => {
  await Promise.all([files?.stop(), browser?.close(), server?.stop(), other?.stop()]);
  await consumer?.remove();
});

const serveTo = (connect) => serve({ "/": join(consumer.folder, "page"), "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, connect);
const access = ({ url, token }) => [url, token];

/** A context with storage of its own, and its pages. */
async function inContext(use, url = files.url) {
  const context = await browser.newContext();
  const open = async () => {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction(() => document.title === "ready");
    return page;
  };
  try {
    return await use(open, context);
  } finally {
    await context.close();
  }
}

const inPage = (work, argument, url) => inContext(async (open) => (await open()).evaluate(work, argument), url);

test("a copy answers as the service does, and from storage when it is opened again", async () => {
  const seen = await inPage(async ([url, token]) => {
    const service = client(url, token);
    const replica = await Replica.open("all", { client: service });
    const before = [replica.name, replica.persistent, replica.state];
    const steps = [];
    const { received, size, credits } = await replica.sync({ onProgress: (progress) => steps.push(progress) });
    const calls = [["search", [{ limit: 60 }]], ["search", [{ keyword: "tide 7", sortBy: "likes_count" }]], ["byUser", ["instagram", "reef.watch", { minLikes: 9 }]], ["byHashtag", ["instagram", "none"]], ["counts", [{ groupBy: "day" }]]];
    const same = JSON.stringify(await answers(replica, calls)) === JSON.stringify(await answers(service, calls));
    const [one, some] = [await replica.post("instagram:m3"), await replica.posts(["instagram:m3", "instagram:none"])];
    const { blob } = await replica.search({ limit: 2 }).csv();
    const again = await replica.sync();
    await replica.close();
    const closed = [await failure(replica.search()), await failure(replica.sync())];
    const reopened = await Replica.open("all", { client: service });
    const later = JSON.stringify(await answers(reopened, calls)) === JSON.stringify(await answers(service, calls));
    return { before, steps, received, size, charged: credits.charged, same, one: one.post.content, some: [some.posts.length, some.missing], csv: (await blob.text()).split("\r\n").length, again: [again.received, again.credits.charged], closed, later, syncedAt: reopened.syncedAt === again.syncedAt };
  }, access(server));
  assert.deepEqual(seen.before, ["all", true, { size: 0, since: "0", syncedAt: null, isRebuilding: false }]);
  assert.deepEqual(seen.steps, [100, 200, 300, 350].map((received) => ({ received, size: received, isRebuilding: false })));
  assert.deepEqual([seen.received, seen.size, seen.charged, seen.again], [350, 350, 4, [0, 0]]);
  assert.deepEqual([seen.same, seen.later, seen.syncedAt, seen.one, seen.some, seen.csv], [true, true, true, "low tide 3", [1, ["instagram:none"]], 4]);
  assert.deepEqual(seen.closed, ["PosternError REPLICA_CLOSED", "PosternError REPLICA_CLOSED"]);
});

test("arguments that are wrong are refused", async () => {
  const codes = await inPage(async ([url, token]) => {
    const service = client(url, token);
    const wrong = [["", { client: service }], [7, { client: service }], ["a"], ["a", { client: {} }], ["a", { client: service, filter: "x" }], ["a", { client: service, filter: { keyword: "x" } }]];
    const found = [];
    for (const args of wrong) found.push(await failure(Replica.open(...args)));
    const replica = await Replica.open("a", { client: service, filter: { platform: "myspace" } });
    for (const options of [undefined, { signal: 1 }, { onProgress: 1 }, { timeout: -1 }]) found.push(await failure(replica.sync(options)));
    return found;
  }, access(server));
  assert.deepEqual(codes, Array(10).fill("PosternError INVALID_PARAMETER"));
});

test("at every state of a service that changes at random, copies of any filter answer as it does", async () => {
  const own = await startServer();
  const page = await serveTo(own.url);
  try {
    const changing = new Changing(own, 7);
    await changing.round(120);
    const filters = { everything: {}, network: { platform: ["x", "tiktok"] }, author: { username: ["reef.watch", "émile"] }, tag: { hashtag: "tide" } };
    await inContext(async (open) => {
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

test("a sync that breaks off at any step goes on from there", async () => {
  const seen = await inContext(async (open) => {
    const found = { sizes: [], errors: [], kept: [] };
    let tab = await open();
    for (const how of ["aborted", "closed", "aborted before"]) {
      const [error, size] = await tab.evaluate(
        async ([[url, token], end]) => {
          const replica = await Replica.open("broken", { client: client(url, token) });
          const abort = new AbortController();
          if (end === "aborted before") abort.abort();
          const error = await failure(replica.sync({ signal: abort.signal, onProgress: () => (end === "closed" ? replica.close() : abort.abort()) }));
          await replica.close();
          const reopened = await Replica.open("broken", { client: client(url, token) });
          if (reopened.syncedAt !== null || (await ids(reopened)).length !== reopened.size) throw new Error("half a step");
          await reopened.close();
          return [error, reopened.size];
        },
        [access(server), how],
      );
      found.errors.push(error);
      found.sizes.push(size);
    }
    // A network that fails, and a page that is gone.
    const failing = await tab.evaluate(async ([url, token]) => {
      let calls = 0;
      const replica = await Replica.open("broken", { client: client(url, token, { fetch: (...call) => (++calls > 1 ? Promise.reject(new TypeError("no network")) : fetch(...call)) }) });
      const error = await failure(replica.sync());
      return [error, replica.size];
    }, access(server));
    await tab.evaluate(async ([url, token]) => {
      const replica = await Replica.open("gone", { client: client(url, token) });
      replica.sync();
    }, access(server));
    await tab.close();
    tab = await open();
    const rest = await tab.evaluate(async ([url, token]) => {
      const results = [];
      for (const name of ["broken", "gone"]) {
        const replica = await Replica.open(name, { client: client(url, token) });
        if ((await ids(replica)).length !== replica.size) throw new Error("half a step");
        const { received, size } = await replica.sync();
        results.push([received + 0 < 351, size, JSON.stringify(await ids(replica)) === JSON.stringify(await ids(client(url, token)))]);
      }
      return results;
    }, access(server));
    return { ...found, failing, rest };
  });
  assert.deepEqual(seen.errors, ["PosternError ABORTED", "PosternError REPLICA_CLOSED", "PosternError ABORTED"]);
  assert.deepEqual(seen.sizes, [100, 200, 200]);
  assert.deepEqual(seen.failing, ["PosternError NETWORK_ERROR", 300]);
  assert.deepEqual(seen.rest, [[true, 350, true], [true, 350, true]]);
});

test("two pages that sync at once do it once, and both have the posts", async () => {
  const own = await startServer();
  const page = await serveTo(own.url);
  try {
    await load(own, many(250));
    await inContext(async (open) => {
      const tabs = [await open(), await open()];
      const opened = ([url, token]) => Replica.open("shared", { client: client(url, token) }).then((replica) => {
        globalThis.told = 0;
        replica.subscribe(() => (told += 1));
        globalThis.replica = replica;
      });
      await Promise.all(tabs.map((tab) => tab.evaluate(opened, access(own))));
      const results = await Promise.all(tabs.map((tab) => tab.evaluate(async () => (await replica.sync()).received)));
      assert.deepEqual(results.sort(), [0, 250]);
      assert.deepEqual(await Promise.all(tabs.map((tab) => tab.evaluate(async () => (await ids(replica)).length))), [250, 250]);

      // One of them goes on; the other one is told, and has it with its next query at the latest.
      await load(own, many(20, { prefix: "later" }));
      const before = await tabs[1].evaluate(() => told);
      await tabs[0].evaluate(() => replica.sync());
      assert.equal(await tabs[1].evaluate(async () => (await ids(replica)).length), 270);
      await tabs[1].waitForFunction((count) => told > count && replica.size === 270, before);

      // What one deletes, both have lost.
      await tabs[0].evaluate(() => replica.delete());
      await tabs[1].waitForFunction(async () => (await failure(replica.search())) === "PosternError REPLICA_CLOSED");
      assert.equal(await tabs[1].evaluate(async ([url, token]) => (await Replica.open("shared", { client: client(url, token) })).size, access(own)), 0);
    }, page.url);
  } finally {
    await Promise.all([page.stop(), own.stop()]);
  }
});

test("an erased author is gone, from storage, too", async () => {
  const own = await startServer();
  const page = await serveTo(own.url);
  try {
    const posts = many(220).map((one, n) => ({ ...one, author: { username: n % 3 ? "stays" : "leaves" }, content: n % 3 ? "kept words" : "secret words" }));
    await load(own, posts);
    await inContext(async (open) => {
      const tab = await open();
      const synced = async ([url, token]) => {
        globalThis.replica ??= await Replica.open("erased", { client: client(url, token) });
        await replica.sync();
        return [(await ids(replica, { keyword: "secret" })).length, replica.size, (await stored("erased")).includes("secret words")];
      };
      assert.deepEqual(await tab.evaluate(synced, access(own)), [74, 220, true]);
      await own.call("/operator/v1/authors/instagram/leaves", { method: "DELETE", bearer: own.operatorSecret });
      assert.deepEqual(await tab.evaluate(synced, access(own)), [0, 146, false]);
      assert.equal(await tab.evaluate(async ([url, token]) => JSON.stringify(await ids(replica)) === JSON.stringify(await ids(client(url, token))), access(own)), true);
    }, page.url);
  } finally {
    await Promise.all([page.stop(), own.stop()]);
  }
});

test("where the service does not know the place, a new copy is built while the old one answers", async () => {
  const seen = await inContext(async (open) => {
    let tab = await open();
    const first = await tab.evaluate(
      async ([here, there]) => {
        const copy = await Replica.open("moved", { client: client(...here) });
        await copy.sync();
        await copy.close();
        const moved = await Replica.open("moved", { client: client(...there) });
        const abort = new AbortController();
        const error = await failure(moved.sync({ signal: abort.signal, onProgress: () => abort.abort() }));
        return [error, moved.state.isRebuilding, moved.size, (await ids(moved)).every((id) => id.startsWith("instagram:m"))];
      },
      [access(server), access(other)],
    );
    await tab.close();
    tab = await open();
    const second = await tab.evaluate(async (there) => {
      const moved = await Replica.open("moved", { client: client(...there) });
      const half = [moved.state.isRebuilding, (await ids(moved)).length];
      const { received } = await moved.sync();
      const text = await stored("moved");
      return [half, received, moved.state.isRebuilding, moved.size, JSON.stringify(await ids(moved)) === JSON.stringify(await ids(client(...there))), text.includes('"instagram:m')];
    }, access(other));
    return { first, second };
  });
  assert.deepEqual(seen.first, ["PosternError ABORTED", true, 350, true]);
  assert.deepEqual(seen.second, [[true, 350], 130, false, 230, true, false]);
});

test("another filter begins anew, and who has the old one open loses it", async () => {
  const seen = await inPage(async ([url, token]) => {
    const wide = await Replica.open("filtered", { client: client(url, token), filter: { platform: "instagram", username: null } });
    await wide.sync();
    const same = await Replica.open("filtered", { client: client(url, token), filter: { platform: "instagram" } });
    const narrow = await Replica.open("filtered", { client: client(url, token), filter: { platform: "x" } });
    return [same.size, narrow.size, await failure(wide.search()), await failure(same.sync())];
  }, access(server));
  assert.deepEqual(seen, [350, 0, "PosternError REPLICA_CLOSED", "PosternError REPLICA_CLOSED"]);
});

test("a quota that is full leaves the copy as it was", async () => {
  await inContext(async (open, context) => {
    const tab = await open();
    const session = await context.newCDPSession(tab);
    await session.send("Storage.overrideQuotaForOrigin", { origin: files.url, quotaSize: 140_000 });
    await tab.evaluate(async ([url, token]) => {
      globalThis.replica = await Replica.open("full", { client: client(url, token) });
    }, access(server));
    const sync = () => tab.evaluate(async () => [await failure(replica.sync()), replica.size, (await ids(replica)).length]);
    const [error, size, found] = await sync();
    assert.equal(error, "PosternError STORAGE_FULL");
    assert.ok(size < 350 && size % 100 === 0 && found === size, `${size} posts, and ${found} were found`);
    await session.send("Storage.overrideQuotaForOrigin", { origin: files.url });
    assert.deepEqual(await sync(), [null, 350, 350]);
  });
});

test("a copy of a newer version is not touched", async () => {
  const codes = await inPage(async ([url, token]) => {
    const newer = indexedDB.open("@postern/client/newer", 1_000);
    await new Promise((resolve) => (newer.onsuccess = resolve));
    newer.result.close();
    const { version } = await new Promise((resolve) => failure(Replica.open("newer", { client: client(url, token) })).then((code) => resolve({ version: code })));
    return [version, (await indexedDB.databases()).find(({ name }) => name.endsWith("newer")).version];
  }, access(server));
  assert.deepEqual(codes, ["PosternError UNSUPPORTED_VERSION", 1_000]);
});

test("where storage is denied, the copy is in memory", async () => {
  const denied = await serveTo(`${server.url} http://localhost:*; sandbox allow-scripts`);
  try {
    const seen = await inPage(
      async ([url, token]) => {
        const refused = (() => { try { return indexedDB.open("x") && "open"; } catch ({ name }) { return name; } })();
        const replica = await Replica.open("denied", { client: client(url, token) });
        await Promise.all([replica.sync(), replica.sync()]);
        const same = JSON.stringify(await ids(replica)) === JSON.stringify(await ids(client(url, token)));
        await replica.delete();
        return [refused, replica.persistent, replica.size, same, await failure(replica.search())];
      },
      access(server),
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
    const entry = (name) => import(pathToFileURL(join(consumer.folder, `node_modules/@postern/client/dist/${name}/index.js`)));
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
    const moved = await Replica.open("moved", { client: { changes: (options) => (options.since === "0" ? service : new Postern({ baseUrl: other.url, token: other.token })).changes(options) } });
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
  write(join(consumer.folder, "snippet"), { "index.html": `<!doctype html><title>Loading</title><script type="importmap">${imports}</script><script type="module">${snippet("Offline copy", own)}</script>` });
  const served = await serve({ "/": join(consumer.folder, "snippet"), "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, own.url);
  const context = await browser.newContext();
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
