// What a guide gets beyond its text: this service's own address wherever one stands, buttons that copy samples, and contents that know
// where the reader is.

import { fitContents, linkHeading, markPlace } from "../contents.js";
import { copyButton } from "../dashboard/copy.js";
import { byId } from "../dom.js";

const PLACEHOLDER = "https://your-host";

/** Puts this service's own address in place of the placeholder, in samples and in sentences. */
function fillIn(place) {
  for (const code of place.querySelectorAll("code")) code.textContent = code.textContent.replaceAll(PLACEHOLDER, location.origin);
}

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
    const name = `${caption.textContent}, ${title}`;
    caption.append(copyButton(code, name));
    const scrolls = { tabindex: "0", role: "group", "aria-label": name }; // sideways, also by the keys
    for (const [key, value] of Object.entries(scrolls)) code.parentElement.setAttribute(key, value);
  }
}

const main = byId("main");
const headings = [...main.querySelectorAll("h2, h3")];
fillIn(main);
prepare(main);
headings.forEach((heading) => linkHeading(heading));
fitContents(byId("contents"));
markPlace(byId("contents"), headings);
