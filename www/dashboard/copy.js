// Buttons that copy a text.

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
