// Asks for numbers of posts by day: one call of the service, or, on the sample, the posts themselves. The npm package has no such
// call yet.

import { call } from "../dashboard/api.js";
import { ask, callOf, splitValues } from "../posts/endpoints.js";
import { clientOf, currentToken } from "./clients.js";
import { NONE, add, ofPost, regrouped } from "./tally.js";

const refused = (parameter, message) => ({ parameter, code: "INVALID_VALUE", message });

/** What a path takes and a list of the query does not: these names are one each. */
function nameFaults(request) {
  const { needed } = callOf(request);
  return needed.flatMap((name) => {
    const value = request.values[name];
    if (!value) return [refused(name, "expected a name, and none came")];
    return value.includes(",") ? [refused(name, "expected a name without a comma, as counts reads a comma as the end of a name")] : [];
  });
}

/** Fails as a call would. */
function checkNames(request) {
  const details = nameFaults(request);
  if (details.length === 0) return;
  const message = details.map((one) => `${one.parameter}: ${one.message}`).join("; ");
  throw Object.assign(new Error(message), { code: "INVALID_PARAMETER", details });
}

const header = (response, name) => response.headers.get(name) ?? undefined;

async function live(request, signal) {
  const { path } = callOf(request);
  const headers = { Authorization: `Bearer ${await currentToken()}` };
  const response = await call(`${path}?${new URLSearchParams(splitValues(request).options)}`, { headers, signal });
  const { data } = await response.json();
  const remaining = header(response, "X-Credits-Remaining");
  return {
    ...data,
    credits: { charged: Number(header(response, "X-Credits-Charged") ?? 0), remaining: remaining === undefined ? null : Number(remaining) },
    requestId: header(response, "X-Request-Id"),
  };
}

const dayOf = (post) => post.published_at.slice(0, 10);

async function onSample(request) {
  const { fields } = callOf(request);
  const values = Object.fromEntries(fields.map((name) => [name, request.values[name]]));
  const all = ask(await clientOf("sample"), { endpoint: request.endpoint, values });
  const { sort_by: _sortBy, sort_order: _sortOrder, ...filters } = (await all).query;
  const posts = [];
  for await (const post of all.all()) posts.push({ key: dayOf(post), ...ofPost(post) });
  const page = { from: filters.from, to_exclusive: filters.to_exclusive, has_more: false, next_cursor: null };
  return { total: posts.reduce(add, NONE), groups: regrouped(posts), others: null, page, query: { ...filters, group_by: "day", top: null } };
}

/**
 * The numbers of the posts that a request means, by day: as the service answers, with what it cost. Those of a `cursor` are of
 * older posts.
 */
export async function countDays(request, signal) {
  checkNames(request);
  return request.on === "live" ? live(request, signal) : onSample(request);
}
