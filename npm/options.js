// Options of walks and files, and those of calls as walks go on with them.

import { PosternError } from "./error.js";

/** The same call with other options. What is no object of options is handed on, to be refused as such. */
export const withOptions = (options, changed) => (isPlain(options) ? { ...options, ...changed } : options);

/** Options as they were given, for a walk that goes on from them; empty where they are none. */
export function given(options) {
  return isPlain(options ?? {}) ? read(options ?? {}) : {};
}

/** Whether these are options, and not an object of a class, whose entries would be overlooked. */
function isPlain(options) {
  if (typeof options !== "object") return false;
  if (options === null) return true;
  const prototype = Object.getPrototypeOf(options);
  return (prototype === null || Object.getPrototypeOf(prototype) === null) && read(options) !== null;
}

/** A copy of options; `null` where one of them can't be read. */
function read(options) {
  try {
    return { ...options };
  } catch {
    return null;
  }
}

/** The value of the only option that there is, called `name`. */
export function only(name, options) {
  if (options === undefined || options === null) return undefined;
  if (typeof options !== "object" || Array.isArray(options)) throw fault("options", "INVALID_VALUE", `expected an object of options, and ${kind(options)} came`);
  const copy = read(options);
  if (copy === null) throw fault("options", "INVALID_VALUE", "expected an object of options, and one came that can't be read");
  for (const other of Object.keys(copy)) if (other !== name) throw fault(other, "UNKNOWN_PARAMETER", `expected ${name}`);
  return copy[name] ?? undefined;
}

/** The error of a wrong option. */
export function fault(parameter, code, message) {
  return new PosternError("INVALID_PARAMETER", `${parameter}: ${message}`, { details: [{ parameter, option: parameter, code, message }] });
}

export const kind = (value) => (Array.isArray(value) ? "an array" : `something of type ${typeof value}`);
