// The API token: seen once, replaced, revoked. Beside it the test token.

import { byId, el } from "../dom.js";
import { get, post } from "./api.js";
import { copyable } from "./copy.js";
import { confirmed } from "./dialog.js";
import { onPress } from "./form.js";
import { time } from "./format.js";
import { start } from "./shell.js";
import { drawTestToken } from "./test-token.js";

const change = (action) => post("token", { action });

/** The token itself, which is never shown again. */
function showSecret(token) {
  const code = el("code", { id: "secret-token" }, token);
  const title = el("h2", { tabindex: "-1" }, "Your API token");
  const saved = () => {
    byId("secret").replaceChildren();
    byId("current").focus(); // what had the focus is gone
  };
  const done = el("button", { type: "button", class: "primary", click: saved }, "I have saved it");
  byId("secret").replaceChildren(
    el(
      "section",
      { class: "notice good secret", "aria-label": "Your API token" },
      el("div", {}, title, el("p", {}, el("strong", {}, "Copy it now: it is shown only this once."), " We can’t show it again. If you lose it, regenerate it.")),
      copyable(code, "API token"),
      el("p", { class: "buttons" }, done),
    ),
  );
  title.focus();
}

async function reload() {
  draw(await get("account"));
}

async function show() {
  showSecret((await change("show")).token);
  await reload();
}

/** A new token, whether there was one before or not. */
async function renew(question) {
  let token;
  const act = async () => {
    ({ token } = await change("regenerate"));
  };
  if (!(await confirmed({ ...question, act }))) return;
  showSecret(token);
  await reload();
}

const REGENERATE = {
  title: "Regenerate the API token?",
  text: "You get a new token, shown once. The current one stops working at once: programs that use it are refused until they have the new one.",
  action: "Regenerate",
};
const CREATE = { title: "Create an API token?", text: "You get a new token, shown once. Have a safe place for it ready.", action: "Create token", danger: false };
const REVOKE = {
  title: "Revoke the API token?",
  text: "It stops working at once, with all browser tokens made from it, and no new one is made. Your credits are kept; you can create a token later.",
  action: "Revoke",
};

async function revoke() {
  if (!(await confirmed({ ...REVOKE, act: () => change("revoke") }))) return;
  byId("secret").replaceChildren();
  await reload();
}

function button(label, act, alert, kind) {
  const made = el("button", { type: "button", class: kind }, label);
  onPress(made, act, alert);
  return made;
}

const wrong = () => el("p", { class: "wrong", role: "alert" });

/** There is none, because nothing was paid yet, or because it was revoked or never made. */
function drawNone(status) {
  if (status === "pending") {
    const text = "There is none yet. It is made when your first payment arrives. Until then use the test token.";
    return [el("p", { class: "empty" }, text), el("p", { class: "buttons" }, el("a", { class: "button primary", href: "/dashboard/buy" }, "Buy credits"))];
  }
  const alert = wrong();
  return [
    el("p", { class: "empty" }, "There is none at the moment. You can’t read the stored posts until you create one."),
    el("p", { class: "buttons" }, button("Create token", () => renew(CREATE), alert, "primary")),
    alert,
  ];
}

function drawOne({ last_four: lastFour, created_at: createdAt, waiting }) {
  const alert = wrong();
  return [
    el(
      "dl",
      { class: "facts" },
      el("div", {}, el("dt", {}, "Token"), el("dd", {}, el("code", {}, `postern_live_…${lastFour}`))),
      el("div", {}, el("dt", {}, "Created"), el("dd", {}, el("time", { datetime: createdAt }, time(createdAt)))),
      el("div", {}, el("dt", {}, "Shown"), el("dd", {}, waiting ? "Not yet" : "No longer: it can be seen only once")),
    ),
    waiting && el("p", {}, "You have not seen your token yet. It is shown once, then erased here. If you don’t look at it for 30 days, it is erased, too."),
    el(
      "p",
      { class: "buttons" },
      waiting && button("Show token", show, alert, "primary"),
      button("Regenerate", () => renew(REGENERATE), alert),
      button("Revoke", revoke, alert, "danger-text"),
    ),
    alert,
  ];
}

/** Draws it all anew; the button that had the focus has it again. */
function draw({ account, token }) {
  const place = byId("token");
  const had = place.contains(document.activeElement) && document.activeElement.textContent;
  const isSuspended = account.status === "suspended";
  const content = token ? drawOne(token) : drawNone(account.status);
  const note = isSuspended && el("p", { class: "note" }, "The account is suspended: calls are refused with any token.");
  place.replaceChildren(...[note, ...content].filter(Boolean));
  if (had) [...place.querySelectorAll("button")].find((one) => one.textContent === had)?.focus();
}

start((owner) => {
  if (owner.test_token) drawTestToken(byId("test-token"), owner.test_token);
  draw(owner);
});
