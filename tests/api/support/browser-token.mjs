// Browser tokens, written down a second time from their description: what the service takes, others can make.

import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

const sha256 = (data) => createHash("sha256").update(data).digest();

/**
 * A token made of an API token. `lines` are its restrictions, the first character of each says what the rest is about;
 * `expiresIn` is in seconds, `tag` signs instead of the right one.
 */
export function browserToken(apiToken, lines = [], { expiresIn = 900, tag = null } = {}) {
  const hash = sha256(apiToken);
  const expiry = Buffer.alloc(8);
  expiry.writeBigInt64BE(BigInt(Math.floor(Date.now() / 1000) + expiresIn));
  const payload = Buffer.concat([Buffer.of(1), sha256(hash).subarray(0, 16), expiry, randomBytes(8), Buffer.from(lines.join("\n"))]);
  const key = Buffer.from(hkdfSync("sha256", hash, Buffer.alloc(0), "postern browser token v1", 32));
  const signed = tag ?? createHmac("sha256", key).update(payload).digest();
  return `postern_browser_${Buffer.concat([payload, signed]).toString("base64url")}`;
}
