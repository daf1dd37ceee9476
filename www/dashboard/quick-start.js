// The quick start: programs out of files, with this service's own address in them.

import { byId, el } from "../dom.js";
import { ApiError } from "./api.js";
import { snippet } from "./copy.js";
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
  panel.append(snippet(code, { name: panel.dataset.name, label: `${name} program` }));
}

function which({ token }) {
  const link = el("a", { href: "/dashboard/token" }, token?.waiting ? "Show it now" : "Open the token page");
  return [token ? `Yours ends in ${token.last_four}. ` : "You have none at the moment. ", link, "."];
}

/** Shows how to set one of the tokens: the test token in full, as it opens nothing of value. */
function choose(token) {
  document.querySelector(`[name=with][value=${token}]`).checked = true;
  byId("with-test").hidden = token !== "test";
  byId("with-live").hidden = token !== "live";
}

function drawTokens(owner) {
  const line = el("code", {}, `export POSTERN_TOKEN=${owner.test_token}`);
  byId("export").replaceChildren(snippet(line, { name: "Terminal", label: "test token" }));
  byId("which").replaceChildren(...which(owner));
  choose(owner.token || !owner.test_token ? "live" : "test");
}

start(async (owner, service) => {
  await Promise.all([...document.querySelectorAll("[role=tabpanel]")].map(fill));
  drawTokens(owner);
  byId("price").textContent = count(service.credits_per_page, "credit");
});
for (const radio of document.querySelectorAll("[name=with]")) radio.addEventListener("change", () => choose(radio.value));
makeTabs(byId("tabs"));
