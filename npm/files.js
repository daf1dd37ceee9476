// What a caller gives as files: each with a name and what can be read of.

import { isBlob, isKind } from "./kinds.js";
import { PosternError } from "./shared.js";

/** The files as a list of `{ name, data, lastModified }`, where data is a Blob or bytes. */
export function listed(files) {
  if (typeof files === "string" || typeof files?.[Symbol.iterator] !== "function") throw refused("a list of files", kindOf(files));
  return Array.from(files, (file, index) => {
    try {
      return taken(file, index);
    } catch (cause) {
      throw cause instanceof PosternError ? cause : refused("files that can be read", "one that fails when it is looked at", cause);
    }
  });
}

function taken(file, index) {
  const data = isBlob(file) ? file : bytes(file?.data);
  const name = data === file ? file.webkitRelativePath || file.name || `file ${index + 1}` : file.name;
  if (typeof name !== "string" || name === "") throw refused("a name for each file", kindOf(name));
  return { name, data, lastModified: file.lastModified ?? data.lastModified };
}

/** What can be read of: a Blob as it is, all else as bytes. */
function bytes(data) {
  if (isBlob(data)) return data;
  if (typeof data === "string") return new TextEncoder().encode(data);
  if (isKind(data, "ArrayBuffer")) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw refused("each file as a File, a Blob, or an object with its name and data", kindOf(data));
}

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "an array" : typeof value);

function refused(expected, came, cause) {
  const message = `expected ${expected}, and ${came} came`;
  return new PosternError("INVALID_PARAMETER", `files: ${message}`, { details: [{ parameter: "files", option: "files", code: "INVALID_VALUE", message }], cause });
}
