// The quick start: programs out of files, with this service's own address in them.

import { byId, el } from "../dom.js";
import { ApiError } from "./api.js";
import { copyButton } from "./copy.js";
import { count } from "./format.js";
import { start } from "./shell.js";
import { makeTabs } from "./tabs.js";

const PLACEHOLDER = "https://your-host";

async function read(file) {
  const response = await fetch(`/dashboard/snippets/${file}`).catch(() => undefined);
  if (!response?.ok) throw new ApiError({ status: response?.status ?? 0, message: `${file} could not be loaded` });
  return (await response.text()).trimEnd().replaceAll(PLACEHOLDER, location.origin);
}

async function fill(panel) {
  const code = el("code", {}, await read(panel.dataset.file));
  const name = byId(panel.getAttribute("aria-labelledby")).textContent;
  panel.querySelector(".snippet")?.remove();
  const pre = el("pre", { tabindex: "0", role: "region", "aria-label": `${name} program` }, code);
  panel.append(el("div", { class: "snippet" }, el("p", { class: "over" }, el("span", {}, panel.dataset.name), copyButton(code, `the ${name} program`)), pre));
}

function which({ token }) {
  const link = el("a", { href: "/dashboard/token" }, token?.waiting ? "Show it now" : "Open the token page");
  return [token ? `Yours ends in ${token.last_four}. ` : "You have none at the moment. ", link, "."];
}

start(async (owner, service) => {
  await Promise.all([...document.querySelectorAll("[role=tabpanel]")].map(fill));
  byId("which").replaceChildren(...which(owner));
  byId("price").textContent = count(service.credits_per_page, "credit");
});
makeTabs(byId("tabs"));
