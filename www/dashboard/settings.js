// Settings: who the owner is, what browser tokens may spend, and leaving.

import { byId } from "../dom.js";
import { ApiError, patch, post, remove } from "./api.js";
import { confirmed, textField } from "./dialog.js";
import { onSubmit } from "./form.js";
import { showMailed } from "./mailed.js";
import { forgetPlace } from "./place.js";
import { start } from "./shell.js";

let email = "";

function draw({ account, settings }) {
  email = account.email;
  byId("name").value = account.name;
  byId("company").value = account.company;
  byId("current-email").textContent = account.email;
  byId("browser_cap").value = settings.browser_cap ?? "";
}

/** Saves some of it; "Saved." is said anew each time. */
async function save(values, said) {
  byId(said).textContent = "";
  draw(await patch("account", values));
  byId(said).textContent = "Saved.";
}

function sent(address, expires) {
  const [form, place] = [byId("email-form"), byId("mailed")];
  const again = () => {
    place.hidden = true;
    form.hidden = false;
    byId("email").focus();
  };
  form.hidden = true;
  showMailed(place, { email: address, expires, again, done: () => location.reload(), level: "h3" });
}

const mistyped = () => new ApiError({ status: 400, code: "INVALID_PARAMETER", details: [{ parameter: "email", message: `Type ${email} to continue.` }] });

/** Deletes the account, once its address was typed. */
async function deleteAccount({ email: typed }) {
  if (typed.trim().toLowerCase() !== email.toLowerCase()) throw mistyped();
  await remove("account", { email: typed.trim() });
  forgetPlace();
  location.replace("/dashboard/sign-in?deleted");
}

function askToDelete() {
  const field = textField({ name: "email", label: `Type ${email} to confirm`, autocomplete: "off", type: "email" });
  const text = ["The account is deleted with its data: token, usage, ledger and sessions. Remaining credits are lost, and this can’t be undone.", "You may want to export the ledger first."];
  confirmed({ title: "Delete your account?", text, action: "Delete account", fields: [field], act: deleteAccount });
}

async function signOutEverywhere() {
  await post("sign-out", { everywhere: true });
  forgetPlace();
  location.assign("/dashboard/sign-in?signed-out");
}

function askToSignOut() {
  const text = "Every browser that is signed in has to sign in again, including this one.";
  confirmed({ title: "Sign out everywhere?", text, action: "Sign out everywhere", act: signOutEverywhere });
}

start(draw);
onSubmit(byId("profile"), ({ name, company }) => save({ name: name.trim(), company: company.trim() }, "profile-said"));
onSubmit(byId("cap"), ({ browser_cap: cap }) => save({ browser_cap: cap === "" ? null : Number(cap) }, "cap-said"));
onSubmit(byId("email-form"), async ({ email: address }) => sent(address, (await post("email", { email: address })).expires_in));
byId("everywhere").addEventListener("click", askToSignOut);
byId("delete").addEventListener("click", askToDelete);
