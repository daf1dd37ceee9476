// What can go wrong, as an envelope.

const ERRORS = {
  MISSING_API_TOKEN: [401, "expected an API token in `Authorization: Bearer ...` or `X-API-Token`, and none came"],
  INVALID_API_TOKEN: [401, "expected a valid API token"],
  ACCOUNT_INACTIVE: [403, "expected an active account"],
  INSUFFICIENT_CREDITS: [402, "expected a balance that pays for a page"],
  INVALID_PARAMETER: [400, "there are faults in the parameters: see details"],
  NOT_FOUND: [404, "expected an address of this API"],
  METHOD_NOT_ALLOWED: [405, "expected GET, HEAD or OPTIONS"],
  NOT_ACCEPTABLE: [406, "expected an `Accept` that takes application/json"],
  URI_TOO_LONG: [414, "expected a shorter address"],
  RATE_LIMITED: [429, "expected fewer calls"],
  INTERNAL_ERROR: [500, "something is wrong on our side"],
  STORAGE_UNAVAILABLE: [503, "storage did not answer: try again"],
};

export class ApiError extends Error {
  constructor(code, { details, headers = {} } = {}) {
    const [status, message] = ERRORS[code];
    super(message);
    Object.assign(this, { code, status, details, headers });
  }
}

export const errorBody = ({ code, message, details }, requestId) => ({
  success: false,
  error: { code, message, request_id: requestId, ...(details && { details }) },
});
