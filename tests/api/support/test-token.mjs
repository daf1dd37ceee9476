// The test token of an account, written down a second time from its description.

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { newAccount } from "./api.mjs";
import { base62 } from "./api-token.mjs";
import { withDatabase } from "./databases.mjs";

const hmac = (key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();

/** The test token of a new account. Limits are those of an account. */
export async function newTestToken(server, email) {
  await newAccount(server, email, 0);
  const find = (accounts) => accounts.prepare("SELECT account_id FROM accounts WHERE email = ?").get(email);
  return testToken(server, BigInt(withDatabase(server.state, "ACCOUNTS", find).account_id));
}

/** The token of the account with this number, which its owner has not replaced yet. */
function testToken(server, account) {
  const [, secret] = /TOKEN_KEY="([^"]+)"/.exec(readFileSync(join(server.state, ".dev.vars"), "utf8"));
  const key = hmac(Buffer.from(secret, "base64"), "postern test token v1");
  const numbers = Buffer.alloc(12);
  numbers.writeBigInt64BE(account);
  const tag = hmac(key, "tag", numbers).subarray(0, 20);
  const mask = hmac(key, "mask", tag);
  const bits = Buffer.concat([tag, numbers.map((byte, at) => byte ^ mask[at])]);
  const body = `postern_test_${base62(BigInt(`0x${bits.toString("hex")}`), 43)}`;
  return body + base62(BigInt(crc32(body)), 6);
}
