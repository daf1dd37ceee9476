// A call of an operation, out of the document's own examples: as a line for a terminal, and as the explorer's address.

/** What the explorer's address says of the calls that it makes. */
const EXPLORED = {
  "/api/v1/posts/search": { call: "search" },
  "/api/v1/posts/by-user/{platform}/{username}": { call: "by-user" },
  "/api/v1/posts/by-hashtag/{platform}/{hashtag}": { call: "by-hashtag" },
  "/api/v1/posts/counts": { call: "search", want: "days" },
  "/api/v1/account": { call: "account" },
  "/api/v1/health": { call: "health" },
};
/** Parameters that an example has although it needn't. */
const SHOWN = ["keyword", "sort_by"];
/** The variable that holds a credential. */
const VARIABLES = { operatorSecret: "POSTERN_OPERATOR_SECRET", bearer: "POSTERN_TOKEN" };

/** The parameters of a place, with the value of the first example of each. */
function filled(operation, place, model) {
  const wanted = operation.parameters.filter((one) => one.in === place && (one.required || SHOWN.includes(one.name)));
  return wanted.map((one) => [one.name, String(model.values(one)[0])]);
}

/** The path and query of the example. */
function addressOf(operation, model) {
  const path = filled(operation, "path", model).reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), operation.path);
  const query = new URLSearchParams(filled(operation, "query", model)).toString();
  return query ? `${path}?${query}` : path;
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** What sends the body: JSON in place, lines out of a file. */
function bodyOf(operation, model) {
  if (!operation.body) return [];
  const [type, media] = operation.body;
  const [, value] = model.examples(media)[0];
  const data = typeof value === "string" ? "--data-binary @posts.ndjson" : `--data ${quoted(JSON.stringify(value))}`;
  return [`-H "Content-Type: ${type}"`, data];
}

/** The example as a line for a terminal. */
export function curl(operation, model, origin) {
  const scheme = (operation.security ?? []).flatMap((one) => Object.keys(one)).find((name) => VARIABLES[name]);
  const parts = [
    operation.method === "GET" ? "" : `-X ${operation.method}`,
    scheme ? `-H "Authorization: Bearer $${VARIABLES[scheme]}"` : "",
    ...bodyOf(operation, model),
    `"${origin}${addressOf(operation, model)}"`,
  ];
  return ["curl", ...parts.filter(Boolean)].join(" \\\n  ").replace("curl \\\n  ", "curl ");
}

/** The explorer's address for the example, or undefined where it does not make this call. */
export function explored(operation, model) {
  const call = operation.method === "GET" ? EXPLORED[operation.path] : undefined;
  if (!call) return undefined;
  const values = [...filled(operation, "path", model), ...filled(operation, "query", model)];
  return `/explore/?${new URLSearchParams([...Object.entries(call), ...values])}`;
}
