const BRAND = Symbol.for("@postern/client PosternError");

/** What every call fails with: an `Error` with a `code` for programs beside its message for people. */
export class PosternError extends Error {
  name = "PosternError";

  /** An error of one copy of the package is an error of another, too: a program may have one by `import` and one by `require`. */
  static [Symbol.hasInstance](value) {
    return Object.hasOwn(this, Symbol.hasInstance) ? value?.[BRAND] === true : super[Symbol.hasInstance](value);
  }

  get [BRAND]() {
    return true;
  }

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
