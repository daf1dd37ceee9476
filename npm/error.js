/** What every call fails with: an `Error` with a `code` for programs beside its message for people. */
export class PosternError extends Error {
  name = "PosternError";

  constructor(code, message, { status = null, details = [], requestId = null, retryAfter = null, cause } = {}) {
    super(hidden(message), cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.details = details.map(withoutToken);
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** Errors end up in logs: a token that somebody gave as something else, or that an answer repeats, is not in them. */
const hidden = (text) => text.replace(/postern_(live|browser|test)_[\w-]*/g, "postern_$1_...");

const withoutToken = (detail) => (typeof detail?.message === "string" ? { ...detail, message: hidden(detail.message) } : detail);
