// Asks for numbers of posts by day.

import { ask, callOf } from "../posts/endpoints.js";

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

/** The numbers of the posts that a request means, by day. Those of a `cursor` are of older posts. */
export async function countDays(client, request, signal) {
  checkNames(request);
  return ask(client, request, { signal });
}
