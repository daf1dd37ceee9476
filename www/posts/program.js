// A query as programs: for a shell, and with the npm package.

import { ENDPOINTS, optionName, splitValues } from "./endpoints.js";

/** Within single quotes of a shell everything is itself, but for the quote. */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** An address with its names in it; a name that is missing is shown as the API's document does. */
function address({ endpoint, values }) {
  const { path, inPath } = ENDPOINTS[endpoint];
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

const literal = (name, value) => (NUMBERS.has(name) && /^(0|[1-9]\d{0,14})$/.test(value) ? value : JSON.stringify(value));

function optionsText(options) {
  if (options.length === 0) return undefined;
  const pairs = options.map(([name, value]) => `${optionName(name)}: ${literal(name, value)}`);
  const line = `{ ${pairs.join(", ")} }`;
  return line.length <= 56 ? line : `{\n  ${pairs.join(",\n  ")},\n}`;
}

const RESULTS = { account: "account", health: "health" };

/** The same with the npm package. */
export function javascript(origin, request) {
  const { names, options } = splitValues(request);
  const { method } = ENDPOINTS[request.endpoint];
  const settings = request.endpoint === "health" ? `{ baseUrl: ${JSON.stringify(origin)} }` : `{ baseUrl: ${JSON.stringify(origin)}, token }`;
  const args = [...names.map((name) => JSON.stringify(name)), optionsText(options)].filter(Boolean).join(", ");
  return [`import { Postern } from "postern";`, ``, `const posts = new Postern(${settings});`, `const ${RESULTS[request.endpoint] ?? "page"} = await posts.${method}(${args});`].join("\n");
}
