// Where the answers come from: the sample, the service with the session's token or a pasted one, or a copy of its posts.

import { byId, el } from "../dom.js";
import { hasPasted, hasPastedTest, usePasted } from "./clients.js";
import { copyFilter } from "./copy.js";
import { owner } from "./session.js";

const SAMPLE = "300 invented posts, answered inside this page by the service’s own code. Nothing is sent, and nothing is charged.";
const COPY = "A copy of posts in this browser, answered inside this page by the service’s own code, without a network too. Queries cost nothing.";
const PASTED = "Calls use the token that you pasted. Each page with posts is charged to that token’s account, whoever is signed in.";
const TEST = "which costs nothing and is answered from 300 invented posts.";
const PASTED_TEST = `Calls use the test token that you pasted, ${TEST}`;
const KEPT = "The token is only in this page’s memory: it is not stored, and is gone when you leave or reload.";
export const ASKING = "Checking whether you are signed in …";

let asking;

/** Asked once; what could not be told is asked again. */
async function signedIn() {
  asking ??= owner();
  const who = await asking;
  if (who?.isUnknown) asking = undefined;
  return who;
}

const link = (href, text) => el("a", { href }, text);

/** What there is to know about calls with the session's own token. */
function sessionText(who) {
  if (!who) return ["You are not signed in. ", link("/dashboard/sign-in", "Sign in"), " and come back, or paste a token. Each page with posts is charged, except with a test token."];
  if (who.isUnknown) return ["The service did not say whether you are signed in. Paste a token, or press Run to try it anyway. Each page with posts is charged."];
  if (who.testToken) return ["Signed in as ", el("b", {}, who.name), `. The account has no API token, so calls use its test token, ${TEST}`];
  if (!who.isReady) return ["Signed in as ", el("b", {}, who.name), ", but the account can’t make calls. ", link("/dashboard/", "See why"), ", or paste a token."];
  return ["Signed in as ", el("b", {}, who.name), ". This page uses its own browser token, valid for 15 minutes. Each page with posts is charged."];
}

/** Which source to begin with, where the address does not say. */
export async function usualSource() {
  if (copyFilter() && !navigator.onLine) return "copy";
  const who = await signedIn();
  return who?.isReady || who?.testToken ? "live" : "sample";
}

/** The source that is chosen. */
export const chosenSource = () => document.querySelector("[name=on]:checked").value;

const say = (...text) => byId("source-text").replaceChildren(...text);

let latest = 0;

/** Says who answers and who pays, as it is now; who is signed in is told later, unless something else is chosen by then. */
async function draw() {
  const mine = (latest += 1);
  const source = chosenSource();
  byId("live").hidden = source !== "live";
  byId("copy").hidden = source !== "copy";
  if (source !== "live") return say(source === "copy" ? COPY : SAMPLE);
  if (hasPasted()) return say(hasPastedTest() ? PASTED_TEST : PASTED);
  say(ASKING);
  const who = await signedIn();
  return mine === latest && say(...sessionText(who));
}

function forgetButton(changed) {
  const forget = el("button", { type: "button" }, "Forget token");
  forget.addEventListener("click", () => {
    usePasted(undefined);
    byId("token-form").hidden = false;
    byId("token-kept").replaceChildren();
    byId("token").focus();
    draw();
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
  draw();
  return changed();
}

/** Follows the choice; `changed` hears of another source or another token. */
export function startSource(changed) {
  for (const radio of document.querySelectorAll("[name=on]")) {
    radio.addEventListener("change", () => {
      draw();
      changed();
    });
  }
  byId("token-note").textContent = KEPT;
  byId("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    take(changed);
  });
  say(ASKING);
}

/** Chooses a source, as an address says. */
export function chooseSource(on) {
  document.querySelector(`[name=on][value=${on}]`).checked = true;
  draw();
}
