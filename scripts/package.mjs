// `npm run package`: builds the npm package into npm/dist and packs it as npm/postern-client-*.tgz.

import { relative } from "node:path";
import { kib } from "../bench/lib/size.mjs";
import { readArguments } from "./lib/arguments.mjs";
import { buildPackage, ENTRIES, entrySize } from "./lib/package.mjs";
import { ROOT } from "./lib/paths.mjs";
import { main } from "./lib/run.mjs";
import { say } from "./lib/say.mjs";

await main(async () => {
  readArguments({ most: 0, usage: "npm run package, without arguments" });
  const tarball = await buildPackage();
  say(`The npm package: ${relative(ROOT, tarball)}`);
  for (const { name } of ENTRIES) {
    const { wasm, script, packed } = entrySize(name);
    say(`  ${name}: ${kib(packed)} compressed (module ${kib(wasm)}, script ${kib(script)})`);
  }
});
