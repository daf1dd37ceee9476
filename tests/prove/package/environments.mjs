// Every environment that the package's README names, each with its real tool: the long form of tests/package/environments.test.mjs.

import { Fault, seconds } from "../../../scripts/lib/say.mjs";
import { ensureBrowser } from "../../../scripts/lib/setup.mjs";
import { load } from "../../api/support/posts.mjs";
import { ENVIRONMENTS } from "../../package/environments/index.mjs";
import { NONE } from "../../package/environments/remedies.mjs";
import { attempt } from "../../package/support/attempt.mjs";
import { launch } from "../../package/support/browser.mjs";
import { POSTS } from "../../package/support/exercise.mjs";
import { prepareService } from "../../support/prepare.mjs";
import { startServer } from "../../support/server.mjs";

/** Tries all of them, one after the other, as some need much memory. Returns what failed. */
async function attemptAll(server, browser, say) {
  const failed = [];
  for (const environment of ENVIRONMENTS) {
    const { name, rows } = environment;
    const began = performance.now();
    try {
      await attempt(environment, server, browser);
      say(`  ${name} (${Object.keys(rows).join(", ")}): ${seconds(performance.now() - began)}`);
    } catch (error) {
      say(`  ${name}: failed`);
      failed.push(`${name}: ${error.message}`);
    }
  }
  return failed;
}

/** Tries what each entry does there. */
export async function environments({ say }) {
  await prepareService();
  await ensureBrowser();
  const [server, browser] = await Promise.all([startServer(), launch()]);
  try {
    await load(server, POSTS);
    const failed = await attemptAll(server, browser, say);
    if (failed.length > 0) throw new Fault("The package does not run where its README says.", { output: failed.join("\n\n"), expected: "what tests/package/environments says of each entry" });
    return figures();
  } finally {
    await Promise.all([server.stop(), browser.close()]);
  }
}

function figures() {
  const rows = ENVIRONMENTS.flatMap((environment) => Object.values(environment.rows));
  const cells = rows.flatMap((row) => Object.values(row)).filter((remedy) => remedy !== NONE);
  const wrong = cells.filter(({ error }) => error).length;
  return [
    ["Environments", `${ENVIRONMENTS.length}: ${[...new Set(ENVIRONMENTS.map(({ name }) => name))].join(", ")}`],
    ["Ways in which they run code", String(rows.length)],
    ["Entries that worked there as everywhere", String(cells.length - wrong)],
    ["Entries that can't work there, whose error says what does", String(wrong)],
  ];
}
