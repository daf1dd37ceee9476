// Where links out of mails lead. The secret is in the fragment, which is sent to no server; nothing is used up before
// the button is pressed, since programs that look into mails open links, too.

import { byId, showOnly } from "../dom.js";
import { post } from "./api.js";
import { codeForm } from "./code-form.js";
import { onSubmit } from "./form.js";
import { takePlace } from "./place.js";

let link = "";

function show(id) {
  showOnly(byId("states"), byId(id));
  byId(id).querySelector("h1").focus();
}

/** Takes the secret out of the address bar, and so out of the history. */
function take() {
  link = decodeURIComponent(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  show(link ? "ready" : "none");
}

function done(did) {
  if (did === "changed_email") show("changed");
  else location.replace(takePlace());
}

const STATES = { INVALID_LINK: "invalid", OTHER_BROWSER: "other" };

function refused({ code }) {
  if (!(code in STATES)) return false;
  show(STATES[code]);
  return true;
}

onSubmit(byId("form"), async () => done((await post("confirm", { link })).did), refused);
byId("code").append(codeForm(done));
addEventListener("hashchange", () => location.hash && take());
take();
