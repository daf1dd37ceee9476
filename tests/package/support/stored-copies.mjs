// What a copy of posts does with a browser's storage: the same in each browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../api/support/posts.mjs";
import { startServer } from "../../support/server.mjs";
import { access, many } from "./copies.mjs";

/** @param stage of `setCopies` */
export function testStoredCopies(stage) {
  test("a copy answers as the service does, and from storage when it is opened again", async () => {
    const seen = await stage.inPage(async ([url, token]) => {
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
    }, access(stage.server));
    assert.deepEqual(seen.before, ["all", true, { size: 0, since: "0", syncedAt: null, isRebuilding: false }]);
    assert.deepEqual(seen.steps, [100, 200, 300, 350].map((received) => ({ received, size: received, isRebuilding: false })));
    assert.deepEqual([seen.received, seen.size, seen.charged, seen.again], [350, 350, 4, [0, 0]]);
    assert.deepEqual([seen.same, seen.later, seen.syncedAt, seen.one, seen.some, seen.csv], [true, true, true, "low tide 3", [1, ["instagram:none"]], 4]);
    assert.deepEqual(seen.closed, ["PosternError REPLICA_CLOSED", "PosternError REPLICA_CLOSED"]);
  });

  test("a sync that breaks off at any step goes on from there", async () => {
    const seen = await stage.inContext(async (open) => {
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
          [access(stage.server), how],
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
      }, access(stage.server));
      await tab.evaluate(async ([url, token]) => {
        const replica = await Replica.open("gone", { client: client(url, token) });
        replica.sync();
      }, access(stage.server));
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
      }, access(stage.server));
      return { ...found, failing, rest };
    });
    assert.deepEqual(seen.errors, ["PosternError ABORTED", "PosternError REPLICA_CLOSED", "PosternError ABORTED"]);
    assert.deepEqual(seen.sizes, [100, 200, 200]);
    assert.deepEqual(seen.failing, ["PosternError NETWORK_ERROR", 300]);
    assert.deepEqual(seen.rest, [[true, 350, true], [true, 350, true]]);
  });

  test("two pages that sync at once do it once, and both have the posts", async () => {
    const own = await startServer();
    const page = await stage.serveTo(own.url);
    try {
      await load(own, many(250));
      await stage.inContext(async (open) => {
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
    const page = await stage.serveTo(own.url);
    try {
      const posts = many(220).map((one, n) => ({ ...one, author: { username: n % 3 ? "stays" : "leaves" }, content: n % 3 ? "kept words" : "secret words" }));
      await load(own, posts);
      await stage.inContext(async (open) => {
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
    const seen = await stage.inContext(async (open) => {
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
        [access(stage.server), access(stage.other)],
      );
      await tab.close();
      tab = await open();
      const second = await tab.evaluate(async (there) => {
        const moved = await Replica.open("moved", { client: client(...there) });
        const half = [moved.state.isRebuilding, (await ids(moved)).length];
        const { received } = await moved.sync();
        const text = await stored("moved");
        return [half, received, moved.state.isRebuilding, moved.size, JSON.stringify(await ids(moved)) === JSON.stringify(await ids(client(...there))), text.includes('"instagram:m')];
      }, access(stage.other));
      return { first, second };
    });
    assert.deepEqual(seen.first, ["PosternError ABORTED", true, 350, true]);
    assert.deepEqual(seen.second, [[true, 350], 130, false, 230, true, false]);
  });

  test("another filter begins anew, and who has the old one open loses it", async () => {
    const seen = await stage.inPage(async ([url, token]) => {
      const wide = await Replica.open("filtered", { client: client(url, token), filter: { platform: "instagram", username: null } });
      await wide.sync();
      const same = await Replica.open("filtered", { client: client(url, token), filter: { platform: "instagram" } });
      const narrow = await Replica.open("filtered", { client: client(url, token), filter: { platform: "x" } });
      return [same.size, narrow.size, await failure(wide.search()), await failure(same.sync())];
    }, access(stage.server));
    assert.deepEqual(seen, [350, 0, "PosternError REPLICA_CLOSED", "PosternError REPLICA_CLOSED"]);
  });

  test("a copy of a newer version is not touched", async () => {
    const codes = await stage.inPage(async ([url, token]) => {
      const newer = indexedDB.open("@postern/client/newer", 1_000);
      await new Promise((resolve) => (newer.onsuccess = resolve));
      newer.result.close();
      const { version } = await new Promise((resolve) => failure(Replica.open("newer", { client: client(url, token) })).then((code) => resolve({ version: code })));
      return [version, (await indexedDB.databases()).find(({ name }) => name.endsWith("newer")).version];
    }, access(stage.server));
    assert.deepEqual(codes, ["PosternError UNSUPPORTED_VERSION", 1_000]);
  });
}
