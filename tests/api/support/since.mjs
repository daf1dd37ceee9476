// How far copies have come, where the service itself never says so.

import { createHash } from "node:crypto";

/** A `since` of another service: of its first database, whose era is another. */
export function foreignSince() {
  const bytes = Buffer.concat([Buffer.of(1), Buffer.alloc(8), Buffer.of(0), Buffer.alloc(8, "strange"), Buffer.alloc(8)]);
  return Buffer.concat([bytes, createHash("sha256").update(bytes).digest().subarray(0, 4)]).toString("base64url");
}
