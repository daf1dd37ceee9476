//! Everything that can go wrong with a call, and the only place that maps it to HTTP.

pub(crate) mod message;
mod validation;

pub use validation::{ValidationError, ValidationErrorCode, quoted, without_addresses};

use crate::store::StorageError;
use serde::Serialize;

/// Why a call gets an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// No API token.
    MissingApiToken,
    /// A token that is malformed, unknown, replaced, revoked or expired. The message does not say which.
    InvalidApiToken,
    /// The account is not active.
    AccountInactive,
    /// No session, or one that is over.
    NotSignedIn,
    /// A link or a code that is unknown, expired or used. The message does not say which.
    InvalidLink,
    /// A link that was requested in another browser.
    OtherBrowser,
    /// A call from a page of another origin.
    WrongOrigin,
    /// The account is suspended or its balance is below zero, and this call allows neither.
    AccountOwes,
    /// No new token waits to be shown.
    NothingToShow,
    /// Nothing can be bought: no key for Stripe is set, or Stripe does not answer. The text is for the log.
    PaymentsUnavailable(String),
    /// The operator secret is missing or wrong.
    InvalidOperatorSecret,
    /// Plain http outside development.
    HttpsRequired,
    /// Another service's `Host`, outside development.
    MisdirectedRequest,
    /// The balance is below the price.
    InsufficientCredits {
        /// What the call costs, in credits.
        price: i64,
        /// The balance in credits, if the caller may know it.
        balance: Option<i64>,
    },
    /// The account's browser tokens have spent all that its owner allows them a day.
    BrowserCapReached,
    /// The browser token does not allow this call. The text says what it allows.
    InsufficientScope(String),
    /// Everything that is wrong with the parameters.
    InvalidParameter(Vec<ValidationError>),
    /// The API has no such address.
    NotFound,
    /// No post has this id, and none that had it was erased.
    PostNotFound,
    /// No stored post has this id.
    PostNotStored,
    /// There is no post of this author, and none was erased with the author.
    AuthorNotFound,
    /// No account has this e-mail address.
    AccountNotFound,
    /// An account has this e-mail address already.
    AccountExists,
    /// No payment belongs to this Stripe session.
    PaymentNotFound,
    /// The payment can't be assigned: it fits another account, or is worth other credits.
    PaymentAssigned,
    /// The reference was used before, for other credits.
    ReferenceReused,
    /// The address does not have this method.
    MethodNotAllowed {
        /// The methods that it has, as `Allow` lists them.
        allow: &'static str,
    },
    /// `Accept` excludes every media type of the address.
    NotAcceptable {
        /// The media types of the address.
        offered: &'static [&'static str],
    },
    /// The address is longer than [`super::parameters::MAX_URI`].
    UriTooLong,
    /// The body is too large.
    PayloadTooLarge(String),
    /// The body has another type.
    UnsupportedMediaType {
        /// The type that is accepted.
        expected: &'static str,
    },
    /// Too many calls.
    RateLimited {
        /// Seconds to wait.
        retry_after: u32,
    },
    /// A bug or a wrong setting of this service. The text is for the log.
    Internal(String),
    /// Storage did not answer. The detail is for the log.
    StorageUnavailable(StorageError),
    /// Posts of these authors are being moved to another database.
    PostsAreMoving,
    /// Posts from before an upgrade lack what a filter compares.
    PostsAreBeingFilled,
    /// A copy can't be brought up to date from this `since`: it is of another service, or of before a restore.
    SinceGone,
    /// The author has more posts than one call can erase.
    ErasureGoesOn {
        /// How many have been erased.
        erased: usize,
    },
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        Self::StorageUnavailable(error)
    }
}

impl From<Vec<ValidationError>> for ApiError {
    fn from(errors: Vec<ValidationError>) -> Self {
        Self::InvalidParameter(errors)
    }
}

impl From<ValidationError> for ApiError {
    fn from(error: ValidationError) -> Self {
        Self::InvalidParameter(vec![error])
    }
}

/// Seconds until storage should be tried again.
const STORAGE_RETRY: u32 = 5;
/// Seconds until posts may be filled: it takes minutes.
const FILL_RETRY: u32 = 60;

impl ApiError {
    /// The status and the code.
    pub const fn status_and_code(&self) -> (u16, &'static str) {
        match self {
            Self::MissingApiToken => (401, "MISSING_API_TOKEN"),
            Self::InvalidApiToken => (401, "INVALID_API_TOKEN"),
            Self::AccountInactive | Self::AccountOwes => (403, "ACCOUNT_INACTIVE"),
            Self::NotSignedIn => (401, "NOT_SIGNED_IN"),
            Self::InvalidLink => (401, "INVALID_LINK"),
            Self::OtherBrowser => (403, "OTHER_BROWSER"),
            Self::WrongOrigin => (403, "WRONG_ORIGIN"),
            Self::NothingToShow => (409, "NOTHING_TO_SHOW"),
            Self::PaymentsUnavailable(_) => (503, "PAYMENTS_UNAVAILABLE"),
            Self::InvalidOperatorSecret => (401, "INVALID_OPERATOR_SECRET"),
            Self::HttpsRequired => (403, "HTTPS_REQUIRED"),
            Self::MisdirectedRequest => (421, "MISDIRECTED_REQUEST"),
            Self::InsufficientCredits { .. } | Self::BrowserCapReached => (402, "INSUFFICIENT_CREDITS"),
            Self::InsufficientScope(_) => (403, "INSUFFICIENT_SCOPE"),
            Self::InvalidParameter(_) => (400, "INVALID_PARAMETER"),
            Self::NotFound | Self::PostNotFound | Self::AuthorNotFound | Self::PaymentNotFound => {
                (404, "NOT_FOUND")
            }
            Self::PostNotStored => (404, "POST_NOT_FOUND"),
            Self::AccountNotFound => (404, "ACCOUNT_NOT_FOUND"),
            Self::AccountExists => (409, "ACCOUNT_EXISTS"),
            Self::PaymentAssigned => (409, "PAYMENT_ASSIGNED"),
            Self::ReferenceReused => (409, "REFERENCE_REUSED"),
            Self::MethodNotAllowed { .. } => (405, "METHOD_NOT_ALLOWED"),
            Self::NotAcceptable { .. } => (406, "NOT_ACCEPTABLE"),
            Self::SinceGone => (410, "SINCE_GONE"),
            Self::UriTooLong => (414, "URI_TOO_LONG"),
            Self::PayloadTooLarge(_) => (413, "PAYLOAD_TOO_LARGE"),
            Self::UnsupportedMediaType { .. } => (415, "UNSUPPORTED_MEDIA_TYPE"),
            Self::RateLimited { .. } => (429, "RATE_LIMITED"),
            Self::Internal(_) => (500, "INTERNAL_ERROR"),
            Self::StorageUnavailable(_)
            | Self::PostsAreMoving
            | Self::PostsAreBeingFilled
            | Self::ErasureGoesOn { .. } => (503, "STORAGE_UNAVAILABLE"),
        }
    }

    /// The status.
    pub const fn status(&self) -> u16 {
        self.status_and_code().0
    }

    /// The headers that go with the status.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::MissingApiToken | Self::InvalidApiToken | Self::InvalidOperatorSecret => {
                vec![("WWW-Authenticate", "Bearer".into())]
            }
            Self::MethodNotAllowed { allow } => vec![("Allow", (*allow).into())],
            Self::RateLimited { retry_after } => vec![("Retry-After", retry_after.to_string())],
            Self::StorageUnavailable(_) | Self::PostsAreMoving | Self::PaymentsUnavailable(_) => {
                vec![("Retry-After", STORAGE_RETRY.to_string())]
            }
            Self::PostsAreBeingFilled => vec![("Retry-After", FILL_RETRY.to_string())],
            Self::ErasureGoesOn { .. } => vec![("Retry-After", "1".into())],
            _ => Vec::new(),
        }
    }

    /// The cause for the log, for errors on our side.
    pub fn cause(&self) -> Option<&str> {
        match self {
            Self::Internal(cause) | Self::PaymentsUnavailable(cause) => Some(cause),
            Self::StorageUnavailable(error) => Some(&error.message),
            _ => None,
        }
    }

    /// The body: the envelope of an error.
    pub fn body(&self, request_id: &str) -> String {
        format!(r#"{{"success":false,"error":{}}}"#, self.object(request_id))
    }

    /// What the envelope says about the error: an object of JSON.
    pub(crate) fn object(&self, request_id: &str) -> String {
        #[derive(Serialize)]
        struct Body<'a> {
            code: &'static str,
            message: String,
            request_id: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            details: Option<&'a [ValidationError]>,
        }
        let details = match self {
            Self::InvalidParameter(errors) => Some(errors.as_slice()),
            _ => None,
        };
        crate::store::json(&Body {
            code: self.status_and_code().1,
            message: self.message(),
            request_id,
            details,
        })
    }
}

#[cfg(test)]
mod tests;
