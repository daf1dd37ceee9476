// The npm package in every environment that its README names, each with its real tool: the long form of tests/package/environments.test.mjs.

import { Fault, seconds } from "../../scripts/lib/say.mjs";
import { ensureBrowser } from "../../scripts/lib/setup.mjs";
import { load } from "../api/support/posts.mjs";
import { ENVIRONMENTS } from "../package/environments/index.mjs";
import { attempt } from "../package/support/attempt.mjs";
import { launch } from "../package/support/browser.mjs";
import { POSTS } from "../package/support/exercise.mjs";
import { writeTable } from "../package/support/table.mjs";
import { prepareService } from "../support/prepare.mjs";
import { startServer } from "../support/server.mjs";

export const title = "the npm package runs where it says";
export const about = "Each environment of the package's README, with its real tool: what each entry does there, or what its error says to do";
export const takes = "20 min";

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

export async function run({ say }) {
  await prepareService();
  await ensureBrowser();
  const began = performance.now();
  const [server, browser] = await Promise.all([startServer(), launch()]);
  try {
    await load(server, POSTS);
    const failed = await attemptAll(server, browser, say);
    if (failed.length > 0) throw new Fault("The package does not run where its README says.", { output: failed.join("\n\n"), expected: "what tests/package/environments says of each entry" });
    return figures(performance.now() - began);
  } finally {
    await Promise.all([server.stop(), browser.close()]);
  }
}

function figures(took) {
  const rows = ENVIRONMENTS.flatMap((environment) => Object.values(environment.rows));
  const cells = rows.flatMap((row) => Object.values(row));
  const wrong = cells.filter(({ error }) => error).length;
  return [
    ["Environments", `${ENVIRONMENTS.length}: ${[...new Set(ENVIRONMENTS.map(({ name }) => name))].join(", ")}`],
    ["Ways in which they run code", String(rows.length)],
    ["Entries that worked there as everywhere", String(cells.length - wrong)],
    ["Entries that bundlers lose, whose error says what to do", String(wrong)],
    ["Time", seconds(took)],
  ];
}

/** Puts the table into the package's README. */
export const write = () => writeTable(ENVIRONMENTS);
