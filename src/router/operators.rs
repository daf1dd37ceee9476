//! The operators' API, `/operator/v1/...`: loading posts and managing accounts.

use super::service::Service;
use crate::accounts::operators::{accounts, admit, changes, email_key};
use crate::accounts::settings::Settings;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::{accept, body, request_line};
use crate::ingest::endpoints::{counts, erase, export, fill, posts, shards};
use crate::payments::endpoints::operators as payments;
use crate::upkeep::{index, stats};

/// An endpoint of the operators' API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    Posts,
    Post(&'a str),
    Author(&'a str, &'a str),
    Accounts,
    Account(&'a str, Action),
    Changes,
    Counts,
    Fill,
    Index,
    Payments,
    Payment(&'a str),
    Shards,
    Stats,
}

/// What an operator does to an account.
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
            ("counts", None, _) => Self::Counts,
            ("fill", None, _) => Self::Fill,
            ("index", None, _) => Self::Index,
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
            Self::Account(..) | Self::Fill | Self::Index | Self::Payment(_) => "POST",
            Self::Post(_) | Self::Author(..) => "DELETE",
            Self::Posts | Self::Accounts | Self::Shards => "GET, HEAD, POST",
            Self::Changes | Self::Counts | Self::Payments | Self::Stats => "GET, HEAD",
        }
    }

    /// The media types of the answer: JSON, and JSON lines for an export.
    fn offered(self, call: &Call<'_>) -> &'static [&'static str] {
        let is_export = self == Self::Posts && call.method != "POST";
        if is_export { &[body::JSON, body::NDJSON] } else { &[body::JSON] }
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
            Self::Counts => "operator/counts",
            Self::Fill => "operator/fill",
            Self::Index => "operator/index",
            Self::Payments => "operator/payments",
            Self::Payment(_) => "operator/payment",
            Self::Shards => "operator/shards",
            Self::Stats => "operator/stats",
        }
    }
}

/// Whether a path belongs to the operators' page, which is a file of the static site. Without operators there is no such page.
pub fn is_page(path: &str, settings: &Settings) -> bool {
    let rest = path.strip_prefix("/operator").filter(|rest| rest.is_empty() || rest.starts_with('/'));
    rest.is_some_and(|rest| !rest.starts_with("/v")) && settings.has_operators()
}

/// Answers a call below `/operator/`.
pub async fn answer<S: Runtime>(call: &Call<'_>, service: &Service<'_, S>, request_id: &str) -> ReplyOf<S> {
    let place = Place::find(call.path).filter(|_| service.settings.accounts.has_operators());
    let reply = match respond(call, service, place).await {
        Ok(reply) => reply.with("Cache-Control", "no-store"),
        Err(error) => Reply::error(&error, request_id),
    };
    reply.named(place.map_or("none", Place::name))
}

async fn respond<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    place: Option<Place<'_>>,
) -> Result<ReplyOf<S>, ApiError> {
    let place = place.ok_or(ApiError::NotFound)?;
    let accept = accept::check(call.accept.as_deref(), place.offered(call));
    request_line::check(call, place.methods(), accept)?;
    let callers = service.accounts();
    admit(call, &callers).await?;
    let (http, known) = (&callers.http, &service.memory.shards);
    match place {
        Place::Posts if call.method == "POST" => posts::load(call, http, known).await,
        Place::Posts => export::answer(call, http, known).await,
        Place::Post(id) => erase::answer(call, http, known, erase::post(id)).await,
        Place::Author(platform, username) => {
            erase::answer(call, http, known, erase::author(platform, username)).await
        }
        Place::Accounts if call.method == "POST" => accounts::create(call, http).await,
        Place::Accounts => accounts::list(call, http).await,
        Place::Account(email, action) => {
            let email = email_key(http, email).await?;
            match action {
                Action::Credits => accounts::grant(call, http, &email).await,
                Action::Status => accounts::set_status(call, http, &email).await,
                Action::Token => accounts::change_token(call, http, &email).await,
            }
        }
        Place::Changes => changes::answer(call, http).await,
        Place::Counts => counts::answer(call, http, known).await,
        Place::Fill => fill::answer(call, http).await,
        Place::Index => index::merge(call, http).await,
        Place::Payments => payments::list(call, http).await,
        Place::Payment(session) => payments::assign(call, http, session).await,
        Place::Shards if call.method == "POST" => shards::rebalance_step(call, http).await,
        Place::Shards => shards::list(call, http).await,
        Place::Stats => stats::answer(call, http, service.settings.plan).await,
    }
}
