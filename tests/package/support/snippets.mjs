// The snippets of the package's README: what it shows is what is tested.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";

/**
 * The code under a heading of the README, its placeholders filled in.
 *
 * @param {string} heading such as "Node"
 * @param {{ url: string, token: string }} service what stands for `https://posts.example` and for the token
 */
export function snippet(heading, { url, token }) {
  const text = readFileSync(inRoot("npm", "README.md"), "utf8");
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  const code = /```\w+\n([\s\S]*?)```/.exec(section ?? "")?.[1];
  assert.ok(code, `expected a snippet under "${heading}" in npm/README.md`);
  return code.replaceAll("https://posts.example", url).replaceAll("postern_browser_...", token);
}
