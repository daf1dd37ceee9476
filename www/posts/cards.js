// Posts as cards. What a post says stands in elements of its own direction, so that no text turns another around.

import { el } from "../dom.js";
import { countList } from "./counts.js";
import { outLink } from "./links.js";
import { fileList } from "./media.js";
import { cutName, nameOf } from "./names.js";
import { networkName } from "./networks.js";
import { when } from "./when.js";

const LONG = 420;

/** The first letter stands for the author: pictures of authors are elsewhere, and none is loaded. */
const initial = ({ author }) => [...nameOf(author).trim(), "?"][0].toUpperCase();

function byline(post) {
  const { author, platform } = post;
  const verified = author.verified && el("span", { class: "verified", title: "Verified by the network" }, el("span", { class: "unseen" }, "verified"));
  return el(
    "header",
    {},
    el("span", { class: "face", "aria-hidden": "true", "data-network": platform }, el("bdi", {}, initial(post))),
    el("p", { class: "by" }, el("b", {}, el("bdi", {}, nameOf(author))), " ", verified, el("span", { class: "handle" }, "@", el("bdi", {}, cutName(author.username)))),
    el("span", { class: "network", "data-network": platform }, networkName(platform)),
  );
}

/** Long texts are folded; all of it is there for who can't see that, too. */
function text({ content }) {
  if (!content) return el("p", { class: "text soft" }, "No text.");
  const whole = el("p", { class: "text", dir: "auto" }, content);
  if (content.length <= LONG && content.split("\n").length <= 8) return whole;
  whole.classList.add("folded");
  const unfold = el("button", { type: "button", class: "plain-button" }, "Show all");
  unfold.addEventListener("click", () => {
    whole.classList.remove("folded");
    whole.tabIndex = -1;
    whole.focus();
    unfold.remove();
  });
  return [whole, unfold];
}

const KINDS = { reply: "Reply", repost: "Repost", quote: "Quote" };

/** What the post answers or passes on. */
function relation({ kind, refers_to: other }) {
  if (kind === "original") return undefined;
  return el("span", { class: "badge" }, KINDS[kind] ?? kind, other && [" of ", el("bdi", {}, cutName(other))]);
}

function footer(post) {
  return el("footer", {}, when(post, " UTC"), relation(post), post.url && outLink(post.url, "Open ", el("span", { "aria-hidden": "true" }, "↗")));
}

/** A post as a card. */
export function card(post) {
  const label = `${networkName(post.platform)} post of ${cutName(post.author.username)}`;
  return el("article", { class: "post", "aria-label": label }, byline(post), text(post), fileList(post), countList(post), footer(post));
}

/** Posts as a list of cards. */
export const cards = (posts) => el("div", { class: "posts" }, posts.map(card));
