// Who is signed in at the dashboard, and the tokens that this page gets from there.

import { get, post } from "../dashboard/api.js";

/**
 * The signed-in owner: `name`, and `isReady` if calls can be made. Nothing where nobody is signed in, or it can't be
 * told.
 */
export async function owner() {
  const { account, token } = await get("account").catch(() => ({}));
  return account && { name: account.email, isReady: account.status === "active" && Boolean(token) };
}

/** A browser token of a few minutes, for this site only. */
export const freshToken = async () => (await post("browser-token")).token;
