//! The messages of errors, for people.

use super::{ApiError, validation};

/// The message of a call for a post that is not stored.
pub(crate) const POST_NOT_STORED: &str =
    "expected the id of a post that is stored, and there is none of this one";

impl ApiError {
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
            Self::InvalidParameter(errors) => validation::summary(errors),
            Self::NotFound => "expected an address of this API: see /api/v1/openapi.json".into(),
            Self::PostNotFound | Self::PostNotStored => POST_NOT_STORED.into(),
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
            Self::NotAcceptable { offered } => {
                format!("expected an `Accept` that takes {}, and it excludes that", offered.join(" or "))
            }
            Self::UriTooLong => format!("expected an address of at most {} bytes", crate::http::parameters::MAX_URI),
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
            Self::PostsAreBeingFilled => {
                "expected posts that have all been prepared for this call, and those from before an upgrade are still being \
                 prepared: try again in some minutes"
                    .into()
            }
            Self::SinceGone => {
                "expected a next_since of this service as it is now, and one of another service or from before a restore \
                 came: drop the copy and begin at since=0"
                    .into()
            }
            Self::ErasureGoesOn { erased } => {
                format!("expected fewer posts of one author: {erased} are erased, send this again for the others")
            }
        }
    }
}
