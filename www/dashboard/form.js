// Forms that are sent by script: one thing at a time, faults beside their fields, all else below the button.

import { el } from "../dom.js";
import { explain } from "./api.js";
import { toSignIn } from "./place.js";

const noteOf = (field) => document.getElementById(`${field.id}-fault`);

function describe(field, fault) {
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== fault.id);
  field.setAttribute("aria-describedby", [...ids, fault.id].join(" "));
}

/** Says what is wrong with a field. */
export function blame(field, text) {
  const note = noteOf(field) ?? el("p", { class: "wrong", id: `${field.id}-fault` });
  note.textContent = text;
  field.after(note);
  field.setAttribute("aria-invalid", "true");
  describe(field, note);
}

function forgive(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    noteOf(field)?.remove();
  }
}

/** What the browser itself finds, in our words where its own say too little. */
function check(form) {
  const wrong = [...form.elements].filter((field) => field.willValidate && !field.validity.valid);
  for (const field of wrong) {
    const { valueMissing } = field.validity;
    blame(field, valueMissing ? "This field is required." : (field.dataset.fault ?? field.validationMessage));
  }
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** Puts what the service found beside the fields; true if all of it has a field. */
function place(form, error) {
  const faults = error.details?.map((fault) => [form.elements.namedItem(fault.parameter), fault.message]) ?? [];
  if (!faults.length || faults.some(([field]) => !field)) return false;
  for (const [field, message] of faults) blame(field, message.charAt(0).toUpperCase() + message.slice(1));
  faults[0][0].focus();
  return true;
}

const alertOf = (form) => form.querySelector("[role=alert]") ?? form.appendChild(el("p", { class: "wrong", role: "alert" }));

/**
 * Does one thing, once at a time. What goes wrong is said in `alert`, but where the session has ended, or `refused` takes
 * the error by answering true.
 */
export async function once(subject, alert, act, refused = () => false) {
  if (subject.ariaBusy === "true") return;
  alert.textContent = "";
  subject.ariaBusy = "true";
  try {
    await act();
  } catch (error) {
    if (error.code === "NOT_SIGNED_IN") toSignIn();
    else if (!refused(error)) alert.textContent = explain(error);
  } finally {
    subject.ariaBusy = "false";
  }
}

/** Sends a form by `send`, which gets its fields' values; `refused` is as above. */
export function onSubmit(form, send, refused = () => false) {
  const alert = alertOf(form);
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    forgive(form);
    if (!check(form)) return;
    const values = Object.fromEntries(new FormData(form));
    once(form, alert, () => send(values), (error) => refused(error) || place(form, error));
  });
}

/** Does something at the press of a button. */
export function onPress(button, act, alert) {
  button.addEventListener("click", () => once(button, alert, act));
}
