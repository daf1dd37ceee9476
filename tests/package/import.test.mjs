// Export files, read in Node by the installed package: the posts that a service serves which imported them, and what is
// said of files that have none.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { postern } from "../support/postern.mjs";
import { startServer } from "../support/server.mjs";
import { launch, serve, untilTitled } from "./support/browser.mjs";
import { ARCHIVE, INSTAGRAM, PICTURE, TABLE_OF_X, TIKTOK, workbook, zip } from "./support/exports.mjs";
import { project, run, write } from "./support/installed.mjs";
import { snippet } from "./support/snippets.mjs";

const MIB = 1024 * 1024;
const LINE = '{"platform":"x","platform_post_id":"1","author":{"username":"a"},"published_at":"2026-01-01T00:00:00Z"}\n';

let consumer;
let readFiles;
let formats;
let PosternError;
let entry;
before(async () => {
  consumer = await project();
  entry = (name) => import(pathToFileURL(join(consumer.folder, `node_modules/@postern/client/dist/${name}/index.js`)));
  ({ formats, PosternError, readFiles } = await entry("import"));
});
after(() => consumer?.remove());

const file = (name, data) => ({ name, data });
const ids = ({ posts }) => posts.map(({ id }) => id).sort();
const said = ({ files }) => Object.fromEntries(files.map(({ name, error }) => [name, error]));

test("files of several networks give complete posts", async () => {
  const found = await readFiles([
    new File([zip(ARCHIVE)], "x.zip"),
    file("tiktok.json", TIKTOK),
    new File([TABLE_OF_X], "posts.csv", { lastModified: Date.UTC(2024, 5, 20) }),
    file("lines.ndjson.gz", gzipSync(LINE.repeat(2))),
    ...Object.entries(INSTAGRAM).map(([name, text]) => file(`instagram/${name}`, new Blob([text]))),
    file("picture.png", PICTURE),
  ]);
  assert.deepEqual(found.posts.map(({ id, author, likes_count }) => [id, author.username, likes_count]).filter(([id]) => !id.startsWith("instagram:")), [
    ["x:1894000000000000101", "kelp_notes", 3],
    ["x:1894000000000000102", "kelp_notes", 3],
    ["tiktok:7435000000000000101", "kelp.films", 41],
    ["x:1800000000000000101", "kelp_notes", 12],
    ["x:1", "a", null],
  ]);
  const [post] = found.posts;
  assert.deepEqual(Object.keys(post).slice(0, 4), ["platform", "id", "platform_post_id", "url"]);
  assert.deepEqual([post.platform, post.hashtags, post.edited_at, post.media], ["x", ["Tide"], null, []]);
  const picture = found.posts.find(({ platform }) => platform === "instagram");
  assert.deepEqual([picture.author.username, picture.content], ["kelp.pictures", "Low tide"]);
  const by = (name) => found.files.find((one) => one.name === name);
  assert.deepEqual([by("x.zip").format, by("x.zip").posts, by("x.zip").passedOver >= 2, by("x.zip").error], [null, 0, true, null]);
  assert.deepEqual([by("x.zip/data/tweets.js").format.name, by("x.zip/data/tweets.js").posts], ["x-archive", 2]);
  assert.deepEqual([by("x.zip/data/account.js").posts, by("x.zip/assets/fonts.woff")], [0, undefined]);
  assert.deepEqual([by("lines.ndjson.gz").posts, by("tiktok.json").format.name], [2, "tiktok-export"]);
  assert.equal(by("picture.png").error, "not recognised: it is neither JSON nor other text");
  const { PostSet } = await entry("offline");
  assert.equal((await (await PostSet.from(found.posts)).search({ keyword: "fog" })).posts[0].id, "x:1894000000000000102");
});

/** The files of a folder, as a page gets those of a folder that is dropped on it. */
const walk = (folder, root = folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    if (one.isDirectory()) return walk(path, root);
    return [{ name: `in/${relative(root, path)}`, data: readFileSync(path), lastModified: Math.floor(statSync(path).mtimeMs) }];
  });

test("posts are those that a service serves after an import of the same files", async () => {
  const folder = join(consumer.folder, "in");
  for (const path of ["x_archive/data", "."]) {
    for (const name of readdirSync(inRoot("tests/fixtures", path)).filter((one) => /\.(js|ndjson)$/.test(one))) {
      write(folder, { [`${path}/${name}`]: readFileSync(inRoot("tests/fixtures", path, name)) });
    }
  }
  for (const [name, content] of Object.entries({ "x.zip": zip(ARCHIVE), "table.csv": TABLE_OF_X, "t/tiktok.json": TIKTOK })) write(folder, { [name]: content });
  for (const format of ["instagram-export", "meta-business-suite", "linkedin-analytics", "snapchat-export"]) {
    for (const name of readdirSync(inRoot("fuzz/seeds", format))) write(folder, { [`${format}/${name}`]: readFileSync(inRoot("fuzz/seeds", format, name)) });
  }
  const server = await startServer();
  try {
    const { stdout } = await postern(["--json", "import", folder, "--author", "somebody"], { server });
    const told = JSON.parse(stdout);
    const { Postern } = await entry("core");
    const served = [];
    for await (const post of new Postern({ baseUrl: server.url, token: server.token }).search({ limit: 100 }).all()) served.push(post);
    const found = await readFiles(walk(folder), { author: "somebody" });
    assert.ok(served.length > 20, `${served.length}`);
    assert.deepEqual(sorted(settled(found.posts)), sorted(settled(served)));
    assert.equal(found.files.reduce((sum, { refusals }) => sum + refusals, 0), told.refused);
  } finally {
    await server.stop();
  }
});

const sorted = (posts) => posts.sort((a, b) => (a.id < b.id ? -1 : 1));
/** Without the time of collection where that is now: it was read twice. */
const settled = (posts) => posts.map((post) => (Date.now() - Date.parse(post.collected_at) < 600_000 ? { ...post, collected_at: "now" } : post));

test("what can't be read is said of its file, and the others are read", async () => {
  const whole = zip({ "a.ndjson": LINE });
  const found = await readFiles([
    file("empty.json", ""),
    file(".DS_Store", PICTURE),
    file("folder/.DS_Store", PICTURE),
    file("folder/picture.jpg", PICTURE),
    file("cut.zip", whole.subarray(0, -30)),
    file("locked.zip", zip({ "a.ndjson": LINE }, { flags: 1 })),
    file("nested.zip", zip({ "in.zip": whole, "b.ndjson": LINE })),
    file("pages.zip", zip({ "content/posts_1.html": "<html>posts</html>" })),
    file("pictures.zip", zip({ "a.jpg": PICTURE, "b.MP4": PICTURE })),
    file("cut.gz", gzipSync(Buffer.from(LINE.repeat(500))).subarray(0, 100)),
    file("bomb.gz", gzipSync(Buffer.alloc(100 * MIB, " "))),
    file("cut.json", '{"Profile":{"Profile Info'),
    file("other.json", '{"some":1,"thing":{}}'),
    file("book.xlsx", workbook([["Key", "Who"], ["a1", "reef"]])),
    new Blob(["hello"]),
  ]);
  assert.deepEqual(ids(found), ["x:1"]);
  const errors = said(found);
  assert.deepEqual([errors[".DS_Store"], errors["folder/.DS_Store"], errors["folder/picture.jpg"], errors["nested.zip"], errors["nested.zip/b.ndjson"]], [null, null, null, null, null]);
  assert.deepEqual(found.files.filter(({ passedOver }) => passedOver).map(({ name, passedOver }) => [name, passedOver]), [[".DS_Store", 1], ["folder/.DS_Store", 1], ["folder/picture.jpg", 1], ["pages.zip", 1], ["pictures.zip", 2]]);
  const expected = {
    "empty.json": /it is empty/, "cut.zip": /the zip is damaged, or was not downloaded completely: download it again$/, "cut.json": /JSON that ends in the middle.*download it again$/, "locked.zip/a.ndjson": /encrypted/, "nested.zip/in.zip": /packed \(zip\): unpack it/,
    "pages.zip": /web pages.*as JSON/, "pictures.zip": /nothing that can be imported/, "cut.gz": /./, "bomb.gz": /./, "other.json": /keys some, thing/,
    "book.xlsx": /columns Key, Who/, "file 15": /text of another kind/,
  };
  for (const [name, pattern] of Object.entries(expected)) assert.match(errors[name] ?? "none", pattern, name);
  assert.deepEqual(found.warnings, ["folder: nothing that can be imported was found in it"]);
});

test("any bytes are read without a fault", async () => {
  let seed = 7;
  const random = (most) => (seed = (seed * 48_271) % 0x7fffffff) % most;
  const whole = [zip(ARCHIVE), workbook([["Post id", "Date"], ["1", 2]]), Buffer.from(TIKTOK), gzipSync(LINE), Buffer.from(TABLE_OF_X), Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(1)])];
  const files = Array.from({ length: 240 }, (_, n) => {
    const bytes = Buffer.from(whole[n % whole.length]);
    for (let times = random(12); times >= 0; times--) bytes[random(bytes.length)] = random(256);
    return file(`${n}`, n % 3 ? bytes : bytes.subarray(0, random(bytes.length)));
  });
  for (let from = 0; from < files.length; from += 40) {
    const found = await readFiles(files.slice(from, from + 40), { author: "a" });
    assert.ok(found.files.length >= 40);
  }
  assert.deepEqual(ids(await readFiles([file("a", LINE)])), ["x:1"]);
});

test("of a large zip only what may hold posts is loaded", async () => {
  let read = 0;
  class Counted extends Blob {
    slice(from, to) {
      read += to - from;
      return super.slice(from, to);
    }
  }
  const media = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`data/tweets_media/${n}.mp4`, Buffer.alloc(MIB, n)]));
  const data = new Counted([zip({ ...media, ...ARCHIVE, ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`z${name}`, bytes])) }, { stored: true })]);
  const found = await readFiles([file("x.zip", data), file("video.mp4", new Counted([PICTURE, Buffer.alloc(4 * MIB)]))]);
  assert.deepEqual([ids(found).length, found.files[0].passedOver >= 41], [2, true]);
  assert.ok(data.size > 40 * MIB && read < MIB, `${read} of ${data.size} bytes`);
});

test("options choose, name and map", async () => {
  const nameless = file("tweets.js", ARCHIVE["data/tweets.js"]);
  const refused = (await readFiles([nameless])).files[0];
  assert.deepEqual([refused.posts, refused.refusals, refused.refused[0]], [0, 2, { line: 1, code: "MISSING_AUTHOR", message: "the file does not name the post's author: give it with the option author" }]);
  const named = await readFiles([nameless], { author: "@kelp", platform: "twitter", fromDate: "2025-01-01", toDate: new Date(), exclude: ["replies"], timeZone: null });
  assert.deepEqual(named.posts.map(({ platform, id, author }) => [platform, id, author.username]), [["twitter", "x:1894000000000000101", "kelp"], ["twitter", "x:1894000000000000102", "kelp"]]);
  const other = await readFiles([nameless], { author: "kelp", platform: "tiktok" });
  assert.deepEqual([other.posts.length, other.files[0].skipped], [0, { "of another platform": 2 }]);
  const table = file("mine.csv", "Key,Who,When\n1,reef,2024-07-01 12:00\n");
  const mapped = await readFiles([table], { map: { platform: ":tiktok", id: "Key", author: "Who", time: "When" }, timeZone: "Europe/Vienna" });
  assert.deepEqual([mapped.posts[0].id, mapped.posts[0].published_at], ["tiktok:1", "2024-07-01T10:00:00.000Z"]);
  const clocks = file("clocks.csv", `Key,Who,When\n${["2024-03-31 02:30", "2024-10-27 02:30", "2024-10-27 03:30", "2010-01-01 00:00"].map((when, n) => `${n},reef,${when}`).join("\n")}\n`);
  const set = await readFiles([clocks], { map: { platform: ":tiktok", id: "Key", author: "Who", time: "When" }, timeZone: "europe/vienna" });
  assert.deepEqual(set.posts.map(({ published_at }) => published_at.slice(0, 16)), ["2024-03-31T01:30", "2024-10-27T00:30", "2024-10-27T02:30", "2009-12-31T23:00"]);
  const known = await formats();
  assert.ok(known.length > 35 && known.every(({ name, title, platforms }) => name && title && platforms.length > 0));
  for (const { name } of known) await readFiles([], { format: name });
  assert.ok(!JSON.stringify(known).includes("--map") && !JSON.stringify(known).includes("--tz"));
  const many = await readFiles([file("many.ndjson", LINE + "{}\n".repeat(1500))]);
  assert.deepEqual([many.files[0].refused.length, many.files[0].refusals], [1000, 1500]);
});

test("wrong arguments are refused before anything is read", async () => {
  const wrong = { author: "a b", platform: "myspace", format: "word", timeZone: "Middle/Earth", fromDate: "soon", toDate: 7, include: ["all"], exclude: "replies", signal: {}, onProgress: 1, colour: "red", map: { id: "x" } };
  await assert.rejects(readFiles([], wrong), (error) => {
    assert.ok(error instanceof PosternError && error instanceof Error);
    assert.deepEqual([error.code, error.details.map(({ option }) => option).sort()], ["INVALID_PARAMETER", Object.keys(wrong).sort()]);
    return true;
  });
  for (const options of [7, "x", [], { fromDate: "2026-02-01", toDate: "2026-01-01" }, { format: "canonical", map: { platform: ":x", id: "a", time: "b" } }, { format: "mapped" }]) {
    await assert.rejects(readFiles([], options), { name: "PosternError", code: "INVALID_PARAMETER" });
  }
  for (const files of [undefined, null, 7, "text", {}, [null], [7], ["text"], [new Uint8Array(3)], [{ name: "a" }], [{ name: "a", data: 7 }], [{ data: "x" }], new Blob(["x"])]) {
    await assert.rejects(readFiles(files), { name: "PosternError", code: "INVALID_PARAMETER" });
  }
  const gone = new ArrayBuffer(8);
  structuredClone(gone, { transfer: [gone] });
  const fails = new RangeError("mine");
  const failing = (name) => ({ name: "a", data: "b", get [name]() { throw fails; } });
  for (const [one, cause] of [[file("a", gone)], [failing("name"), fails], [failing("data"), fails], [failing("lastModified"), fails]]) {
    await assert.rejects(readFiles([file("b", LINE), one]), (error) => {
      assert.deepEqual([error.name, error.code, error.details[0].option, error.message], ["PosternError", "INVALID_PARAMETER", "files", "files: expected files that can be read, and one that fails when it is looked at came"]);
      return cause ? error.cause === cause : error.cause instanceof TypeError;
    });
  }
  assert.deepEqual(await readFiles([], null), { posts: [], files: [], warnings: [] });
});

test("reading tells how far it is, and can be ended", async () => {
  const files = [file("x.zip", zip(ARCHIVE)), file("a.ndjson", LINE)];
  const told = [];
  await readFiles(files, { onProgress: (progress) => told.push(Object.values(progress).join(" ")) });
  assert.deepEqual(told.slice(0, 2), ["open x.zip 0 2", "open a.ndjson 1 2"]);
  assert.deepEqual([told[2].startsWith("read x.zip/"), told.at(-1)], [true, `read a.ndjson ${told.length - 3} ${told.length - 2}`]);
  await assert.rejects(readFiles(files, { signal: AbortSignal.abort("enough") }), { name: "PosternError", code: "ABORTED", cause: "enough" });
  const stop = new AbortController();
  const between = readFiles(files, { signal: stop.signal, onProgress: ({ step }) => step === "read" && stop.abort() });
  await assert.rejects(between, { code: "ABORTED" });
  await assert.rejects(readFiles(files, { onProgress: () => { throw new TypeError("mine"); } }), { name: "TypeError", message: "mine" });
  const gone = new Blob([LINE]);
  gone.slice = () => ({ arrayBuffer: async () => { throw new DOMException("The file was removed", "NotReadableError"); } });
  const found = await readFiles([file("gone", gone), files[1]]);
  assert.deepEqual([ids(found), said(found).gone], [["x:1"], "can't be read: The file was removed"]);
  // Side by side, each gets its own.
  const both = await Promise.all([readFiles(files), readFiles([files[1]])]);
  assert.deepEqual(both.map(({ posts }) => posts.length), [3, 1]);
});

test("a file that breaks the module is left out, and all others are read", async () => {
  let times = 0;
  // As if the module had broken off while it read the first file.
  const onProgress = ({ step, index }) => {
    if (step === "read" && index === 1 && times++ === 0) throw new WebAssembly.RuntimeError("unreachable");
  };
  const found = await readFiles([file("a.json", TIKTOK), file("b.ndjson", LINE)].values(), { onProgress });
  assert.deepEqual([ids(found), said(found)["a.json"]], [["x:1"], "can't be read: it needs more memory than there is, or meets a fault of this package"]);
});

test("a call gives its memory back", async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => LINE.replace('"1"', `"${n}"`)).join("");
  const { instantiate } = WebAssembly;
  const made = [];
  WebAssembly.instantiate = async (...args) => {
    const one = await instantiate(...args);
    made.push(one);
    return one;
  };
  try {
    for (let round = 0; round < 2; round++) assert.equal((await readFiles([file("many.ndjson", lines)])).posts.length, 20_000);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  // The first was made after the first call and used by the second; the last is new.
  const [used, last] = made.map(({ exports }) => exports.memory.buffer.byteLength);
  assert.equal(made.length, 2);
  assert.ok(last < 4 * MIB && used > 3 * last, `${used} and ${last} bytes`);
});

test("files that are chosen in a page are read there", async () => {
  write(consumer.folder, {
    "page/index.html": '<!doctype html><meta charset="utf-8"><title>ready</title><input type="file" multiple><script type="module" src="/page.js"></script>',
    "page/page.js": `
      import { readFiles } from "/postern/import/index.js";
      document.querySelector("input").onchange = async ({ target }) => {
        const { posts, files } = await readFiles(target.files);
        document.title = [...posts.map(({ id }) => id), ...files.map(({ name, error }) => name + ": " + (error === null ? "read" : "not read"))].join(", ");
      };`,
  });
  const [browser, site] = await Promise.all([launch(), serve({ "/": join(consumer.folder, "page"), "/postern/": join(consumer.folder, "node_modules/@postern/client/dist") }, "'none'")]);
  try {
    const page = await untilTitled(browser, `${site.url}/`, "ready");
    const payload = (name, buffer) => ({ name, buffer: Buffer.from(buffer), mimeType: "application/octet-stream" });
    await page.setInputFiles("input", [payload("tiktok.json", TIKTOK), payload("a.png", PICTURE)]);
    await page.waitForFunction(() => document.title !== "ready");
    assert.equal(await page.title(), "tiktok:7435000000000000101, tiktok.json: read, a.png: not read");
  } finally {
    await Promise.all([browser.close(), site.stop()]);
  }
});

test("the README's snippet runs", async () => {
  write(consumer.folder, { "export.mjs": snippet("Export files", { url: "https://posts.example", token: "" }), "my-export.zip": zip(ARCHIVE) });
  const { stdout } = await run(process.execPath, ["export.mjs"], { cwd: consumer.folder });
  assert.equal(stdout, "my-export.zip/data/tweets.js: 2 posts of x-archive\n2 posts\nAnd fog\n");
});
