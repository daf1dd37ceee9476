// The snippets of the package's README: what it shows is what is tested.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";

/**
 * The pieces of code under a heading of the README, their placeholders filled in.
 *
 * @param {string} heading such as "Node"
 * @param {{ url: string, token: string }} service what stands for `https://posts.example` and for the token
 */
export function snippets(heading, { url, token }) {
  const text = readFileSync(inRoot("npm", "README.md"), "utf8");
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  const found = [...(section ?? "").matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code]) => code);
  assert.ok(found.length > 0, `expected a snippet under "${heading}" in npm/README.md`);
  return found.map((code) => code.replaceAll("https://posts.example", url).replaceAll("postern_browser_...", token));
}

/** The first of them. */
export const snippet = (heading, service) => snippets(heading, service)[0];
