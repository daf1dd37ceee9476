// The eight digits of a mail, for who reads mail on another device: typed into the browser that asked.

import { el } from "../dom.js";
import { post } from "./api.js";
import { blame, onSubmit } from "./form.js";

/** A form for the code; `done` gets what confirming did. */
export function codeForm(done) {
  const input = el("input", {
    id: "code-digits", name: "code", inputmode: "numeric", autocomplete: "one-time-code", pattern: "\\s*\\d{4}\\s*\\d{4}\\s*",
    maxlength: 12, required: true, class: "digits", "data-fault": "The code has eight digits.",
  });
  const form = el(
    "form",
    {},
    el("div", { class: "field" }, el("label", { for: "code-digits" }, "Code from the mail"), input),
    el("p", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, "Continue")),
    el("p", { class: "wrong", role: "alert" }),
  );
  const refused = ({ code }) => {
    if (code !== "INVALID_LINK" && code !== "OTHER_BROWSER") return false;
    blame(input, "This code is not valid: it may be mistyped, used, or older than 15 minutes. It also stops working after several wrong tries; then get a new one.");
    input.select();
    return true;
  };
  onSubmit(form, async ({ code }) => done((await post("confirm", { code: code.replace(/\s/g, "") })).did), refused);
  return form;
}
