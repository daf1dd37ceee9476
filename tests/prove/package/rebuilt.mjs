// The package built once more, in another folder and with nothing at hand that was compiled before: the same sources and tools give the
// same bytes.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { buildPackage } from "../../../scripts/lib/package.mjs";
import { inRoot, NODE, ROOT } from "../../../scripts/lib/paths.mjs";
import { step } from "../../../scripts/lib/run.mjs";
import { Fault } from "../../../scripts/lib/say.mjs";

const hashOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Copies the files of the project that git knows or would know. */
function copyProject(folder) {
  const names = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  for (const name of names.filter(Boolean)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(inRoot(name), join(folder, name));
  }
  for (const name of ["node_modules", ".tools"]) symlinkSync(inRoot(name), join(folder, name));
}

export async function rebuilt() {
  const first = await buildPackage();
  const folder = mkdtempSync(join(tmpdir(), "postern-rebuilt-"));
  try {
    copyProject(folder);
    await step("Building the npm package once more", NODE, [join(folder, "scripts", "package.mjs")], { cwd: folder, env: { CARGO_TARGET_DIR: join(folder, "target") } });
    const [one, other] = [first, join(folder, "npm", basename(first))].map(hashOf);
    if (one !== other) throw new Fault("The npm package came out with other bytes when it was built once more.", { expected: `SHA-256 ${one}`, output: `SHA-256 ${other}` });
    return [["SHA-256 of the tarball, built twice", one]];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
