// The programs of a query, in tabs, each with a button that copies it.

import { el } from "../dom.js";
import { copyButton } from "../dashboard/copy.js";
import { makeTabs } from "../dashboard/tabs.js";
import { painted } from "./paint.js";
import { curl, javascript, python } from "./program.js";

const LANGUAGES = [
  ["curl", "curl", curl, "curl"],
  ["javascript", "JavaScript", javascript, "js"],
  ["python", "Python", python, "python"],
];

function tab([name, label], index) {
  return el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `program-${name}`, "aria-selected": String(index === 0), tabindex: index === 0 ? 0 : -1 }, label);
}

function panel([name, label], index, code) {
  const pre = el("pre", { tabindex: "0", role: "region", "aria-label": `The call in ${label}` }, code);
  return el("div", { role: "tabpanel", id: `program-${name}`, "aria-labelledby": `tab-${name}`, hidden: index !== 0 }, pre, copyButton(code, `the call in ${label}`));
}

/** Programs that follow what is typed: `show` gets the request. */
export function makeSnippets() {
  const codes = LANGUAGES.map(() => el("code"));
  const list = el("div", { role: "tablist", class: "tabs", "aria-label": "Language" }, LANGUAGES.map(tab));
  const element = el("div", { class: "program" }, list, LANGUAGES.map((language, index) => panel(language, index, codes[index])));
  makeTabs(list);
  return {
    element,
    show(request) {
      for (const [index, [, , program, language]] of LANGUAGES.entries()) {
        codes[index].replaceChildren(...painted(program(location.origin, request), language));
      }
    },
  };
}
