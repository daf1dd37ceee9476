// Calls of the service, and what to say when one fails.

/** Why a call failed: `status` 0 is a network that is down. */
export class ApiError extends Error {
  constructor({ status, code, message, details = [], request_id: requestId, retryAfter }) {
    super(message);
    Object.assign(this, { name: "ApiError", status, code, details, requestId, retryAfter });
  }
}

const unreachable = () => new ApiError({ status: 0, code: "NETWORK_ERROR", message: "the service could not be reached" });

async function failure(response) {
  const { error } = await response.json().catch(() => ({}));
  const requestId = error?.request_id ?? response.headers.get("X-Request-Id") ?? undefined;
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  const plain = { code: "UNKNOWN", message: `the service answered ${response.status}` };
  return new ApiError({ ...plain, ...error, status: response.status, request_id: requestId, retryAfter });
}

/**
 * Calls an address.
 * @throws {ApiError} where it can't be reached, or answers an error.
 */
export async function call(address, init) {
  const response = await fetch(address, init).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw await failure(response);
  return response;
}

/** Calls an address and gives the `data` of its answer. Fails as `call` does. */
export async function request(method, address, { body, headers = {} } = {}) {
  const init = { method, headers: { Accept: "application/json", ...headers }, cache: "no-store" };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["Content-Type"] = "application/json";
  }
  const response = await call(address, init);
  const answer = await response.json().catch(() => {
    throw unreachable();
  });
  return answer.data ?? answer;
}

const API = "/dashboard/api/";

export const get = (path) => request("GET", API + path);
export const post = (path, body = {}) => request("POST", API + path, { body });
export const patch = (path, body) => request("PATCH", API + path, { body });
export const remove = (path, body) => request("DELETE", API + path, { body });

function wait(seconds) {
  if (!seconds) return "in a moment";
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

const named = (error) => (error.requestId ? ` If it keeps happening, tell whoever runs the service this request id: ${error.requestId}` : "");

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** What to tell the reader about a failed call. Faults of our own code are not hidden from the console. */
export function explain(error) {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return "This page failed. Reload it; if that does not help, tell whoever runs the service what you did.";
  }
  if (error.status === 0) return "The service could not be reached. Check your connection, then try again.";
  if (error.status === 429) return `Too many tries in a short time. Try again ${wait(error.retryAfter)}.`;
  if (error.code === "PAYMENTS_UNAVAILABLE") return `Payments can’t be started right now. Nothing was charged; try again ${wait(error.retryAfter)}.${named(error)}`;
  if (error.status >= 500) return `Something went wrong on our side. Try again ${wait(error.retryAfter)}.${named(error)}`;
  return sentence(error.message);
}
