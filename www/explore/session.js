// Who is signed in at the dashboard, and the tokens that this page gets from there.

import { get, post } from "../dashboard/api.js";

/** Who does not answer within this is waited for no longer. */
const MOST_MS = 3000;

const tooLate = () => new Promise((resolve) => setTimeout(resolve, MOST_MS, { isUnknown: true }));

async function ask() {
  const { account, token } = await get("account");
  return { name: account.email, isReady: account.status === "active" && Boolean(token) };
}

/**
 * The signed-in owner: `name`, and `isReady` if calls can be made; nothing where nobody is signed in, and `isUnknown`
 * where the service does not tell, or not within seconds.
 */
export function owner() {
  const asked = ask().catch(({ status }) => (status === 401 ? undefined : { isUnknown: true }));
  return Promise.race([asked, tooLate()]);
}

/** A browser token of a few minutes, for this site only. */
export const freshToken = async () => (await post("browser-token")).token;
