// Signing in by a link that is sent. Who is signed in already goes on to the dashboard.

import { byId, el } from "../dom.js";
import { get, post } from "./api.js";
import { askForLink } from "./mailed.js";

function reason(asked) {
  if (asked.has("signed-out")) return "You are signed out.";
  if (asked.has("deleted")) return "Your account and its data are deleted.";
  return asked.has("then") ? "Sign in to continue where you were." : undefined;
}

const why = reason(new URLSearchParams(location.search));
if (why) {
  byId("why").hidden = false;
  byId("why").textContent = why;
} else {
  get("account").then(() => location.replace("/dashboard/"), () => undefined);
}
askForLink({
  send: ({ email }) => post("sign-in", { email }),
  without: ["If the mail says that this address has no account, ", el("a", { href: "/dashboard/sign-up" }, "create one"), "."],
});
