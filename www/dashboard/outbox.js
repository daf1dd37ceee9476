// Development only: mails that would have been sent, with their links.

import { byId, el } from "../dom.js";
import { explain, request } from "./api.js";
import { onPress } from "./form.js";
import { time } from "./format.js";

const LINKS = /(https?:\/\/[^\s<>"]+)/;

/** A text whose addresses are links. */
const linked = (text) => text.split(LINKS).map((part, index) => (index % 2 ? el("a", { href: part }, part) : part));

function mail({ at, to, subject, text }, index) {
  return el(
    "article",
    { class: "card mail", "aria-labelledby": `mail-${index}` },
    el("h2", { id: `mail-${index}` }, subject),
    el("p", { class: "note" }, "To ", el("b", {}, to), ", ", el("time", { datetime: at }, time(at))),
    el("pre", {}, linked(text)),
  );
}

const said = (error) => (error.status === 404 ? "There is no outbox here: this service is not in development." : explain(error));

async function load() {
  const { mails } = await request("GET", "/dashboard/outbox");
  byId("mails").replaceChildren(...mails.map(mail));
  byId("status").textContent = mails.length ? "" : "No mail yet. Sign up or sign in, and it appears here.";
}

const tryToLoad = () => load().catch((error) => (byId("status").textContent = said(error)));

onPress(byId("reload"), tryToLoad, byId("status"));
tryToLoad();
