// Runs statements for `postern restore`, because only wrangler reaches the databases. src/cli/restore/d1.rs says what is asked
// and answered, a line of JSON each. `--env NAME` and `--local` are those of `npm run restore`.

import { createInterface } from "node:readline";
import { readArguments } from "./lib/arguments.mjs";
import { PLACE_OPTIONS, placeOf } from "./lib/backup.mjs";
import { openDatabases } from "./lib/databases.mjs";
import { postsOf } from "./lib/environment.mjs";
import { main } from "./lib/run.mjs";
import { toStderr } from "./lib/say.mjs";

const write = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

await main(async () => {
  toStderr();
  const { values } = readArguments({ options: PLACE_OPTIONS, most: 0, usage: "--env NAME or --local" });
  const { environment, local } = await placeOf(values);
  const databases = openDatabases(environment, local);
  const bindings = postsOf(environment.config);

  async function results({ binding, statements, file }) {
    if (binding !== "ACCOUNTS" && !bindings.includes(binding)) {
      throw new Error(`The accounts say that posts are in ${binding}, which is not in wrangler.toml.`);
    }
    if (!file) return databases.run(binding, statements);
    await databases.file(binding, file);
    return [];
  }

  write({ shards: bindings.length });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      write({ results: await results(JSON.parse(line)) });
    } catch (error) {
      write({ error: [error.message, error.output].filter(Boolean).join("\n") });
    }
  }
});
