// What an error means for who sees it, and what to do about it. The service's own words stand beside it.

const SIGN_IN = ["/dashboard/sign-in", "Sign in"];
const TOKEN = ["/dashboard/token", "Tokens"];

const wait = ({ retryAfter }) => (retryAfter ? `Wait ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}, then run it again.` : "Wait a little, then run it again.");

/** By code: a title, what to do, and where that is done. */
const ADVICE = {
  INVALID_PARAMETER: ["Something in the query is not right", "Each field says what is wrong with it. Nothing was charged."],
  MISSING_API_TOKEN: ["No token was sent", "Sign in, or paste a token.", SIGN_IN],
  INVALID_API_TOKEN: ["The token is not valid", "It is mistyped, replaced, revoked or expired. Paste another one, or sign in.", TOKEN],
  NOT_SIGNED_IN: ["You are not signed in", "Sign in and come back, paste a token, or use the sample.", SIGN_IN],
  ACCOUNT_INACTIVE: ["The account has no access yet", "The dashboard says why: it has no payment yet, it is suspended, or it has no token.", ["/dashboard/", "Dashboard"]],
  INSUFFICIENT_CREDITS: ["The account has no credits left", "Buy credits, then run it again.", ["/dashboard/buy", "Buy credits"]],
  INSUFFICIENT_SCOPE: ["The token does not allow this call", "A browser token may be limited to networks, names, origins, a page size, and to posts. Ask for less, or paste another one."],
  RATE_LIMITED: ["Too many calls in a short time", wait],
  STORAGE_UNAVAILABLE: ["The service can’t read its storage right now", wait],
  INTERNAL_ERROR: ["Something went wrong on our side", "Run it again. If it keeps happening, tell whoever runs the service the request id."],
  NOT_FOUND: ["There is no such address", "Fill in the name in the path."],
  URI_TOO_LONG: ["The query is too long", "Shorten the keyword."],
  NETWORK_ERROR: ["The service could not be reached", "Check your connection, then run it again."],
  TIMEOUT: ["The service took too long to answer", "Run it again."],
  ABORTED: ["Stopped", "No more pages are requested. A page that was already requested may have been charged."],
  DECODE_ERROR: ["The answer could not be read", "Something between this page and the service changed it. Run it again."],
};

const UNKNOWN = ["The call failed", "Run it again. If it keeps happening, tell whoever runs the service what you did."];

/** What led to an error counts more where a token could not be had. */
export const rootOf = (error) => (error.cause?.code in ADVICE && error.code !== error.cause.code ? error.cause : error);

/** A title, what to do, and a link to where, of an error. */
export function advice(error) {
  const [title, todo, link] = ADVICE[error.code] ?? UNKNOWN;
  return { title, todo: typeof todo === "function" ? todo(error) : todo, link };
}
