// From the credential to the account. A token's state is asked for at every call, so that a revoked one is dead at once.

import { ApiError } from "./error.js";
import { crc32 } from "./crc32.js";

const START = "postern_live_";
const FORM = /^postern_live_[0-9A-Za-z]{49}$/;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const encoder = new TextEncoder();

const ACCOUNT = `SELECT a.id, a.status, a.balance FROM tokens t JOIN accounts a ON a.id = t.account_id WHERE t.hash = ?`;

function credential(c) {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(c.req.header("Authorization") ?? "");
  return bearer ? (bearer[1] ?? "") : c.req.header("X-API-Token");
}

/** Whether a token has the right form and checksum: a malformed one is refused without asking storage. */
function isFormed(token) {
  if (!FORM.test(token)) return false;
  let [sum, digits] = [crc32(encoder.encode(token.slice(0, -6))), ""];
  for (; digits.length < 6; sum = Math.floor(sum / 62)) digits = BASE62[sum % 62] + digits;
  return token.endsWith(digits);
}

export const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const sha256 = async (text) => hex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));

async function refuse(c) {
  const { success } = await c.env.REFUSALS.limit({ key: c.req.header("CF-Connecting-IP") ?? "" });
  if (!success) return new ApiError("RATE_LIMITED", { headers: { "Retry-After": "60" } });
  return new ApiError("INVALID_API_TOKEN", { headers: { "WWW-Authenticate": "Bearer" } });
}

/** The middleware: credential, account, status and rate limit. */
export async function authenticate(c, next) {
  const token = credential(c);
  if (token === undefined) throw new ApiError("MISSING_API_TOKEN", { headers: { "WWW-Authenticate": "Bearer" } });
  if (!token.startsWith(START) || !isFormed(token)) throw await refuse(c);
  const tokenHash = await sha256(token);
  const account = await c.env.DB.prepare(ACCOUNT).bind(tokenHash).first();
  if (!account) throw await refuse(c);
  c.set("account", account);
  c.set("tokenHash", tokenHash);
  if (account.status !== "active") throw new ApiError("ACCOUNT_INACTIVE");
  const { success } = await c.env.CALLS.limit({ key: String(account.id) });
  if (!success) throw new ApiError("RATE_LIMITED", { headers: { "Retry-After": "60" } });
  await next();
}
