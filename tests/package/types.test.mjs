// The types: what a strict TypeScript consumer may and may not write, and that they say what the API document and the
// crate say. Also what the linters of packages think.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, npmTool } from "../../scripts/lib/paths.mjs";
import { buildPackage, ENTRIES, SCRIPTS } from "../../scripts/lib/package.mjs";
import { project, run, write } from "./support/installed.mjs";
import { constants, drift } from "./support/drift.mjs";
import { snippet } from "./support/snippets.mjs";

const STRICT = {
  strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false,
  target: "es2022", module: "nodenext", moduleResolution: "nodenext", lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [],
};

let consumer;
before(async () => {
  consumer = await project();
});
after(() => consumer?.remove());

/** What the compiler says about a file, with these options over the strict ones. */
async function compile(name, text, over = {}) {
  write(consumer.folder, { [`${name}.ts`]: text, [`${name}.json`]: JSON.stringify({ compilerOptions: { ...STRICT, ...over }, files: [`${name.split("/").at(-1)}.ts`] }) });
  try {
    return (await run(npmTool("tsc"), ["-p", `${name}.json`, "--pretty", "false"], { cwd: consumer.folder })).stdout;
  } catch (error) {
    return error.stdout;
  }
}

test("a strict consumer compiles, and what is wrong does not", async () => {
  const text = readFileSync(inRoot("tests", "package", "support", "consumer.ts.txt"), "utf8");
  assert.equal(await compile("consumer", text), "");
  assert.equal(await compile("bundled", text, { module: "esnext", moduleResolution: "bundler" }), "");
  write(consumer.folder, { "required/package.json": JSON.stringify({ type: "commonjs" }) });
  assert.equal(await compile("required/consumer", text, { module: "node18", moduleResolution: "node16" }), "");
  const inline = text.replaceAll('"@postern/client"', '"@postern/client/inline"');
  assert.equal(await compile("inline", inline), "");
  // The entry for workers is a module only.
  assert.equal(await compile("workers", readFileSync(inRoot("tests", "package", "support", "workers.ts.txt"), "utf8")), "");
});

test("the README's types are those of the package", async () => {
  const text = `import { Postern } from "@postern/client"; declare const posts: Postern; ${snippet("Calls", { url: "", token: "" })} rows[0]?.likes_count?.toFixed();`;
  assert.equal(await compile("readme", text), "");
  assert.match(await compile("other", `${text} rows[0]?.content;`), /TS2339/);
});

test("types say what the API document says", async () => {
  const document = JSON.parse(readFileSync(inRoot("www", "openapi.json"), "utf8"));
  assert.equal(await compile("drift", drift(document)), "");
});

test("a type that lags behind would be noticed", async () => {
  const document = JSON.parse(readFileSync(inRoot("www", "openapi.json"), "utf8"));
  const changes = [
    ({ schemas }) => (schemas.Post.properties.bookmarks_count = { type: "integer" }),
    ({ schemas }) => delete schemas.Author.properties.verified,
    ({ schemas }) => schemas.SortBy.enum.push("shares_count"),
    ({ schemas }) => schemas.ErrorCode.enum.push("TEAPOT"),
    ({ parameters }) => (parameters.Mood = { in: "query", name: "mood", schema: { type: "string" } }),
    ({ schemas }) => (schemas.Paging.properties.limit.type = ["integer", "null"]),
    ({ schemas }) => (schemas.Tally.properties.saves_count = { type: "integer" }),
    ({ schemas }) => schemas.PostChange.oneOf.pop(),
    ({ schemas }) => delete schemas.SomeOfPost.properties.author.properties.verified,
    ({ parameters }) => parameters.GroupBy.schema.enum.push("year"),
    ({ parameters }) => (parameters.Fields.schema.pattern = parameters.Fields.schema.pattern.replaceAll("author\\.url|", "")),
  ];
  for (const [at, change] of changes.entries()) {
    const changed = structuredClone(document);
    change(changed.components);
    assert.match(await compile(`lag${at}`, drift(changed)), /error TS/, String(change));
  }
});

test("the crate's codes are all in the types", () => {
  const types = readFileSync(inRoot("npm", "core.d.ts"), "utf8");
  for (const code of constants(readFileSync(inRoot("src", "browser", "code.rs"), "utf8"))) assert.ok(types.includes(`"${code}"`), code);
});

test("publint and arethetypeswrong have nothing to say", async () => {
  const tarball = await buildPackage();
  const { publint } = await import("publint");
  const { messages } = await publint({ pkgDir: join(consumer.folder, "node_modules", "@postern", "client"), level: "suggestion", strict: true });
  assert.deepEqual(messages, []);
  // Resolution without `exports` is not asked about; and WebAssembly modules and the entry for workers are only ever imported.
  await run(npmTool("attw"), [tarball, "--profile", "esm-only"], { cwd: consumer.folder });
  await run(npmTool("attw"), [tarball, "--profile", "node16", "--exclude-entrypoints", ...ENTRIES.map(({ name }) => `${name}.wasm`)], { cwd: consumer.folder });
});

test("the package's version is the crate's", () => {
  const { version } = JSON.parse(readFileSync(inRoot("npm", "package.json"), "utf8"));
  assert.equal(/^version = "(.+)"$/m.exec(readFileSync(inRoot("Cargo.toml"), "utf8"))[1], version);
});

test("the package holds what it needs and nothing else", async () => {
  const { stdout } = await run("tar", ["-tzf", await buildPackage()]);
  const own = ({ name, forms }) => [`${name}_bg.wasm`, `${name}_bg.wasm.d.ts`, "index.d.ts", "index.d.cts", ...forms].map((file) => `dist/${name}/${file}`);
  const inline = ["index.cjs", "index.d.cts", "index.d.ts", "index.js"].map((file) => `dist/inline/${file}`);
  const scripts = ({ name, forms, workers = [] }) => ["index.d.ts", ...(forms.includes("index.cjs") ? ["index.d.cts"] : []), ...forms, ...workers.map((worker) => `${worker}.js`)].map((file) => `dist/${name}/${file}`);
  const files = [...inline, "LICENSE", "README.md", "package.json", "dist/LICENSES.txt", "dist/shared.js", "dist/shared.cjs", ...ENTRIES.flatMap(own), ...SCRIPTS.flatMap(scripts)];
  assert.deepEqual(stdout.trim().split("\n").sort(), files.map((file) => `package/${file}`).sort());
});
