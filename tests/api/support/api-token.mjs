// Test tokens of accounts, and API tokens of the right form that nobody has, written down a second time from their description.

import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { findAccount } from "../../../scripts/lib/client.mjs";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The last digits of a number in base 62. */
export function base62(number, length) {
  let text = "";
  for (let left = number; text.length < length; left /= 62n) text = BASE62[Number(left % 62n)] + text;
  return text;
}

/** A token that is refused by storage only. */
export function unknownToken() {
  const body = `postern_live_${base62(BigInt(`0x${randomBytes(31).toString("hex")}`), 43)}`;
  return body + base62(BigInt(crc32(body)), 6);
}

/** The test token of an account, as operators see it. */
export async function testTokenOf(server, email = server.email) {
  return (await findAccount(server.url, server.operatorSecret, email)).test_token;
}
