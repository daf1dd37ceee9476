// An answer as JSON.

import { el } from "../dom.js";
import { painted } from "./paint.js";

/** Characters that would turn the text around them, or can't be seen: in JSON they may as well be written as numbers. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The value as text of several lines; it means the same value. */
export const written = (value) => JSON.stringify(value, null, 2).replace(HIDDEN, escaped);

/** The value as a program's text, for all to see. */
export function json(value) {
  return el("pre", { class: "json", tabindex: "0", role: "region", "aria-label": "Answer as JSON" }, el("code", {}, painted(written(value), "json")));
}
