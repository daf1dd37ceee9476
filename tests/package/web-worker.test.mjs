// The entries `offline` and `import` in web workers, in a real page: the same answers as without, and a clear end of calls whose worker
// is gone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { post } from "../api/support/posts.mjs";
import { launch, serve } from "./support/browser.mjs";
import { ARCHIVE, INSTAGRAM, zip } from "./support/exports.mjs";
import { project, run, write } from "./support/installed.mjs";

const POSTS = Array.from({ length: 130 }, (_, n) => post(`n${n}`, { username: n % 2 ? "reef.watch" : "kelp", content: `low tide ${n} 京都`, hashtags: ["Tide"], likes_count: n % 7 }));
const NDJSON = POSTS.map((one) => JSON.stringify(one)).join("\n");
const PAGE = `<!doctype html><meta charset="utf-8"><title>Workers</title><input type="file" webkitdirectory><script type="module">
  for (const name of ["core", "offline", "import", "worker"]) globalThis[name.replace("import", "reading").replace("worker", "away")] = await import(\`/postern/\${name}/index.js\`);
  globalThis.failure = (promise) => promise.then(() => null, (error) => error);
  globalThis.told = ({ name, code, message, status, details, requestId, retryAfter, cause, ...others }) => ({ name, code, message, status, details, requestId, retryAfter, cause: String(cause), others });
  document.title = "ready";
</script>`;
const BROKEN = 'throw new Error("no such luck");';

let browser;
let consumer;
let files;
before(async () => {
  [browser, consumer] = await Promise.all([launch(), project()]);
  write(join(consumer.folder, "page"), { "index.html": PAGE, "broken.js": BROKEN });
  files = await serve({ "/": join(consumer.folder, "page"), "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, "'self'");
});
after(async () => {
  await Promise.all([files?.stop(), browser?.close()]);
  await consumer?.remove();
});

/** What a function gives in a new page. */
async function inPage(work, argument, prepare) {
  const page = await browser.newPage();
  try {
    await page.goto(files.url);
    await page.waitForFunction(() => document.title === "ready");
    await prepare?.(page);
    return await page.evaluate(work, argument);
  } finally {
    await page.close();
  }
}

test("a set of posts answers as it does without a worker", async () => {
  const { here, there, size, refused, served } = await inPage(async (lines) => {
    const all = async (pages) => {
      const found = [];
      for await (const page of pages.pages()) found.push(page);
      return found;
    };
    const asked = async (set) =>
      JSON.stringify([
        await all(set.search({ keyword: '"tide 7" OR 京都 -3', sortBy: "likes_count", limit: 17 })),
        await all(set.byUser("instagram", "@Reef.Watch", { minLikes: 2, sortOrder: "asc", limit: 9 })),
        await all(set.byHashtag("instagram", "#TIDE", { fromDate: new Date(0), limit: 40 })),
        await set.search(null),
      ]);
    const [inside, outside] = [await offline.PostSet.from(`${lines}\nnonsense`), await away.PostSet.from(`${lines}\nnonsense`)];
    const found = [];
    for await (const one of outside.search().all({ max: 60 })) found.push(one);
    const again = await away.PostSet.from(new Set([...found, null]));
    return { here: await asked(inside), there: await asked(outside), size: outside.size, refused: outside.refused, served: [again.size, again.refused.length] };
  }, NDJSON);
  assert.equal(there, here);
  assert.deepEqual([size, refused.map(({ line, code }) => [line, code]), served], [130, [[131, "INVALID_JSON"]], [60, 1]]);
});

test("posts come as a Blob or bytes, which may be given away", async () => {
  const sizes = await inPage(async (lines) => {
    const bytes = () => new TextEncoder().encode(lines);
    const [kept, given] = [bytes(), bytes()];
    const sets = [lines, new Blob([lines]), kept, kept.buffer, new DataView(kept.buffer), away.transfer(given, [given.buffer])];
    const found = [];
    for (const one of sets) found.push((await away.PostSet.from(one)).size);
    return { found, kept: kept.length > 0, given: given.length };
  }, NDJSON);
  assert.deepEqual(sizes, { found: Array(6).fill(130), kept: true, given: 0 });
});

test("errors are the same, with all their fields", async () => {
  const seen = await inPage(async (lines) => {
    const sets = [await offline.PostSet.from(lines), await away.PostSet.from(lines)];
    const calls = [
      (set) => set.search({ limit: 0, sortBy: "likes", cursor: "x", colour: "red" }),
      (set) => set.byUser("myspace", "a"),
      (set) => set.search(7),
      (set) => set.search({ signal: 1 }),
      (set) => set.search({ signal: AbortSignal.abort("enough") }),
    ];
    const errors = [];
    for (const call of calls) errors.push(await Promise.all(sets.map((set) => failure(call(set)))));
    const read = [reading, away].map(({ readFiles }) => failure(readFiles([new Blob(["x"])], { author: 5, timeZone: "Nowhere" })));
    errors.push(await Promise.all(read), await Promise.all([reading, away].map(({ readFiles }) => failure(readFiles("x")))));
    errors.push(await Promise.all([offline, away].map(({ PostSet }) => failure(PostSet.from(7)))));
    return errors.map(([inside, outside]) => ({ is: outside instanceof core.PosternError, inside: told(inside), outside: told(outside) }));
  }, NDJSON);
  for (const { is, inside, outside } of seen) {
    assert.ok(is);
    assert.deepEqual(outside, inside);
  }
  assert.deepEqual(seen.map(({ outside }) => outside.code), ["INVALID_PARAMETER", "INVALID_PARAMETER", "INVALID_PARAMETER", "INVALID_PARAMETER", "ABORTED", "INVALID_PARAMETER", "INVALID_PARAMETER", "INVALID_PARAMETER"]);
  assert.deepEqual(seen[0].outside.details.map(({ option }) => option), ["limit", "sortBy", "cursor", "colour"]);
});

test("files are read as without a worker, with progress", async () => {
  const archive = zip(ARCHIVE).toString("base64");
  const { here, there, steps, formats } = await inPage(
    async ([packed, lines]) => {
      const list = [{ name: "x.zip", data: Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)) }, new File([lines], "posts.ndjson"), { name: "broken.zip", data: "PK" }];
      const read = async ({ readFiles }) => {
        const progress = [];
        const result = await readFiles(list, { timeZone: "Europe/Vienna", onProgress: (one) => progress.push(one) });
        return JSON.stringify([result, progress]);
      };
      const seen = [];
      await away.readFiles(list, { onProgress: ({ step, file }) => seen.push(`${step} ${file}`) });
      return { here: await read(reading), there: await read(away), steps: seen, formats: JSON.stringify(await away.formats()) === JSON.stringify(await reading.formats()) };
    },
    [archive, NDJSON],
  );
  const timeless = (text) => text.replaceAll(/"collected_at":"20[^"]+"/g, ""); // of the archive: the present time
  assert.equal(timeless(there), timeless(here));
  assert.deepEqual([steps.slice(0, 3), formats], [["open x.zip", "open posts.ndjson", "open broken.zip"], true]);
});

test("files are read to a set, as without workers, and what the set has is written to files", async () => {
  const archive = zip(ARCHIVE).toString("base64");
  const { here, there, steps, size, given, table } = await inPage(
    async ([packed, lines]) => {
      const bytes = () => Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
      const list = (data) => [{ name: "x.zip", data }, new File([lines], "posts.ndjson"), { name: "broken.zip", data: "PK" }, { name: "none.txt", data: "" }];
      const told = async (set, said) => {
        const pages = [];
        for await (const page of set.search({ keyword: "tide OR reef", sortBy: "likes_count", limit: 40 }).pages()) pages.push(page);
        const files = [];
        for (const options of [null, { hashtag: "Tide", minLikes: 3 }, { format: "csv", fields: ["likes_count", "content"], username: "kelp" }]) {
          const { blob, name, posts } = await set.export(options);
          files.push([await blob.text(), blob.type, name, posts]);
        }
        return JSON.stringify([pages, await set.counts({ groupBy: "platform" }).all(), files, set.size, set.refused, said.files, said.warnings]);
      };
      const read = await reading.readFiles(list(bytes()), { timeZone: "Europe/Vienna" });
      const [progress, gone] = [[], bytes()];
      const files = list(gone);
      const { set, ...said } = await away.readPostSet(away.transfer(files, [gone.buffer]), { timeZone: "Europe/Vienna", onProgress: ({ step, file }) => progress.push(`${step} ${file}`) });
      const { blob } = await set.export({ format: "csv", spreadsheet: true });
      return { here: await told(await offline.PostSet.from(read.posts), read), there: await told(set, said), steps: progress, size: [set.size, read.posts.length], given: gone.length, table: [...new Uint8Array(await blob.slice(0, 3).arrayBuffer())] };
    },
    [archive, NDJSON],
  );
  const timeless = (text) => text.replaceAll(/\\?"collected_at\\?":\\?"20[^"]+"/g, ""); // of the archive: the present time
  assert.equal(timeless(there), timeless(here));
  assert.ok(size[0] > 130 && size[0] === size[1], String(size));
  assert.deepEqual([steps.slice(0, 4), given, table], [["open x.zip", "open posts.ndjson", "open broken.zip", "open none.txt"], 0, [0xef, 0xbb, 0xbf]]);
});

test("many posts go from worker to worker in parts, and files of them come in parts", async () => {
  const seen = await inPage(async () => {
    const text = "low tide ".repeat(60);
    const line = (n) => JSON.stringify({ platform: "x", platform_post_id: String(n), author: { username: "reef" }, content: text + n, published_at: new Date(n * 1000).toISOString() });
    const list = [new File([Array.from({ length: 30_000 }, (_, n) => line(n)).join("\n")], "posts.ndjson")];
    const { set } = await away.readPostSet(list);
    const { blob, posts } = await set.export();
    const abort = new AbortController();
    const stopped = failure(set.export({ signal: abort.signal }));
    abort.abort("enough");
    const error = await stopped;
    const again = await away.readPostSet([new File([blob], "again.ndjson")]);
    return [set.size, posts, error.code, error.cause, again.set.size, (await again.set.search({ keyword: "29999" })).posts.length, blob.size > 30_000 * text.length];
  });
  assert.deepEqual(seen, [30_000, 30_000, "ABORTED", "enough", 30_000, 1, true]);
});

test("reading to a set fails as reading does, and leaves nothing that waits", async () => {
  const seen = await inPage(async (lines) => {
    const list = Array.from({ length: 40 }, (_, n) => ({ name: `posts-${n}.ndjson`, data: lines }));
    const found = {};
    const note = (name, error) => (found[name] = [error instanceof core.PosternError, error.code]);
    note("no list", await failure(away.readPostSet("x")));
    note("no options", await failure(away.readPostSet(list, 5)));
    const wrong = await failure(away.readPostSet(list, { author: 5, timeZone: "Nowhere" }));
    found.wrong = wrong.details.map(({ option }) => option);
    note("before", await failure(away.readPostSet(list, { signal: AbortSignal.abort() })));
    const abort = new AbortController();
    note("within", await failure(away.readPostSet(list, { signal: abort.signal, onProgress: ({ index }) => index === 3 && abort.abort() })));
    const thrown = new Error("from the page");
    found.thrown = (await failure(away.readPostSet(list, { onProgress: () => { throw thrown; } }))) === thrown;

    const workers = {};
    const start = (name) => () => (workers[name] = new Worker(`/postern/worker/${name}.js`, { type: "module" }));
    away.configure({ offline: start("offline"), import: start("import") });
    away.terminate();
    for (const name of ["import", "offline"]) note(name, await failure(away.readPostSet(list, { onProgress: ({ step, index }) => step === "read" && index === 20 && workers[name].terminate() })));
    note("terminated", await failure(away.readPostSet(list, { onProgress: ({ index }) => index === 3 && away.terminate() })));
    const { set } = await away.readPostSet(list.slice(0, 2));
    found.after = [set.size, (await set.search({ keyword: "tide", limit: 3 })).posts.length];
    return found;
  }, NDJSON);
  const [invalid, aborted, ended] = ["INVALID_PARAMETER", "ABORTED", "WORKER_ENDED"].map((code) => [true, code]);
  assert.deepEqual(seen, { "no list": invalid, "no options": invalid, wrong: ["author", "timeZone"], before: aborted, within: aborted, thrown: true, import: ended, offline: ended, terminated: ended, after: [130, 3] });
});

test("files of a folder keep their paths", async () => {
  const folder = join(consumer.folder, "export");
  write(folder, INSTAGRAM);
  const usernames = await inPage(
    async () => {
      const { posts, files: said } = await away.readFiles(document.querySelector("input").files);
      return [posts.map(({ author }) => author.username), said.map(({ name }) => name).filter((name) => name.includes("/media/posts_1.json")).length];
    },
    null,
    (page) => page.locator("input").setInputFiles(folder),
  );
  assert.deepEqual(usernames, [["kelp.pictures"], 1]);
});

test("a signal ends a call over there, and what onProgress throws ends it, too", async () => {
  const seen = await inPage(async (lines) => {
    const list = Array.from({ length: 40 }, (_, n) => ({ name: `posts-${n}.ndjson`, data: lines }));
    const abort = new AbortController();
    let files = 0;
    const stopped = await failure(away.readFiles(list, { signal: abort.signal, onProgress: () => ++files === 3 && abort.abort("enough") }));
    const thrown = new Error("from the page");
    const failed = await failure(away.readFiles(list, { onProgress: () => { throw thrown; } }));
    const set = await away.PostSet.from(lines);
    const leaving = new AbortController();
    const left = failure(set.search({ signal: leaving.signal }));
    leaving.abort("left");
    const { posts } = await away.readFiles(list.slice(0, 1));
    return { stopped: [stopped.code, stopped.cause, files], thrown: failed === thrown, left: [(await left).code, (await left).cause], after: [posts.length, (await set.search({ limit: 3 })).posts.length] };
  }, NDJSON);
  assert.deepEqual(seen, { stopped: ["ABORTED", "enough", 3], thrown: true, left: ["ABORTED", "left"], after: [130, 3] });
});

test("arguments that can't be sent are refused", async () => {
  const { code, name } = await inPage(async (lines) => {
    const set = await away.PostSet.from(lines);
    const error = await failure(set.search({ keyword: () => "reef" }));
    return { code: error.code, name: error.cause.name };
  }, NDJSON);
  assert.deepEqual([code, name], ["INVALID_PARAMETER", "DataCloneError"]);
});

test("a worker that ends in a call ends the call, and the next one begins anew", async () => {
  const seen = await inPage(async (lines) => {
    const workers = [];
    const start = (name) => () => {
      workers.push(new Worker(`/postern/worker/${name}.js`, { type: "module" }));
      return workers.at(-1);
    };
    away.configure({ offline: start("offline"), import: start("import") });
    const results = {};
    const note = (name, error) => (results[name] = [error instanceof core.PosternError, error.code]);
    const list = Array.from({ length: 200 }, (_, n) => ({ name: `posts-${n}.ndjson`, data: lines }));

    // Ended from outside, as a browser does that needs its memory: no event tells.
    const reads = [failure(away.readFiles(list, { onProgress: () => workers.at(-1).terminate() })), failure(away.formats())];
    note("terminated", await reads[0]);
    note("beside", await reads[1]);
    results.readAgain = (await away.readFiles(list.slice(0, 1))).posts.length;

    const set = await away.PostSet.from(lines);
    workers.at(-1).terminate();
    note("set", await failure(set.search()));
    note("setLater", await failure(set.search()));
    const other = await away.PostSet.from(lines);
    results.setAgain = (await other.search()).posts.length;

    const under = failure(away.PostSet.from(lines));
    away.terminate();
    note("asked", await under);
    note("askedLater", await failure(other.search()));
    results.last = (await away.PostSet.from(lines)).size;
    results.started = workers.length;
    return results;
  }, NDJSON);
  const ended = [true, "WORKER_ENDED"];
  assert.deepEqual(seen, { terminated: ended, beside: ended, readAgain: 130, set: ended, setLater: ended, setAgain: 50, asked: ended, askedLater: ended, last: 130, started: 5 });
});

test("a script that does not start is an error, and the next call tries again", async () => {
  const seen = await inPage(async (lines) => {
    const codes = [];
    for (const script of ["/nowhere.js", "/broken.js", "https://elsewhere.example/worker.js", () => { throw new Error("none"); }, "/postern/worker/offline.js"]) {
      away.configure({ offline: script });
      codes.push(await away.PostSet.from(lines).then(({ size }) => size, ({ code }) => code));
    }
    return codes;
  }, NDJSON);
  assert.deepEqual(seen, [...Array(4).fill("NETWORK_ERROR"), 130]);
});

test("without web workers the error says what to import", async () => {
  write(consumer.folder, { "node.mjs": 'import { PostSet, readFiles } from "@postern/client/worker"; for (const call of [PostSet.from(""), readFiles([])]) await call.catch(({ code, message }) => console.log(code, message));' });
  const { stdout } = await run(process.execPath, ["node.mjs"], { cwd: consumer.folder });
  assert.match(stdout, /^NOT_SUPPORTED .*@postern\/client\/offline"\nNOT_SUPPORTED .*@postern\/client\/import"\n$/);
});
