// Posts as a table.

import { el } from "../dom.js";
import { table } from "../dashboard/table.js";
import { number, time } from "../dashboard/format.js";
import { COUNTS, countText } from "./counts.js";
import { outLink } from "./links.js";
import { networkName } from "./networks.js";

const SHOWN = 160;

function cut(content) {
  const letters = [...(content ?? "")];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("")} …` : (content ?? "");
}

function row(post) {
  const when = el("time", { datetime: post.published_at }, time(post.published_at));
  const author = [networkName(post.platform), el("small", {}, "@", el("bdi", {}, post.author.username))];
  const counts = COUNTS.slice(0, 3).map(([field]) => countText(post, field, number));
  const text = el("span", { class: "cut", dir: "auto" }, cut(post.content));
  return [post.url ? outLink(post.url, when) : when, author, text, ...counts, post.media_type ?? "text"];
}

const HEAD = ["Published", "Author", "Text", "Likes#", "Comments#", "Views#", "Type"];

/** Posts as a table, which scrolls by itself where it is wider than its place. */
export function rows(posts) {
  return el("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Posts as a table" }, table("Posts", HEAD, posts.map(row)));
}
