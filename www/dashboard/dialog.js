// Asks before something that can't be taken back.

import { el } from "../dom.js";
import { onSubmit } from "./form.js";

/**
 * Shows a dialog that says what will happen, and does it by `act` while the dialog stays open; what goes wrong is said
 * in it. Answers whether it was done.
 */
export function confirmed({ title, text, action, act, danger = true, fields = [] }) {
  const cancel = el("button", { type: "button", click: () => dialog.close() }, "Cancel");
  const go = el("button", { type: "submit", class: danger ? "danger" : "primary" }, action);
  const form = el("form", {}, fields, el("p", { class: "wrong", role: "alert" }), el("p", { class: "buttons" }, cancel, go));
  const body = [text].flat().map((part) => el("p", {}, part));
  const dialog = el(
    "dialog",
    { "aria-labelledby": "dialog-title", "aria-describedby": "dialog-text" },
    el("h2", { id: "dialog-title" }, title),
    el("div", { id: "dialog-text" }, body),
    form,
  );
  return run(dialog, form, act);
}

function run(dialog, form, act) {
  return new Promise((resolve) => {
    let isDone = false;
    onSubmit(form, async (values) => {
      await act(values, form);
      isDone = true;
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(isDone);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A labelled text field for a dialog or a form. */
export function textField({ name, label, note, ...properties }) {
  const id = `dialog-${name}`;
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    note && el("p", { class: "note", id: `${id}-note` }, note),
    el("input", { id, name, type: "text", required: true, "aria-describedby": note && `${id}-note`, ...properties }),
  );
}
