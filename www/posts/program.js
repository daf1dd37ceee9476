// A query as programs: for a shell, with the npm package, and for Python.

import { asksForDays, callOf, optionName, splitValues } from "./endpoints.js";

/** Within single quotes of a shell everything is itself, but for the quote. */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** An address with its names in it; a name that is missing is shown as the API's document does. */
function address(request) {
  const { values } = request;
  const { path, inPath } = callOf(request);
  return inPath.reduce((text, name) => (values[name] ? text.replace(`{${name}}`, () => encodeURIComponent(values[name])) : text), path);
}

/** The call for a shell with curl; the token comes from the environment, so that it is in no history. */
export function curl(origin, request) {
  const { options } = splitValues(request);
  const token = request.endpoint === "health" ? [] : ['--header "Authorization: Bearer $POSTERN_TOKEN"'];
  const parameters = options.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  const get = parameters.length > 0 ? "curl --get" : "curl";
  return [`${get} ${quoted(origin + address(request))}`, ...token, ...parameters].join(" \\\n  ");
}

const NUMBERS = new Set(["limit", "min_likes", "min_comments", "min_views", "min_shares"]);

/** Values as they are written in a program: in one line where they fit, else a line each. */
function lines(pairs, room) {
  const line = `{ ${pairs.join(", ")} }`;
  return line.length <= room ? line : `{\n  ${pairs.join(",\n  ")},\n}`;
}

const literal = (name, value) => (NUMBERS.has(name) && /^(0|[1-9]\d{0,14})$/.test(value) ? value : JSON.stringify(value));

function optionsText(options) {
  if (options.length === 0) return undefined;
  const pairs = options.map(([name, value]) => `${optionName(name)}: ${literal(name, value)}`);
  return lines(pairs, 56);
}

const RESULTS = { account: "account", health: "health" };

/** What an answer is called. */
const resultOf = (request) => (asksForDays(request) ? "counts" : (RESULTS[request.endpoint] ?? "page"));

/** The same with the npm package. */
export function javascript(origin, request) {
  const { names, options } = splitValues(request);
  const { method } = callOf(request);
  const settings = request.endpoint === "health" ? `{ baseUrl: ${JSON.stringify(origin)} }` : `{ baseUrl: ${JSON.stringify(origin)}, token }`;
  const args = [...names.map((name) => JSON.stringify(name)), optionsText(options)].filter(Boolean).join(", ");
  return [`import { Postern } from "@postern/client";`, ``, `const posts = new Postern(${settings});`, `const ${resultOf(request)} = await posts.${method}(${args});`].join("\n");
}

/** The same for Python with requests. */
export function python(origin, request) {
  const isHealth = request.endpoint === "health";
  const pairs = splitValues(request).options.map(([name, value]) => `        ${JSON.stringify(name)}: ${literal(name, value)},`);
  const parts = [
    !isHealth && `    headers={"Authorization": "Bearer " + os.environ["POSTERN_TOKEN"]},`,
    pairs.length > 0 && ["    params={", ...pairs, "    },"].join("\n"),
    "    timeout=30,",
  ];
  return [
    ...(isHealth ? [] : ["import os"]),
    "import requests",
    "",
    "response = requests.get(",
    `    ${JSON.stringify(origin + address(request))},`,
    ...parts.filter(Boolean),
    ")",
    "response.raise_for_status()",
    `${resultOf(request)} = response.json()${isHealth ? "" : '["data"]'}`,
  ].join("\n");
}
