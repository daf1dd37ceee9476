// Links out of posts. A post's address is whatever its source says, so only addresses of the web become links,
// and none that would sign the reader in somewhere.

import { el } from "../dom.js";

/** The address, if it is one of the web; paths, scripts and everything else are none, and neither is one with a name or a password. */
export function webAddress(text) {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href, username, password } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !username && !password ? href : undefined;
}

const REL = "noopener noreferrer nofollow ugc";

/** A link that tells the other side nothing and opens beside this page; without an address of the web, only its text. */
export function outLink(text, ...children) {
  const href = webAddress(text);
  if (!href) return el("span", {}, ...children);
  return el("a", { href, rel: REL, target: "_blank" }, ...children, el("span", { class: "unseen" }, " (opens in a new tab)"));
}
