// Who is signed in at the dashboard, and the tokens that this page gets from there.

import { get, post } from "../dashboard/api.js";

/** Who does not answer within this is waited for no longer. */
const MOST_MS = 3000;

const tooLate = () => new Promise((resolve) => setTimeout(resolve, MOST_MS, { isUnknown: true }));

/** What was told last. */
let known;

async function ask() {
  const { account, token, test_token: testToken } = await get("account");
  const isReady = account.status === "active" && Boolean(token);
  return { name: account.email, isReady, testToken: isReady || account.status === "suspended" ? undefined : testToken };
}

/**
 * The signed-in owner: `name`, and `isReady` if the stored posts can be read, or else the `testToken` that calls are made with;
 * nothing where nobody is signed in, and `isUnknown` where the service does not tell, or not within seconds.
 */
export async function owner() {
  const asked = ask().catch(({ status }) => (status === 401 ? undefined : { isUnknown: true }));
  known = await Promise.race([asked, tooLate()]);
  return known;
}

/** Whether calls are made with the owner's test token. */
export const isTesting = () => Boolean(known?.testToken);

/** A token of the owner: the test token while there is nothing else, or a browser token of a few minutes, for this site only. */
export async function freshToken() {
  const who = await owner();
  return who?.testToken ?? (await post("browser-token")).token;
}
