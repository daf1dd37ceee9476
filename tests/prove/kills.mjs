// The runtime is killed a hundred times while everybody works: see tests/support/kills.

import { Fault } from "../../scripts/lib/say.mjs";
import { weather } from "../support/kills/storm.mjs";
import { prepareService } from "../support/prepare.mjs";

export const title = "a hundred kills in the middle of the work";
export const about = "The runtime is killed (SIGKILL) a hundred times during imports, erasures, payments, changes of tokens and reads: what was answered is there, once";
export const takes = "8 min";

const KILLS = 100;

export async function run({ say }) {
  await prepareService();
  try {
    const counts = await weather(KILLS, say);
    const figures = Object.entries(counts).map(([what, number]) => [what, number.toLocaleString("en-US")]);
    return [...figures, ["wrong in the end", "0"]]; // or there would be none
  } catch (error) {
    throw new Fault(`Something was lost, or there twice: ${error.message}`, { expected: "all that was answered, once" });
  }
}
