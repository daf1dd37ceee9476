// What all pages of the dashboard have around them, and how they start: the navigation, whose account it is, and what
// is said while a page loads, and when it can't.

import { byId, el } from "../dom.js";
import { explain, get, post } from "./api.js";
import { icon } from "./icons.js";
import { forgetPlace, toSignIn } from "./place.js";

const PAGES = [
  ["/dashboard/", "Overview", "overview"],
  ["/dashboard/token", "Tokens", "token"],
  ["/dashboard/buy", "Buy credits", "buy"],
  ["/dashboard/ledger", "Ledger", "ledger"],
  ["/dashboard/quick-start", "Quick start", "quick-start"],
  ["/dashboard/settings", "Settings", "settings"],
];
const OUTBOX = ["/dashboard/outbox", "Outbox", "outbox"];

const link = ([address, name, drawing]) =>
  el("li", {}, el("a", { href: address, "aria-current": location.pathname === address && "page" }, icon(drawing), name));

async function signOut(event) {
  const button = event.currentTarget;
  button.disabled = true;
  try {
    await post("sign-out", { everywhere: false });
    forgetPlace();
    location.assign("/dashboard/sign-in?signed-out");
  } catch (error) {
    if (error.status === 401) return toSignIn();
    button.disabled = false;
    byId("signing-out").textContent = explain(error);
  }
}

/** On narrow screens the navigation is folded behind a button. */
function menuButton(menu) {
  const button = el("button", { class: "menu", type: "button", "aria-expanded": "false", "aria-controls": menu.id }, icon("menu"), "Menu");
  button.addEventListener("click", () => button.setAttribute("aria-expanded", String(menu.classList.toggle("open"))));
  // The focus may be in the menu, on its button, or, after a tap, nowhere. A dialog closes itself.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.target.closest("dialog") || button.getAttribute("aria-expanded") !== "true") return;
    button.click();
    button.focus();
  });
  return button;
}

function drawShell() {
  const list = el("ul", { id: "pages" }, PAGES.map(link));
  const menu = el(
    "div",
    { id: "menu" },
    el("nav", { "aria-label": "Dashboard" }, list),
    el("ul", { class: "apart" }, el("li", {}, el("a", { href: "/docs/" }, icon("docs"), "Documentation"))),
    el(
      "div",
      { class: "who" },
      el("p", { id: "who" }),
      el("button", { type: "button", class: "quiet", click: signOut }, icon("out"), "Sign out"),
      el("p", { id: "signing-out", class: "wrong", role: "alert" }),
    ),
  );
  const mark = el("a", { class: "mark", href: "/" }, el("img", { src: "/icon.svg", alt: "", width: 26, height: 26 }), "Postern");
  byId("shell").append(mark, menuButton(menu), menu);
}

/** Says whose dashboard it is; in development there is one page more. */
function drawOwner({ account, development }) {
  const who = byId("who");
  who.replaceChildren(account.name && el("b", {}, account.name), el("span", {}, account.email));
  who.title = account.email;
  if (development) byId("pages").append(link(OUTBOX));
}

/** What stands in for the page while it loads, and where it can't be shown. */
const loading = () => el("p", { id: "loading", class: "loading", role: "status" }, "Loading …");

function failed(error, again) {
  return el(
    "div",
    { id: "failed", class: "notice bad", role: "alert" },
    el("div", {}, el("h2", {}, "This page could not be loaded"), el("p", {}, explain(error))),
    el("button", { type: "button", click: again }, "Try again"),
  );
}

/**
 * Starts a page: `draw` gets the account, as GET account answers it, and what the service says about itself, and fills
 * #content, which is shown once it is done. Without a session the reader signs in first, and comes back.
 */
export async function start(draw) {
  if (!byId("menu")) drawShell();
  const content = byId("content");
  const waiting = loading();
  byId("failed")?.remove();
  content.hidden = true;
  content.before(waiting);
  try {
    const [owner, service] = await Promise.all([get("account"), get("service")]);
    drawOwner({ ...owner, ...service });
    await draw(owner, service);
    content.hidden = false;
  } catch (error) {
    if (error.status === 401) return toSignIn();
    content.before(failed(error, () => start(draw)));
  } finally {
    waiting.remove();
  }
}

// Going back after signing out must not bring back what was shown.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
