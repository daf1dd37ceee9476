// How files are read that don't say it themselves: two fields in a box that is folded until somebody needs it.

import { byId } from "../dom.js";
import { blame } from "../dashboard/form.js";

const box = byId("untold");
const FIELDS = { author: byId("author"), timeZone: byId("zone") };

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The options that were filled in. */
export const given = () => Object.fromEntries(Object.entries(FIELDS).map(([name, { value }]) => [name, value.trim() || undefined]));

/** Shows the fields. */
export function unfold() {
  box.open = true;
}

/** Takes back what was said to be wrong. */
export function forgive() {
  for (const field of box.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    byId(`${field.id}-fault`)?.remove();
  }
}

/** Says at the fields what is wrong with them, and goes to the first. Answers whether there was one. */
export function blameFields(details) {
  const faults = details.filter(({ option }) => FIELDS[option]);
  if (faults.length === 0) return false;
  unfold();
  for (const { option, message } of faults) blame(FIELDS[option], `${sentence(message)}.`);
  box.querySelector("[aria-invalid]").focus();
  return true;
}
