// What a guide gets beyond its text: this service's own address in the samples, buttons that copy them, and contents that
// know where the reader is.

import { fitContents, linkHeading, markPlace } from "../contents.js";
import { copyButton } from "../dashboard/copy.js";
import { byId } from "../dom.js";

const PLACEHOLDER = "https://your-host";

/** Adds a button to each sample, whose name says under which heading it stands. */
function prepare(place) {
  let title = "";
  for (const part of place.querySelectorAll("h2, h3, .sample")) {
    if (!part.matches(".sample")) {
      title = part.textContent;
      continue;
    }
    const code = part.querySelector("code");
    const caption = part.querySelector("figcaption");
    code.textContent = code.textContent.replaceAll(PLACEHOLDER, location.origin);
    const name = `${caption.textContent}, ${title}`;
    caption.append(copyButton(code, name));
    const scrolls = { tabindex: "0", role: "group", "aria-label": name }; // sideways, also by the keys
    for (const [key, value] of Object.entries(scrolls)) code.parentElement.setAttribute(key, value);
  }
}

const main = byId("main");
const headings = [...main.querySelectorAll("h2, h3")];
prepare(main);
headings.forEach((heading) => linkHeading(heading));
fitContents(byId("contents"));
markPlace(byId("contents"), headings);
