// Colours programs: strings, numbers and words that mean something. It is for looks; what stands there is not changed.

import { el } from "../dom.js";

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const TOKENS = {
  json: new RegExp(`(?<key>"(?:[^"\\\\]|\\\\.)*")(?=:)|(?<string>${STRING})|(?<number>-?\\b\\d[\\d.eE+-]*)|(?<word>\\b(?:true|false|null)\\b)`, "g"),
  js: new RegExp(`(?<string>${STRING})|(?<word>\\b(?:import|from|const|new|await|async|for|of|console)\\b)|(?<number>\\b\\d+\\b)`, "g"),
  python: new RegExp(`(?<string>${STRING})|(?<word>\\bimport\\b)|(?<number>\\b\\d+\\b)`, "g"),
  curl: new RegExp(`(?<string>${STRING})|(?<word>^curl\\b|(?<=\\s)--[a-z-]+)`, "g"),
};

/** More than this is shown in one colour: thousands of elements would make the page slow. */
const MOST = 150_000;

function token({ 0: text, groups }) {
  const [kind] = Object.entries(groups).find(([, found]) => found !== undefined);
  return el("bdi", { class: `code-${kind}` }, text);
}

/** The parts of a text in a language, for `replaceChildren`. */
export function painted(text, language) {
  if (text.length > MOST) return [text];
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS[language])) {
    parts.push(text.slice(end, match.index), token(match));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
