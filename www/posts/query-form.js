// The form of a query: its fields, their values, and what is wrong with them.

import { byId, el } from "../dom.js";
import { blame } from "../dashboard/form.js";
import { inApiNames } from "./endpoints.js";
import { FIELDS } from "./fields.js";

const idOf = (name) => `field-${name}`;

function choice(name, { usual, choices }, isNeeded) {
  const options = isNeeded ? choices : [["", usual], ...choices];
  return el("select", { id: idOf(name), name }, options.map(([value, label]) => el("option", { value }, label)));
}

function input(name, { kind, usual }) {
  const inputmode = kind === "number" ? "numeric" : undefined;
  const type = kind === "date" ? "date" : "text";
  return el("input", { id: idOf(name), name, type, inputmode, placeholder: usual, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
}

function field(name, isNeeded) {
  const about = FIELDS[name];
  const control = about.kind === "choice" ? choice(name, about, isNeeded) : input(name, about);
  const hint = about.hint && el("p", { class: "hint", id: `${idOf(name)}-hint` }, about.hint);
  if (hint) control.setAttribute("aria-describedby", hint.id);
  if (isNeeded) control.required = true;
  return el("div", { class: about.wide ? "field wide-field" : "field" }, el("label", { for: idOf(name) }, about.label), control, hint);
}

/** A date may also be an instant with an offset, or no day at all, which a field of days can't hold. */
function fitType(control, value) {
  if (FIELDS[control.name].kind !== "date") return;
  control.type = "date";
  control.value = value;
  if (control.value !== value) control.type = "text";
}

/** A value that a list does not have, as an address may bring one: it is shown as it is, and refused as it is. */
function fitChoices(control, value) {
  if (control.tagName !== "SELECT" || [...control.options].some((option) => option.value === value)) return;
  control.append(el("option", { value }, value));
}

/** Draws the fields of these names; those of `needed` have to be filled. Values that were there stay. */
export function drawFields(place, names, needed = []) {
  const values = readValues(place.closest("form"));
  const draw = (isMore) => names.filter((name) => Boolean(FIELDS[name].isMore) === isMore).map((name) => field(name, needed.includes(name)));
  const more = draw(true);
  const folded = more.length > 0 && el("details", { class: "wide-field" }, el("summary", {}, "More filters"), el("div", { class: "fields" }, more));
  place.replaceChildren(...draw(false), ...(folded ? [folded] : []));
  writeValues(place.closest("form"), values);
}

const controls = (form) => [...form.elements].filter(({ name }) => name in FIELDS);

/** The values by the API's names; what is empty is left out. */
export function readValues(form) {
  return Object.fromEntries(controls(form).map(({ name, value }) => [name, value.trim()]).filter(([, value]) => value));
}

/** Fills the form; what has no value is emptied. */
export function writeValues(form, values) {
  for (const control of controls(form)) {
    const value = values[control.name] ?? (control.required && control.tagName === "SELECT" ? control.options[0].value : "");
    fitType(control, value);
    fitChoices(control, value);
    control.value = value;
    if (value) unfold(control);
  }
}

/** Opens the fold that a field is in. */
function unfold(control) {
  const fold = control.closest("details");
  if (fold) fold.open = true;
}

/** Takes back what was said to be wrong. */
export function forgive(form) {
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    byId(`${control.id}-fault`)?.remove();
  }
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a fault allows instead, where its words don't say so. */
function instead({ allowed, did_you_mean: meant }) {
  if (meant) return ` Did you mean ${meant}?`;
  return allowed ? ` Allowed: ${allowed.join(", ")}.` : "";
}

/** Goes to the first field that is wrong, if there is one. */
export const focusFault = (form) => form.querySelector("[aria-invalid]")?.focus();

/** Says what is wrong beside the fields that it is about. */
export function blameFields(form, details) {
  for (const fault of details) {
    const control = form.elements.namedItem(fault.parameter);
    if (!control) continue;
    unfold(control);
    blame(control, `${sentence(inApiNames(fault.message))}.${instead(fault)}`);
  }
}
