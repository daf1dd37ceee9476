// The pages that are for everyone: all files of www/ but those of the dashboard and the operator's page.

import { readdirSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";

const CLOSED = /^(dashboard|operator)\//;

/** Their addresses, without the page for what is not there. */
export function publicPages() {
  const files = readdirSync(inRoot("www"), { recursive: true }).map((file) => file.replaceAll("\\", "/"));
  const pages = files.filter((file) => file.endsWith(".html") && !CLOSED.test(file) && file !== "404.html");
  return pages.map((file) => `/${file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`).sort();
}

/** Whether a robots.txt lets everyone's robot go to an address: the longest rule that fits decides (RFC 9309). */
export function isAllowed(robots, path) {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, pattern]) => ({ kind, pattern }));
  const escaped = (text) => text.replace(/[.+?^{}()|[\]\\]/g, "\\$&");
  const fits = ({ pattern }) => new RegExp(`^${pattern.split("*").map(escaped).join(".*")}`).test(path);
  const [best] = rules.filter(fits).sort((a, b) => b.pattern.length - a.pattern.length);
  return best?.kind !== "Disallow";
}
