// Where the answers come from: the sample, or the service with the session's token or a pasted one.

import { byId, el } from "../dom.js";
import { usePasted } from "./clients.js";
import { owner } from "./session.js";

const SAMPLE = "300 invented posts, answered inside this page by the service’s own code. Nothing is sent, and nothing is charged.";
const PASTED = "The token is kept in this page’s memory only: it is not stored, and gone when you leave or reload.";

let asking;
const signedIn = () => (asking ??= owner());

const link = (href, text) => el("a", { href }, text);

/** What there is to know about calls with the session's own token. */
function sessionText(who) {
  if (!who) return ["You are not signed in. ", link("/dashboard/sign-in", "Sign in"), " and come back, or paste a token. Each page with posts is charged."];
  if (!who.isReady) return ["Signed in as ", el("b", {}, who.name), ", but the account can’t make calls yet. ", link("/dashboard/", "See why"), ", or paste a token."];
  return ["Signed in as ", el("b", {}, who.name), ". This page gets a browser token of 15 minutes for itself. Each page with posts is charged."];
}

/** Which source to begin with, where the address does not say. */
export async function usualSource() {
  return (await signedIn())?.isReady ? "live" : "sample";
}

function forgetButton(changed) {
  const forget = el("button", { type: "button" }, "Forget token");
  forget.addEventListener("click", () => {
    usePasted(undefined);
    byId("token-form").hidden = false;
    byId("token-kept").replaceChildren();
    byId("token").focus();
    changed();
  });
  return forget;
}

function take(changed) {
  const field = byId("token");
  const token = field.value.trim();
  if (!token) return field.focus();
  usePasted(token);
  field.value = "";
  byId("token-form").hidden = true;
  byId("token-kept").replaceChildren(el("span", {}, "Using the token that ends in ", el("code", {}, token.slice(-4)), "."), forgetButton(changed));
  byId("token-kept").querySelector("button").focus();
  changed();
}

async function draw(on) {
  byId("live").hidden = on !== "live";
  byId("source-text").replaceChildren(...(on === "sample" ? [SAMPLE] : sessionText(await signedIn())));
}

/** Draws the choice; `changed` hears of another source or another token. */
export function startSource(on, changed) {
  const radios = document.querySelectorAll("[name=on]");
  for (const radio of radios) {
    radio.checked = radio.value === on;
    radio.addEventListener("change", () => {
      draw(radio.value);
      changed();
    });
  }
  byId("token-note").textContent = PASTED;
  byId("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    take(changed);
  });
  return draw(on);
}

/** The source that is chosen. */
export const chosenSource = () => document.querySelector("[name=on]:checked").value;

/** Chooses a source, as an address says. */
export function chooseSource(on) {
  document.querySelector(`[name=on][value=${on}]`).checked = true;
  return draw(on);
}
