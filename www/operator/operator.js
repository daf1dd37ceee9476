// The operator's page: asks for the secret, then shows accounts, payments that fit none, the data set and what was done.

import { byId, el } from "../dom.js";
import { explain } from "../dashboard/api.js";
import { onPress, onSubmit } from "../dashboard/form.js";
import { drawAccounts } from "./accounts.js";
import { drawChanges } from "./changes.js";
import { drawDataSet, drawHealth } from "./data-set.js";
import { drawUnmatched } from "./unmatched.js";
import { forgetSecret, get, hasSecret, isRefused, keepSecret } from "./service.js";

/** One part that can't be loaded leaves the others standing. */
async function part(place, draw) {
  try {
    await draw(place);
  } catch (error) {
    place.replaceChildren(el("p", { class: "wrong", role: "alert" }, explain(error)));
  }
}

function say(text) {
  byId("said").replaceChildren(el("div", { class: "notice good" }, el("p", {}, text)));
}

/** Something was done: it is said, and all is read again. */
async function changed(text) {
  say(text);
  await load();
}

async function load() {
  const stats = await get("stats");
  drawHealth(stats, byId("notices"), byId("figures"));
  drawDataSet(stats, byId("posts"));
  await Promise.all([
    part(byId("unmatched"), (place) => drawUnmatched(place, changed)),
    part(byId("accounts"), (place) => drawAccounts(place, changed)),
    part(byId("changes"), drawChanges),
  ]);
}

function show(isOpen) {
  byId("loading").hidden = true;
  byId("ask").hidden = isOpen;
  byId("bar").hidden = !isOpen;
  byId("forget").hidden = !hasSecret();
  byId("content").hidden = !isOpen;
}

function refusal(error) {
  if (error.status === 404) return "The service has no operator secret, or one under 32 characters, so this page can’t open.";
  return error.code === "INVALID_OPERATOR_SECRET" ? "This is not the operator secret of this service." : explain(error);
}

async function open({ secret }) {
  keepSecret(secret);
  try {
    await load();
  } catch (error) {
    forgetSecret();
    if (!isRefused(error) && error.status !== 404) throw error;
    byId("form").querySelector("[role=alert]").textContent = refusal(error);
    byId("operator-secret").select();
    return;
  }
  byId("operator-secret").value = "";
  show(true);
}

function forget() {
  forgetSecret();
  byId("said").replaceChildren();
  show(false);
  for (const id of ["notices", "figures", "unmatched", "accounts", "posts", "changes"]) byId(id).replaceChildren();
  byId("operator-secret").focus();
}

/** What is kept, or Cloudflare Access, may open the page; else it asks. */
async function begin() {
  try {
    await load();
    show(true);
  } catch (error) {
    if (isRefused(error)) forgetSecret();
    show(false);
    if (!isRefused(error)) byId("form").querySelector("[role=alert]").textContent = refusal(error);
  }
}

onSubmit(byId("form"), open);
byId("forget").addEventListener("click", forget);
onPress(byId("reload"), load, byId("wrong"));
begin();
