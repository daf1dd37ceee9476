// What the pages that import the npm package say while `npm start` still builds it.

import { inRoot } from "./paths.mjs";

/** The pages that import it: those that `www/_headers` lets compile WebAssembly. */
export const IMPORTING = ["index.html", "explore/index.html", "open/index.html"];

/** The script that stands in for theirs. */
export const BUILDING = inRoot("scripts", "lib", "building.js");

const OWN_SCRIPT = /<script type="module" src="[^"]+"><\/script>/;
const MAIN = /^( *)<main [^>]*>\n/m;
const NOTICE =
  '<p class="notice" role="status"><span><b>This page is being built.</b> It needs the npm package, which <code>npm start</code> is compiling; its terminal shows how far it is. This page will reload by itself.</span></p>';

/** A page of these, with the notice and without its own script. */
export function beingBuilt(page) {
  for (const pattern of [OWN_SCRIPT, MAIN]) if (!pattern.test(page)) throw new Error(`expected ${pattern} in the page, to say that it is being built`);
  return page.replace(OWN_SCRIPT, '<script type="module" src="/building.js"></script>').replace(MAIN, (main, indent) => `${main}${indent}  ${NOTICE}\n`);
}
