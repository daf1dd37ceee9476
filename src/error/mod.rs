//! Everything that can go wrong with a call, and the only mapping of it to HTTP.

mod fault;

pub use fault::{Fault, FaultCode, quoted};

use crate::store::StorageError;
use serde::Serialize;

/// Why a call is not answered with what it asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApiError {
    /// No API token.
    MissingApiToken,
    /// A token that is malformed, unknown, replaced or revoked: one text for all.
    InvalidApiToken,
    /// The account is not active.
    AccountInactive,
    /// No session, or one that is over.
    NotSignedIn,
    /// A link or a code that is unknown, expired or used: one text for all.
    InvalidLink,
    /// A link that another browser asked for.
    OtherBrowser,
    /// A call of a page that is not ours.
    WrongOrigin,
    /// An account that is suspended, or has a balance below zero, where one can't be.
    AccountOwes,
    /// No token waits to be shown.
    NothingToShow,
    /// Nothing can be bought: no key for Stripe is set, or Stripe does not answer. The text is for the log.
    PaymentsUnavailable(String),
    /// No or a wrong operator secret.
    InvalidOperatorSecret,
    /// Plain http outside development.
    HttpsRequired,
    /// A Host that is not ours, outside development.
    MisdirectedRequest,
    /// The balance is below the price.
    InsufficientCredits {
        /// What the call costs.
        price: i64,
        /// What there is, if the caller may know.
        balance: Option<i64>,
    },
    /// The owner's cap of what browser tokens spend in a day is reached.
    BrowserCapReached,
    /// A browser token outside what it may do. The text says what it may.
    InsufficientScope(String),
    /// Everything that is wrong with the parameters.
    InvalidParameter(Vec<Fault>),
    /// No such address.
    NotFound,
    /// No post of this id, and none that was erased.
    PostNotFound,
    /// No post of this author, and none that was erased with the author.
    AuthorNotFound,
    /// No account of this e-mail address.
    AccountNotFound,
    /// There is an account of this e-mail address.
    AccountExists,
    /// No payment of this session.
    PaymentNotFound,
    /// A payment that fits an account.
    PaymentAssigned,
    /// A reference that was used for other credits.
    ReferenceReused,
    /// A method that the address does not have.
    MethodNotAllowed {
        /// The methods that it has.
        allow: &'static str,
    },
    /// `Accept` excludes JSON.
    NotAcceptable,
    /// The address is longer than [`crate::route::MAX_URI`].
    UriTooLong,
    /// A body that is too large.
    PayloadTooLarge(String),
    /// A body of another type.
    UnsupportedMediaType {
        /// The type that is taken.
        expected: &'static str,
    },
    /// Too many calls.
    RateLimited {
        /// Seconds to wait.
        retry_after: u32,
    },
    /// A fault of ours. The text is for the log.
    Internal(String),
    /// Storage did not answer. The detail is for the log.
    StorageUnavailable(StorageError),
    /// Posts of these authors are on their way to another database.
    PostsAreMoving,
    /// An author has more posts than a call can erase.
    ErasureGoesOn {
        /// Those that are gone.
        erased: usize,
    },
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        Self::StorageUnavailable(error)
    }
}

impl From<Vec<Fault>> for ApiError {
    fn from(faults: Vec<Fault>) -> Self {
        Self::InvalidParameter(faults)
    }
}

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> Self {
        Self::InvalidParameter(vec![fault])
    }
}

/// Seconds after which storage is worth another try.
const STORAGE_RETRY: u32 = 5;

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
            Self::AccountNotFound => (404, "ACCOUNT_NOT_FOUND"),
            Self::AccountExists => (409, "ACCOUNT_EXISTS"),
            Self::PaymentAssigned => (409, "PAYMENT_ASSIGNED"),
            Self::ReferenceReused => (409, "REFERENCE_REUSED"),
            Self::MethodNotAllowed { .. } => (405, "METHOD_NOT_ALLOWED"),
            Self::NotAcceptable => (406, "NOT_ACCEPTABLE"),
            Self::UriTooLong => (414, "URI_TOO_LONG"),
            Self::PayloadTooLarge(_) => (413, "PAYLOAD_TOO_LARGE"),
            Self::UnsupportedMediaType { .. } => (415, "UNSUPPORTED_MEDIA_TYPE"),
            Self::RateLimited { .. } => (429, "RATE_LIMITED"),
            Self::Internal(_) => (500, "INTERNAL_ERROR"),
            Self::StorageUnavailable(_) | Self::PostsAreMoving | Self::ErasureGoesOn { .. } => {
                (503, "STORAGE_UNAVAILABLE")
            }
        }
    }

    /// The status.
    pub const fn status(&self) -> u16 {
        self.status_and_code().0
    }

    /// A sentence for people: what was expected, then what came. Never internal detail.
    pub fn message(&self) -> String {
        match self {
            Self::MissingApiToken => {
                "expected an API token in `Authorization: Bearer ...` or `X-API-Token`, and none came".into()
            }
            Self::InvalidApiToken => {
                "expected a valid API token: this one is malformed, unknown, replaced, revoked or expired"
                    .into()
            }
            Self::AccountInactive => "expected an active account: this one is pending or suspended".into(),
            Self::NotSignedIn => "expected a session: sign in at /dashboard/sign-in".into(),
            Self::InvalidLink => {
                "expected a link or a code that is good: this one is unknown, expired or used: ask for another".into()
            }
            Self::OtherBrowser => {
                "expected the browser in which this link was asked for: open it there, or type its code there".into()
            }
            Self::WrongOrigin => "expected a call of a page of this service".into(),
            Self::AccountOwes => {
                "expected an account that is not suspended and owes nothing: write to whoever runs this service".into()
            }
            Self::NothingToShow => {
                "expected a token that waits to be shown, and there is none: it was shown, or replaced".into()
            }
            Self::PaymentsUnavailable(_) => "payments are not available at the moment: try again later".into(),
            Self::InvalidOperatorSecret => {
                "expected the operator secret in `Authorization: Bearer ...`".into()
            }
            Self::HttpsRequired => {
                "expected https, and http came: a token that was sent with this call should be regenerated"
                    .into()
            }
            Self::MisdirectedRequest => "expected this service's own Host, and another came".into(),
            Self::InsufficientCredits { price, balance } => {
                let came = balance.map_or("less".into(), |balance| balance.to_string());
                format!(
                    "expected a balance of at least {price} to pay for a page, and it is {came}: buy credits at /dashboard"
                )
            }
            Self::BrowserCapReached => "expected credits left of what this account's browser tokens may spend in a day (UTC), \
                 and that is reached: its owner can raise it at /dashboard"
                .into(),
            Self::InvalidParameter(faults) => fault::summary(faults),
            Self::NotFound => "expected an address of this API: see /api/v1/openapi.json".into(),
            Self::PostNotFound => "expected the id of a post that is stored, and there is none of this one".into(),
            Self::AuthorNotFound => "expected an author of stored posts, and there are none of this one".into(),
            Self::AccountNotFound => {
                "expected the e-mail address of an account, and there is none of this one".into()
            }
            Self::AccountExists => {
                "expected a new e-mail address, and there is an account of this one".into()
            }
            Self::PaymentNotFound => "expected the session of a payment, and there is none of this one".into(),
            Self::PaymentAssigned => {
                "expected a payment that fits no account, and this one is another account's, or worth other credits".into()
            }
            Self::ReferenceReused => {
                "expected a new reference, and this one was used for other credits".into()
            }
            Self::MethodNotAllowed { allow } => format!("expected one of the methods {allow}"),
            Self::NotAcceptable => {
                "expected an `Accept` that takes application/json, and it excludes that".into()
            }
            Self::UriTooLong => format!("expected an address of at most {} bytes", crate::route::MAX_URI),
            Self::InsufficientScope(message) | Self::PayloadTooLarge(message) => message.clone(),
            Self::UnsupportedMediaType { expected } => {
                format!("expected a body with `Content-Type: {expected}`, in UTF-8 and not compressed")
            }
            Self::RateLimited { retry_after } => {
                format!("expected fewer calls: try again in {retry_after} seconds")
            }
            Self::Internal(_) => {
                "something is wrong on our side; it has been logged under this request's id".into()
            }
            Self::StorageUnavailable(_) => "storage did not answer: try again".into(),
            Self::PostsAreMoving => {
                "expected posts that stay where they are, and some are on their way to another database: the others are \
                 stored, so send all of them again"
                    .into()
            }
            Self::ErasureGoesOn { erased } => {
                format!("expected fewer posts of one author: {erased} are erased, send this again for the others")
            }
        }
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
            Self::ErasureGoesOn { .. } => vec![("Retry-After", "1".into())],
            _ => Vec::new(),
        }
    }

    /// What the log says beside the status, for faults of ours.
    pub fn cause(&self) -> Option<&str> {
        match self {
            Self::Internal(cause) | Self::PaymentsUnavailable(cause) => Some(cause),
            Self::StorageUnavailable(error) => Some(&error.message),
            _ => None,
        }
    }

    /// The body: the envelope of an error.
    pub fn body(&self, request_id: &str) -> String {
        #[derive(Serialize)]
        struct Envelope<'a> {
            success: bool,
            error: Body<'a>,
        }
        #[derive(Serialize)]
        struct Body<'a> {
            code: &'static str,
            message: String,
            request_id: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            details: Option<&'a [Fault]>,
        }
        let details = match self {
            Self::InvalidParameter(faults) => Some(faults.as_slice()),
            _ => None,
        };
        let error = Body { code: self.status_and_code().1, message: self.message(), request_id, details };
        crate::store::json(&Envelope { success: false, error })
    }
}

#[cfg(test)]
mod tests;
