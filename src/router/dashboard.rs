//! `/dashboard/...`: what account owners do themselves. The pages are files of the static site. This is the JSON API that they
//! call, below `/dashboard/api/`.

use super::service::Service;
use crate::accounts::dashboard::session::Session;
use crate::accounts::dashboard::{account, api_token, history, outbox, sign_in, test_token};
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::{accept, body, origin, request_line};
use crate::payments::endpoints::{checkouts, service as offer};
use crate::posts::scope::endpoint as browser_token;

/// An endpoint of the dashboard's API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    Service,
    SignUp,
    SignIn,
    Confirm,
    SignOut,
    Account,
    Email,
    Token,
    TestToken,
    BrowserToken,
    Usage,
    UsageFile,
    Ledger,
    LedgerFile,
    Payments,
    Receipt(&'a str),
    Checkouts,
    TestPayments,
    Outbox,
}

/// The endpoints with a fixed path, their names in the log, and their methods.
const PLACES: [(&str, Place<'static>, &str, &str); 18] = [
    ("service", Place::Service, "dashboard/service", "GET, HEAD"),
    ("sign-up", Place::SignUp, "dashboard/sign-up", "POST"),
    ("sign-in", Place::SignIn, "dashboard/sign-in", "POST"),
    ("confirm", Place::Confirm, "dashboard/confirm", "POST"),
    ("sign-out", Place::SignOut, "dashboard/sign-out", "POST"),
    ("account", Place::Account, "dashboard/account", "GET, HEAD, PATCH, DELETE"),
    ("email", Place::Email, "dashboard/email", "POST"),
    ("token", Place::Token, "dashboard/token", "POST"),
    ("test-token", Place::TestToken, "dashboard/test-token", "POST"),
    ("browser-token", Place::BrowserToken, "dashboard/browser-token", "POST"),
    ("usage", Place::Usage, "dashboard/usage", "GET, HEAD"),
    ("usage.csv", Place::UsageFile, "dashboard/usage", "GET, HEAD"),
    ("ledger", Place::Ledger, "dashboard/ledger", "GET, HEAD"),
    ("ledger.csv", Place::LedgerFile, "dashboard/ledger", "GET, HEAD"),
    ("payments", Place::Payments, "dashboard/payments", "GET, HEAD"),
    ("checkouts", Place::Checkouts, "dashboard/checkouts", "POST"),
    ("test-payments", Place::TestPayments, "dashboard/test-payments", "POST"),
    ("outbox", Place::Outbox, "dashboard/outbox", "GET, HEAD"),
];
const RECEIPT: (&str, &str) = ("dashboard/receipt", "GET, HEAD");

/// The endpoint that a path leads to, its name in the log, and its methods.
#[derive(Debug, Clone, Copy)]
struct Endpoint<'a> {
    place: Place<'a>,
    name: &'static str,
    methods: &'static str,
}

impl<'a> Endpoint<'a> {
    fn find(path: &'a str) -> Option<Self> {
        let path = path.strip_prefix("/dashboard/api/")?;
        if let Some((_, place, name, methods)) = PLACES.iter().find(|(known, ..)| *known == path) {
            return (*place != Place::Outbox).then_some(Self { place: *place, name, methods });
        }
        let session = path.strip_prefix("payments/")?.strip_suffix("/receipt")?;
        let is_one = !session.is_empty() && !session.contains('/');
        is_one.then_some(Self { place: Place::Receipt(session), name: RECEIPT.0, methods: RECEIPT.1 })
    }
}

/// Answers a call below `/dashboard`. `None` if the address is a page.
pub async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    request_id: &str,
) -> Option<ReplyOf<S>> {
    let found = match call.path.strip_prefix("/dashboard/").unwrap_or_default() {
        "outbox" | "outbox.html" | "outbox/" => match outbox::negotiate(call, &service.settings.http) {
            outbox::OutboxReply::Page => return None,
            outbox::OutboxReply::Mails => {
                Some(Endpoint { place: Place::Outbox, name: "dashboard/outbox", methods: "GET, HEAD" })
            }
            outbox::OutboxReply::Nothing => None,
        },
        rest if rest == "api" || rest.starts_with("api/") => Endpoint::find(call.path),
        _ => return None,
    };
    let reply = match respond(call, service, found).await {
        Ok(reply) => reply.with("Cache-Control", "no-store"),
        Err(error) => Reply::error(&error, request_id),
    };
    Some(reply.named(found.map_or("none", |found| found.name)))
}

/// Checks in this order: address, length, method, `Accept`, origin, session, body.
async fn respond<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    found: Option<Endpoint<'_>>,
) -> Result<ReplyOf<S>, ApiError> {
    let Endpoint { place, methods, .. } = found.ok_or(ApiError::NotFound)?;
    let accounts = &service.accounts();
    let http = &accounts.http;
    // Links to files are followed by browsers, whose `Accept` names pages only.
    let is_file = matches!(place, Place::UsageFile | Place::LedgerFile);
    request_line::check(
        call,
        methods,
        if is_file { Ok(()) } else { accept::check(call.accept.as_deref(), &[body::JSON]) },
    )?;
    if !matches!(call.method, "GET" | "HEAD") {
        origin::check(call, http.settings)?;
    }
    if matches!(call.method, "GET" | "HEAD") && place != Place::Ledger {
        no_parameters(call.query)?;
    }
    match place {
        Place::Service => offer::answer(&service.payments()),
        Place::SignUp => sign_in::sign_up(call, accounts).await,
        Place::SignIn => sign_in::sign_in(call, accounts).await,
        Place::Confirm => sign_in::confirm(call, accounts).await,
        Place::Outbox => outbox::answer(http).await,
        _ => respond_to_owner(call, service, place).await,
    }
}

/// Answers what only a signed-in owner may call.
async fn respond_to_owner<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    place: Place<'_>,
) -> Result<ReplyOf<S>, ApiError> {
    let payments = &service.payments();
    let accounts = &payments.accounts;
    let session = Session::authenticate(call, accounts).await?;
    let mut reply = match place {
        Place::SignOut => sign_in::sign_out(call, accounts, &session).await,
        Place::Account if call.method == "PATCH" => account::change(call, accounts, &session).await,
        Place::Account if call.method == "DELETE" => account::delete(call, accounts, &session).await,
        Place::Account => account::show(accounts, &session).await,
        Place::Email => sign_in::change_email(call, accounts, &session).await,
        Place::Token => api_token::answer(call, accounts, &session).await,
        Place::TestToken => test_token::regenerate(call, accounts, &session).await,
        Place::BrowserToken => browser_token::answer(call, accounts, &session).await,
        Place::Usage => history::usage(accounts, &session).await,
        Place::UsageFile => history::usage_file(accounts, &session).await,
        Place::Ledger => history::ledger(call, accounts, &session).await,
        Place::LedgerFile => history::ledger_file(accounts, &session).await,
        Place::Payments => checkouts::list(payments, &session).await,
        Place::Receipt(checkout) => checkouts::receipt(payments, &session, checkout).await,
        Place::Checkouts => checkouts::create(call, payments, &session).await,
        Place::TestPayments => checkouts::test(call, payments, &session).await,
        _ => Err(ApiError::NotFound),
    }?;
    reply.note.account = Some(session.account);
    Ok(reply)
}
