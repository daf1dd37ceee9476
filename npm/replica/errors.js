// What keeping a copy can fail with.

import { PosternError } from "../shared.js";

export const newer = (name, cause) => new PosternError("UNSUPPORTED_VERSION", `expected a copy that this version of the package knows, and "${name}" was made by a newer one: reload the page, or update the package`, { cause });

export const full = (cause) => new PosternError("STORAGE_FULL", "expected space for more posts, and the browser gives none: the copy is as it was before this step. Delete copies, or narrow the filter", { cause });

export const failed = (cause) => new PosternError("STORAGE_FAILED", `expected the browser's storage to work, and it failed: ${cause?.message ?? cause}`, { cause });

export const closed = (why) => new PosternError("REPLICA_CLOSED", `expected an open replica, and ${why}`);

export const aborted = (cause) => new PosternError("ABORTED", "expected the sync to end, and the caller aborted it", { cause });

export function invalid(parameter, expected, came) {
  const message = `expected ${expected}, and ${came === null ? "null" : typeof came} came`;
  return new PosternError("INVALID_PARAMETER", `${parameter}: ${message}`, { details: [{ parameter, option: parameter, code: "INVALID_VALUE", message }] });
}
