// Posts that the command line invents: the same ones each time.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { buildCli } from "../../scripts/lib/build.mjs";

const SEED = 7;
const MOST_BYTES = 256 * 1024 * 1024;

/** So many invented posts, as objects. */
export async function samplePosts(count) {
  const args = ["sample", String(count), "--seed", String(SEED)];
  const { stdout } = await promisify(execFile)(await buildCli(), args, { maxBuffer: MOST_BYTES });
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}
