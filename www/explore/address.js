// The address carries the query, so that it can be linked and reloaded. It never carries a token: what looks like one is
// dropped, and so is what no call knows.

import { ENDPOINTS, asksForDays, callOf } from "../posts/endpoints.js";
import { FIELDS } from "../posts/fields.js";

const SOURCES = ["sample", "live", "copy"];
const WANTS = ["posts", "days"];
const VIEWS = ["cards", "table", "json"];

const among = (value, all) => (all.includes(value) ? value : undefined);

const isToken = (value) => /postern_(live|browser|test)_/i.test(value);

/** The names of the values that hold a token. */
export const tokensAmong = (values) => Object.keys(values).filter((name) => isToken(values[name]));

/**
 * What an address asks for: `endpoint`, `want`, `values`, and, where it says so, `on` and `view`. `withheld` names what was
 * dropped because it looks like a token: without it the query is another one.
 */
export function readAddress(search) {
  const all = new URLSearchParams(search);
  const known = [...all].filter(([name, value]) => Object.hasOwn(FIELDS, name) && value);
  return {
    endpoint: among(all.get("call"), Object.keys(ENDPOINTS)) ?? "search",
    want: among(all.get("want"), WANTS) ?? "posts",
    on: among(all.get("on"), SOURCES),
    view: among(all.get("view"), VIEWS),
    values: Object.fromEntries(known.filter(([, value]) => !isToken(value))),
    withheld: tokensAmong(Object.fromEntries(known)),
  };
}

/** The address of a query; what is usual is left out. */
export function writeAddress(request) {
  const { endpoint, values, on, view } = request;
  const known = callOf(request).fields.filter((name) => values[name] && !isToken(values[name]));
  const pairs = [["call", endpoint], ["want", asksForDays(request) && "days"], ...known.map((name) => [name, values[name]]), ["on", on], ["view", view === "cards" ? undefined : view]];
  return `?${new URLSearchParams(pairs.filter(([, value]) => value))}`;
}
