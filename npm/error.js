/** What every call fails with: an `Error` with a `code` for programs beside its message for people. */
export class PosternError extends Error {
  name = "PosternError";

  constructor(code, message, { status = null, details = [], requestId = null, retryAfter = null, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
