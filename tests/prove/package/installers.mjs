// Every program that installs packages, with a service of its own.

import { strict as assert } from "node:assert";
import { startServer, ensureTemplate } from "../../support/server.mjs";
import { prepareService } from "../../support/prepare.mjs";
import { ensurePrograms, FEW, installTwice, OTHERS, versionOf } from "../../package/support/programs.mjs";

/** Installs with each program, makes a call, and does both again from the lock file, with nothing at hand. */
export async function installers({ say }) {
  await prepareService();
  await ensureTemplate();
  await ensurePrograms({ all: true });
  const server = await startServer({ account: false });
  const versions = [];
  try {
    for (const [name, program] of Object.entries({ ...FEW, ...OTHERS })) {
      assert.deepEqual(await installTwice(program, server), ["healthy", "healthy"], name);
      versions.push(`${name}: ${await versionOf(program)}`);
      say(`  ${versions.at(-1)}`);
    }
  } finally {
    await server.stop();
  }
  return [["Programs that installed it, and again from their lock files", versions.join(", ")]];
}
