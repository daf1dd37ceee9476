// The files of a post, as links: nothing of a post is loaded unless it is asked for.

import { el } from "../dom.js";
import { outLink, webAddress } from "./links.js";

const NAMES = { image: "Image", video: "Video" };

const seconds = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor((ms / 1000) % 60)).padStart(2, "0")}`;

/** "Video, 1080 × 1920, 0:04". */
function what({ type, width, height, duration_ms: duration }) {
  const size = width && height ? `${width} × ${height}` : "";
  return [NAMES[type] ?? type, size, duration === null ? "" : seconds(duration)].filter(Boolean).join(", ");
}

/** A path inside an export is told; it leads nowhere from here. */
function file(one) {
  const path = webAddress(one.url) ? "" : el("code", {}, one.url);
  return el("li", { title: one.alt_text }, outLink(one.url, el("bdi", {}, what(one))), path && " ", path);
}

const FEW = 4;

/** A list of the files; of many the first few. */
export function fileList({ media }) {
  if (media.length === 0) return undefined;
  const more = media.length > FEW && el("li", { class: "soft" }, `and ${media.length - FEW} more`);
  return el("ul", { class: "files", "aria-label": "Files" }, media.slice(0, FEW).map(file), more);
}
