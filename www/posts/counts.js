// Counts of posts: short, in full for who looks closer, and unknown where the network does not tell.

import { el } from "../dom.js";
import { number, short } from "../dashboard/format.js";

export const COUNTS = [
  ["likes_count", "likes"],
  ["comments_count", "comments"],
  ["views_count", "views"],
  ["shares_count", "shares"],
  ["saves_count", "saves"],
];

const isAbout = (post, field) => post.approximate.includes(field);

/** A count as one reads it, such as "≈1.2K", or a dash with "unknown" for who hears it. */
export function countText(post, field, written = short) {
  const value = post[field];
  if (value === null) return [el("span", { "aria-hidden": "true" }, "–"), el("span", { class: "unseen" }, "unknown")];
  return `${isAbout(post, field) ? "≈" : ""}${written(value)}`;
}

function entry(post, [field, name]) {
  const whole = post[field] === null ? "not reported by the network" : `${isAbout(post, field) ? "about " : ""}${number(post[field])}`;
  return el("li", { title: `${name}: ${whole}` }, el("b", {}, countText(post, field)), " ", post[field] === 1 ? name.slice(0, -1) : name);
}

/** The counts that are known, or all of them. */
export const countList = (post) => el("ul", { class: "counts", "aria-label": "Counts" }, COUNTS.filter(([field]) => post[field] !== null || field === "likes_count").map((one) => entry(post, one)));
