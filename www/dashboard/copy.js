// Buttons that copy a text, and what is shown with one.

import { el } from "../dom.js";

function select(source) {
  getSelection().selectAllChildren(source);
  return "Copying is not allowed here. It is selected instead.";
}

/** A button that copies what `source` shows, and says so; `of` is what a screen reader hears after "Copy". */
export function copyButton(source, of) {
  const said = el("span", { role: "status" });
  const button = el("button", { type: "button" }, "Copy", el("span", { class: "unseen" }, ` ${of}`));
  button.addEventListener("click", async () => {
    said.textContent = ""; // so that a second copy is announced, too
    const isCopied = await navigator.clipboard.writeText(source.textContent).then(() => true, () => false);
    said.textContent = isCopied ? "Copied." : select(source);
  });
  return el("span", { class: "copy" }, said, button);
}

/** A value in a row with the button that copies it. */
export const copyable = (value, of) => el("div", { class: "value" }, value, copyButton(value, of));

/** A text for a terminal or a file, named `name`, below the button that copies it; `label` is what it is. */
export function snippet(code, { name, label }) {
  const pre = el("pre", { tabindex: "0", role: "region", "aria-label": label }, code);
  return el("div", { class: "snippet" }, el("p", { class: "over" }, el("span", {}, name), copyButton(code, `the ${label}`)), pre);
}
