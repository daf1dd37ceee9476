//! The operators' API, `/operator/v1/...`: loading posts and managing accounts.

pub mod access;
mod accounts;
mod changes;
mod erase;
mod export;
mod payments;
mod posts;
mod secret;
mod shards;
mod stats;

use super::dashboard::origin;
use super::{Call, ReplyOf, Service, Surroundings, accept, body};
use crate::account::email;
use crate::answer::refusals::refused;
use crate::answer::reply::Reply;
use crate::error::{ApiError, Fault, FaultCode};
use crate::percent::decode;
use crate::route::MAX_URI;
use crate::settings::Settings;
use crate::sql::links::rekey;
use crate::store::Database;

/// A place of the operators' API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    Posts,
    Post(&'a str),
    Author(&'a str, &'a str),
    Accounts,
    Account(&'a str, Action),
    Changes,
    Payments,
    Payment(&'a str),
    Shards,
    Stats,
}

/// What is done to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Credits,
    Status,
    Token,
}

impl<'a> Place<'a> {
    fn find(path: &'a str) -> Option<Self> {
        let mut segments = path.strip_prefix("/operator/v1/")?.split('/');
        let place = match (segments.next()?, segments.next(), segments.next()) {
            ("posts", None, _) => Self::Posts,
            ("posts", Some(id), None) => Self::Post(id),
            ("authors", Some(platform), Some(username)) => Self::Author(platform, username),
            ("accounts", None, _) => Self::Accounts,
            ("changes", None, _) => Self::Changes,
            ("payments", None, _) => Self::Payments,
            ("payments", Some(session), None) => Self::Payment(session),
            ("shards", None, _) => Self::Shards,
            ("stats", None, _) => Self::Stats,
            ("accounts", Some(email), Some("credits")) => Self::Account(email, Action::Credits),
            ("accounts", Some(email), Some("status")) => Self::Account(email, Action::Status),
            ("accounts", Some(email), Some("token")) => Self::Account(email, Action::Token),
            _ => return None,
        };
        let empty = matches!(
            place,
            Self::Post("")
                | Self::Payment("")
                | Self::Author("", _)
                | Self::Author(_, "")
                | Self::Account("", _)
        );
        (segments.next().is_none() && !empty).then_some(place)
    }

    const fn methods(self) -> &'static str {
        match self {
            Self::Account(..) | Self::Payment(_) => "POST",
            Self::Post(_) | Self::Author(..) => "DELETE",
            Self::Posts | Self::Accounts | Self::Shards => "GET, HEAD, POST",
            Self::Changes | Self::Payments | Self::Stats => "GET, HEAD",
        }
    }

    /// Whether the caller takes what is answered: JSON, but for lines of it.
    fn is_acceptable(self, call: &Call<'_>) -> bool {
        let accept = call.accept.as_deref();
        let is_export = self == Self::Posts && call.method != "POST";
        accept::takes_json(accept) || is_export && accept::takes(accept, body::NDJSON)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Posts => "operator/posts",
            Self::Post(_) => "operator/post",
            Self::Author(..) => "operator/author",
            Self::Accounts => "operator/accounts",
            Self::Account(_, Action::Credits) => "operator/credits",
            Self::Account(_, Action::Status) => "operator/status",
            Self::Account(_, Action::Token) => "operator/token",
            Self::Changes => "operator/changes",
            Self::Payments => "operator/payments",
            Self::Payment(_) => "operator/payment",
            Self::Shards => "operator/shards",
            Self::Stats => "operator/stats",
        }
    }
}

/// Whether a path is of the operators' page, a file of the static site. Where nobody is an operator there is none.
pub fn is_page(path: &str, settings: &Settings) -> bool {
    let rest = path.strip_prefix("/operator").filter(|rest| rest.is_empty() || rest.starts_with('/'));
    rest.is_some_and(|rest| !rest.starts_with("/v")) && settings.has_operators()
}

/// Answers a call below `/operator/`.
pub async fn answer<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    request_id: &str,
) -> ReplyOf<S> {
    let place = Place::find(call.path).filter(|_| service.settings.has_operators());
    let reply = match respond(call, service, place).await {
        Ok(reply) => reply.with("Cache-Control", "no-store"),
        Err(error) => Reply::error(&error, request_id),
    };
    reply.named(place.map_or("none", Place::name))
}

async fn respond<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    place: Option<Place<'_>>,
) -> Result<ReplyOf<S>, ApiError> {
    let place = place.ok_or(ApiError::NotFound)?;
    if call.path.len() + call.query.len() > MAX_URI {
        return Err(ApiError::UriTooLong);
    }
    if !place.methods().split(", ").any(|method| method == call.method) {
        return Err(ApiError::MethodNotAllowed { allow: place.methods() });
    }
    if !place.is_acceptable(call) {
        return Err(ApiError::NotAcceptable);
    }
    admit(call, service).await?;
    match place {
        Place::Posts if call.method == "POST" => posts::load(call, service).await,
        Place::Posts => export::answer(call, service).await,
        Place::Post(id) => erase::answer(call, service, erase::post(id)).await,
        Place::Author(platform, username) => {
            erase::answer(call, service, erase::author(platform, username)).await
        }
        Place::Accounts if call.method == "POST" => accounts::create(call, service).await,
        Place::Accounts => accounts::list(call, service).await,
        Place::Account(email, action) => {
            let email = email_key(service, email).await?;
            match action {
                Action::Credits => accounts::grant(call, service, &email).await,
                Action::Status => accounts::set_status(call, service, &email).await,
                Action::Token => accounts::change_token(call, service, &email).await,
            }
        }
        Place::Changes => changes::answer(call, service).await,
        Place::Payments => payments::list(call, service).await,
        Place::Payment(session) => payments::assign(call, service, session).await,
        Place::Shards if call.method == "POST" => shards::spread_out(call, service).await,
        Place::Shards => shards::list(call, service).await,
        Place::Stats => stats::answer(call, service).await,
    }
}

/// Lets operators in: by their secret, or through Cloudflare Access. Where there is an `Authorization`, it decides. What
/// Access sends comes along by itself, as cookies do, so that only our own pages may change anything by it.
async fn admit<S: Surroundings>(call: &Call<'_>, service: &Service<'_, S>) -> Result<(), ApiError> {
    let is_operator = match call.authorization.as_deref() {
        Some(given) => secret::opens(Some(given), &service.settings.operator_secrets),
        None => access::lets_in(call, service).await,
    };
    if !is_operator {
        return Err(refused(service, call, ApiError::InvalidOperatorSecret).await);
    }
    match call.authorization {
        None if !matches!(call.method, "GET" | "HEAD") => origin::check(call, service.settings),
        _ => Ok(()),
    }
}

/// An e-mail address in a path, as it is compared, and as its account is from now on if it was made when addresses were
/// compared in another way.
async fn email_key<S: Surroundings>(service: &Service<'_, S>, segment: &str) -> Result<String, ApiError> {
    let fault = |error: crate::percent::Undecodable| {
        Fault::new(FaultCode::InvalidValue, error.to_string()).of("email")
    };
    let email = decode(segment, false).map_err(fault)?;
    let key = email::email_key(&email);
    if email::former_key(&email) != key {
        service.surroundings.rows(Database::Accounts, rekey(&email, &key)).await?;
    }
    Ok(key)
}
