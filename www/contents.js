// The contents beside a long page: open where there is room, folded above the text where there is not, and marked where
// the reader is.

import { el } from "./dom.js";

/** Beside the text the contents are always open; above it they are folded, and fold again when a place is chosen. */
export function fitContents(contents) {
  const beside = matchMedia("(min-width: 64rem)");
  const fit = () => (contents.open = beside.matches);
  beside.addEventListener("change", fit);
  contents.addEventListener("click", (event) => event.target.closest("a") && fit());
  fit();
}

/** The last heading above the upper third of the window, or the first one. */
const readNow = (headings) => headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3) ?? headings[0];

/** Marks the link to what is being read. `idOf` is what the contents call the place of a heading. */
export function markPlace(contents, headings, idOf = (heading) => heading.id) {
  const links = new Map([...contents.querySelectorAll("a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  const listed = headings.filter((heading) => links.has(idOf(heading)));
  let marked;
  const mark = () => {
    const link = listed.length > 0 ? links.get(idOf(readNow(listed))) : undefined;
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    marked = link;
    if (contents.scrollHeight > contents.clientHeight) link?.scrollIntoView({ block: "nearest" });
  };
  let waits = false;
  const later = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      mark();
    });
  };
  addEventListener("scroll", later, { passive: true });
  mark();
}

/** Puts a link to itself behind a heading, for who wants to send somebody there. */
export function linkHeading(heading, id = heading.id) {
  heading.append(" ", el("a", { class: "anchor", href: `#${id}`, "aria-label": `Link to: ${heading.textContent}` }, "#"));
}
