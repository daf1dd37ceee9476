// The test token: it opens nothing of value, so it is shown at any time.

import { el } from "../dom.js";
import { post } from "./api.js";
import { copyable } from "./copy.js";
import { confirmed } from "./dialog.js";
import { onPress } from "./form.js";

const REGENERATE = {
  title: "Regenerate the test token?",
  text: "You get a new one. The current one stops working at once: programs that use it are refused until they have the new one.",
  action: "Regenerate",
};

/** Draws the token, and the button that replaces it. */
export function drawTestToken(place, token) {
  const code = el("code", {}, token);
  const said = el("span", { role: "status" });
  const alert = el("p", { class: "wrong", role: "alert" });
  const regenerate = el("button", { type: "button" }, "Regenerate", el("span", { class: "unseen" }, " test token"));
  const act = async () => {
    code.textContent = (await post("test-token", { action: "regenerate" })).test_token;
  };
  const ask = async () => {
    said.textContent = "";
    if (await confirmed({ ...REGENERATE, act })) said.textContent = "This is the new one. The one before no longer works.";
  };
  onPress(regenerate, ask, alert);
  place.replaceChildren(copyable(code, "test token"), el("p", { class: "buttons" }, regenerate, said), alert);
}
