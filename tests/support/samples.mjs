// The samples of code in the guides: what a page shows is what is tested.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inRoot } from "../../scripts/lib/paths.mjs";

const PLACEHOLDER = "https://your-host";
const SAMPLE = /<figure class="sample"([^>]*)>\s*<figcaption>(.*?)<\/figcaption>\s*<pre><code>([\s\S]*?)<\/code><\/pre>/g;
const MARKS = { lt: "<", gt: ">", quot: '"', amp: "&" };

const attribute = (attributes, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];

/**
 * The samples of a guide, in order: what to do with each is `run` (a kind of program), `shows` (an answer) or `set` (what
 * only the reader's own machine can do).
 *
 * @param {string} guide such as "call"
 * @returns {{ id?: string, run?: string, shows?: string, set?: string, caption: string, code: string }[]}
 */
export function samples(guide) {
  const html = readFileSync(inRoot("www", "guides", `${guide}.html`), "utf8");
  const found = [...html.matchAll(SAMPLE)].map(([, attributes, caption, code]) => ({
    ...Object.fromEntries([["id", "id"], ["run", "data-run"], ["shows", "data-shows"], ["set", "data-set"]].map(([key, name]) => [key, attribute(attributes, name)])),
    caption,
    code: code.replace(/&(lt|gt|quot|amp);/g, (_, mark) => MARKS[mark]),
  }));
  assert.equal(found.length, html.split("<pre").length - 1, "every <pre> of a guide is in a sample");
  return found;
}

/** The code of a sample, with a service's address in it. */
export function sample(guide, id, url) {
  const found = samples(guide).find((one) => one.id === id);
  assert.ok(found, `expected a sample ${id} in the guide ${guide}`);
  return found.code.replaceAll(PLACEHOLDER, url);
}
