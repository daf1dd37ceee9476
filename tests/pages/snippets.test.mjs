// The programs of the quick start, run as the page shows them, with a token in POSTERN_TOKEN.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NODE, which } from "../../scripts/lib/paths.mjs";
import { load, post } from "../api/support/posts.mjs";
import { open, showToken, signUp } from "./support/owner.mjs";

/** Two pages of a hundred, and one that is not full. */
const POSTS = 230;
const PROGRAMS = [
  { tab: "curl", file: "curl.sh", run: "sh", needs: "curl" },
  { tab: "JavaScript", file: "javascript.mjs", run: NODE },
  { tab: "Python", file: "python.py", run: "python3", needs: "python3" },
];

let shop;
let token;
let visitor;
const folder = mkdtempSync(join(tmpdir(), "postern-snippets-"));
before(async () => {
  shop = await open();
  const name = (n) => String(n).padStart(4, "0");
  await load(shop.server, Array.from({ length: POSTS }, (_, n) => post(name(n), { content: `coral no. ${n} "quoted" \u{1f420}`, likes_count: n % 2 ? n : null })));
  visitor = await shop.visit();
  await signUp(visitor, { email: "quick@example.com" });
  const made = await visitor.api("test-payments", { method: "POST", body: { pack: "Starter" } });
  assert.equal(made.status, 200, made.text);
  token = await showToken(visitor);
  await visitor.go("/dashboard/quick-start");
});
after(async () => {
  await shop?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The program of a tab, as it reads. */
async function shown(tab) {
  await visitor.page.getByRole("tab", { name: tab }).click();
  return visitor.page.getByRole("tabpanel", { name: tab }).locator("pre code").innerText();
}

/** Runs a program and gives its exit code and what it wrote. */
async function run({ tab, file, run: command }, env) {
  const path = join(folder, file);
  writeFileSync(path, `${await shown(tab)}\n`);
  return new Promise((resolve) => {
    execFile(command, [path], { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...env }, timeout: 60_000 }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
  });
}

/** The ids of posts in what a program wrote, or how many lines name one. */
function found({ tab }, stdout) {
  const lines = stdout.trim().split("\n");
  if (tab !== "curl") return lines.filter((line) => /^\S+ instagram @reef\.watch (\d+|-)$/.test(line)).length;
  return new Set(lines.flatMap((line) => JSON.parse(line).data.posts.map(({ id }) => id))).size;
}

for (const program of PROGRAMS) {
  const skip = program.needs && !which(program.needs) ? `there is no ${program.needs} on this machine` : false;
  describe(`the program for ${program.tab}`, { skip }, () => {
    test("walks over every post", async () => {
      const { code, stdout, stderr } = await run(program, { POSTERN_TOKEN: token });
      assert.deepEqual([code, stderr], [0, ""]);
      assert.equal(found(program, stdout), POSTS);
    });

    test("names the address of this service, and holds no token", async () => {
      const text = await shown(program.tab);
      assert.ok(text.includes(`${shop.server.url}/api/v1`), text);
      assert.doesNotMatch(text, /your-host|postern_live_/);
    });

    test("says what is wrong with a token that is refused, or missing", async () => {
      const refused = await run(program, { POSTERN_TOKEN: `postern_live_${"0".repeat(49)}` });
      assert.notEqual(refused.code, 0);
      assert.match(refused.stderr, /INVALID_API_TOKEN/);
      const missing = await run(program, {});
      assert.notEqual(missing.code, 0);
      assert.match(missing.stderr, /Set POSTERN_TOKEN to your token first/);
    });
  });
}

test("the quick start copies what it shows", async () => {
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = await shown("Python");
  await visitor.page.getByRole("tabpanel", { name: "Python" }).getByRole("button", { name: /^Copy/ }).click();
  assert.equal((await visitor.page.evaluate(() => navigator.clipboard.readText())).trimEnd(), text.trimEnd());
  visitor.content();
});
