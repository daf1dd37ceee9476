// What is shown once a mail was asked for: it says where to look, takes the code, and what to do if none comes.

import { byId, el } from "../dom.js";
import { get } from "./api.js";
import { codeForm } from "./code-form.js";
import { onSubmit } from "./form.js";
import { keepPlace, takePlace } from "./place.js";

const minutes = (seconds) => `${Math.round(seconds / 60)} minutes`;

async function drawOutbox(place) {
  const { development } = await get("service").catch(() => ({}));
  if (development) place.append(el("p", { class: "notice" }, el("span", {}, "In development mail is not sent. It is in the ", el("a", { href: "/dashboard/outbox", target: "_blank" }, "outbox"), ".")));
}

/**
 * Fills `place` with what to do now. `again` leads back to the form; `done` gets what confirming the code did; `without`
 * is why none may come.
 */
export function showMailed(place, { email, expires, again, done, without, level = "h1" }) {
  const title = el(level, { tabindex: "-1" }, "Check your mail");
  const outbox = el("div");
  place.replaceChildren(
    title,
    el("p", { role: "status" }, "We sent a link and a code to ", el("b", {}, email), `. Both work once, for ${minutes(expires)}.`),
    el("p", {}, "Open the link in this browser, or type the code here."),
    codeForm(done),
    outbox,
    el(
      "details",
      {},
      el("summary", {}, "No mail?"),
      el("ul", {}, el("li", {}, "Look in your spam folder."), el("li", {}, "Check that the address above is right."), without && el("li", {}, without), el("li", {}, "Wait a minute or two, then ask for another one.")),
    ),
    el("p", { class: "buttons" }, el("button", { type: "button", click: again }, "Use another address or send again")),
  );
  place.hidden = false;
  title.focus();
  drawOutbox(outbox);
}

/** The pages that ask for a link: their form, then what to do with it. */
export function askForLink({ send, without }) {
  const [ask, mailed] = [byId("ask"), byId("mailed")];
  const again = () => {
    mailed.hidden = true;
    ask.hidden = false;
    byId("email").focus();
  };
  const done = () => location.assign(takePlace());
  onSubmit(byId("form"), async (values) => {
    const { expires_in: expires } = await send(values);
    ask.hidden = true;
    showMailed(mailed, { email: values.email, expires, again, done, without });
  });
  keepPlace();
}
