// Posts as a table.

import { el } from "../dom.js";
import { table } from "../dashboard/table.js";
import { number } from "../dashboard/format.js";
import { COUNTS, countText } from "./counts.js";
import { outLink } from "./links.js";
import { cutName } from "./names.js";
import { networkName } from "./networks.js";
import { when } from "./when.js";

const SHOWN = 160;

function cut(content) {
  const letters = [...(content ?? "")];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("")} …` : (content ?? "");
}

function row(post) {
  const published = when(post);
  const author = [networkName(post.platform), el("small", {}, "@", el("bdi", {}, cutName(post.author.username)))];
  const counts = COUNTS.slice(0, 3).map(([field]) => countText(post, field, number));
  const text = el("span", { class: "cut", dir: "auto" }, cut(post.content));
  return [post.url ? outLink(post.url, published) : published, author, text, ...counts, post.media_type ?? "text"];
}

const HEAD = ["UTC time", "Author", "Text", "Likes#", "Comments#", "Views#", "Type"];

/** Posts as a table, which scrolls by itself where it is wider than its place. */
export function rows(posts) {
  return el("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Posts as a table" }, table("Posts", HEAD, posts.map(row)));
}
