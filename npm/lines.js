// What a caller gives as posts, as lines of text.

import { isBlob, isBytes } from "./kinds.js";
import { PosternError } from "./shared.js";

/** Lines that may still have to be read: a text, a Blob or bytes. */
export class Lines {
  /**
   * @param {string | Blob | BufferSource} source
   * @param {boolean} isServed whether they are posts as a service serves them, and not canonical ones
   */
  constructor(source, isServed) {
    this.source = source;
    this.isServed = isServed;
  }

  /** The lines of what a caller gives. */
  static of(posts) {
    if (typeof posts === "string" || isBlob(posts) || isBytes(posts)) return new Lines(posts, false);
    if (typeof posts?.[Symbol.iterator] === "function") return new Lines(joined(posts), true);
    throw refused("posts", `an array of posts, or NDJSON as a string, a Blob or bytes, and ${posts === null ? "null" : typeof posts} came`);
  }

  async text() {
    const { source } = this;
    if (typeof source === "string") return source;
    try {
      return isBlob(source) ? await source.text() : new TextDecoder().decode(source);
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}

/** A post as it is stored: without the name of its network, which depends on how it is asked for. */
export const documentOf = ({ platform: _, ...post }) => JSON.stringify(post);

function joined(posts) {
  try {
    return Array.from(posts, line).join("\n");
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** A post as a line. What can't be written is no post, and is refused as one that is `null`. */
function line(post) {
  try {
    return JSON.stringify(post) ?? "null";
  } catch {
    return "null";
  }
}

const unreadable = (cause) => refused("posts", "posts that can be read, and reading them failed", cause);

/** The error of an argument that can't be read. */
export function refused(parameter, expected, cause) {
  const message = `expected ${expected}`;
  return new PosternError("INVALID_PARAMETER", `${parameter}: ${message}`, { details: [{ parameter, option: parameter, code: "INVALID_VALUE", message }], cause });
}
