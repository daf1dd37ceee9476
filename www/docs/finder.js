// The box that finds calls, parameters, fields, headers and codes. What it found takes the place of the contents.

import { byId, el } from "../dom.js";
import { find } from "./entries.js";

/** As many as a reader looks through. */
const MOST = 40;

const item = ({ id, name, kind }) => el("li", {}, el("a", { href: `#${id}` }, name, el("small", {}, kind)));

/** Makes the box work over these entries. */
export function startFinder(all) {
  const [form, box, list, said, contents] = ["finder", "find", "found", "found-count", "contents"].map(byId);
  const show = () => {
    const found = find(all, box.value);
    list.replaceChildren(...found.slice(0, MOST).map(item));
    said.textContent = box.value.trim() === "" ? "" : told(found.length);
    contents.hidden = box.value.trim() !== "";
  };
  const clear = () => {
    box.value = "";
    show();
  };
  box.addEventListener("input", show);
  box.addEventListener("keydown", (event) => event.key === "Escape" && clear());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  // Above the text, the list would stand in the way of what was chosen.
  list.addEventListener("click", (event) => event.target.closest("a") && !matchMedia("(min-width: 64rem)").matches && clear());
  form.hidden = false;
  show();
}

function told(count) {
  if (count === 0) return "Nothing found.";
  if (count > MOST) return `${count} found; the best ${MOST} are listed.`;
  return count === 1 ? "1 found." : `${count} found.`;
}
