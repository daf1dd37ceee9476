//! Signing up, in and out by links that are sent by e-mail, and changing an account's address. No answer says whether an
//! address has an account.

use super::known;
use super::mail_limits::{asker, check_limits, check_result};
use super::session::{BROWSER_COOKIE, Session, cookie, new_value, secret_key, session_cookie, set_cookie};
use crate::accounts::mail::deliver::mail_ids;
use crate::accounts::mail::{Mail, texts};
use crate::accounts::refusals::{may_look_up, refused};
use crate::accounts::service::Service;
use crate::accounts::statements::links::{LIFETIME, NewLink, Purpose};
use crate::accounts::statements::{links, sessions};
use crate::email::EmailAddress;
use crate::http::body::{Fields, MAX_NAME, required_email};
use crate::http::call::Call;
use crate::http::error::{ApiError, ValidationError, ValidationErrorCode};
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::store::{Database, Row, required};
use serde::Serialize;

/// A request for a link.
struct LinkRequest<'a> {
    purpose: Purpose,
    email: EmailAddress,
    name: String,
    company: String,
    session: Option<&'a Session>,
}

/// Sends a link that creates an account.
pub(crate) async fn sign_up<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["name", "email", "company"]).await?;
    let email = required_email(&mut fields);
    let name = fields.text("name", MAX_NAME).unwrap_or_default();
    let company = fields.text("company", MAX_NAME).unwrap_or_default();
    let email = fields.finish_with(email)?;
    send_link(call, service, LinkRequest { purpose: Purpose::SignUp, email, name, company, session: None })
        .await
}

/// Sends a link that signs in.
pub(crate) async fn sign_in<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    send_link_to_given_address(call, service, Purpose::SignIn, None).await
}

/// Sends a link to the new address of an account.
pub(crate) async fn change_email<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    send_link_to_given_address(call, service, Purpose::ChangeEmail, Some(session)).await
}

async fn send_link_to_given_address<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    purpose: Purpose,
    session: Option<&Session>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["email"]).await?;
    let email = required_email(&mut fields);
    let email = fields.finish_with(email)?;
    send_link(
        call,
        service,
        LinkRequest { purpose, email, name: String::new(), company: String::new(), session },
    )
    .await
}

/// Stores a link and its mail, within the limits of the requester, the recipient and the service.
async fn send_link<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    request: LinkRequest<'_>,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        sent: bool,
        expires_in: i64,
    }
    let by = asker(call, service);
    check_limits(service, &by, &request.email).await?;
    let origin = service.origin()?;
    let browser = cookie(call, BROWSER_COOKIE).unwrap_or_else(|| new_value(service, "browser"));
    let secret = new_value(service, "link");
    let code = code(&service.entropy.derived("code"));
    let link = NewLink {
        key: &secret_key(&secret),
        purpose: request.purpose,
        email: &request.email,
        name: &request.name,
        company: &request.company,
        account: request.session.map(|session| session.account),
        browser_key: &secret_key(&browser),
        asker: &by,
        code: &code,
        at: service.now,
        hourly_cap: service.settings.mails_per_hour,
    };
    let (known, unknown) = mails(request.purpose, origin, &secret, &code);
    let results = service.runtime.batch(Database::Accounts, link.statements(&known, &unknown)).await?;
    check_result(service, &link, &results)?;
    service.runtime.deliver(mail_ids(&results));
    let reply = Reply::success(202, &Data { sent: true, expires_in: LIFETIME / 1000 });
    Ok(reply.with("Set-Cookie", set_cookie(BROWSER_COOKIE, &browser, LIFETIME)))
}

/// The mail to an address that has an account, and the mail to one that has none.
fn mails(purpose: Purpose, origin: &str, secret: &str, code: &str) -> (Mail, Mail) {
    match purpose {
        Purpose::SignIn => (texts::sign_in(origin, secret, code), texts::no_account(origin)),
        Purpose::SignUp => (texts::has_account(origin, secret, code), texts::sign_up(origin, secret, code)),
        // Only the owner of an address learns that it is taken.
        Purpose::ChangeEmail => (texts::address_taken(origin), texts::confirm_email(origin, secret, code)),
    }
}

/// Eight random digits. No code is more likely than another by more than one in ten billion.
fn code(random: &[u8; 32]) -> String {
    let number = random.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    format!("{:08}", number % 100_000_000)
}

/// Redeems a link or its code: a session begins, or an address is changed.
pub(crate) async fn confirm<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    let mut fields = Fields::from_body(call, service, &["link", "code"]).await?;
    let (link, code) = (fields.text("link", MAX_NAME), fields.text("code", MAX_NAME));
    let is_readable = !fields.has_error("link") && !fields.has_error("code");
    if is_readable && link.is_some() == code.is_some() {
        fields.add_error(
            "link",
            ValidationError::new(ValidationErrorCode::EmptyValue, "expected either a link or a code"),
        );
    }
    fields.finish()?;
    may_look_up(service, call)?;
    let browser_key = cookie(call, BROWSER_COOKIE).map(|browser| secret_key(&browser));
    let used = match (link, code, &browser_key) {
        (Some(secret), ..) => redeem(call, service, &secret_key(&secret), browser_key.as_deref()).await,
        (_, Some(code), Some(browser_key)) => match find_by_code(service, &code, browser_key).await? {
            Some(link_key) => redeem(call, service, &link_key, Some(browser_key)).await,
            None => Err(ApiError::InvalidLink),
        },
        _ => Err(ApiError::OtherBrowser),
    };
    match used {
        Err(error @ ApiError::InvalidLink) => Err(refused(service, call, error).await),
        used => used,
    }
}

/// The link whose code this is, among those that this browser asked for.
async fn find_by_code<S: Runtime>(
    service: &Service<'_, S>,
    code: &str,
    browser_key: &str,
) -> Result<Option<String>, ApiError> {
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    let tried = service.runtime.rows(Database::Accounts, links::try_code(browser_key, service.now)).await?;
    for row in &tried.rows {
        if row.text("code")?.as_deref() == Some(code.as_str()) {
            return Ok(row.text("link_key")?);
        }
    }
    Ok(None)
}

async fn redeem<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    link_key: &str,
    browser_key: Option<&str>,
) -> Result<ReplyOf<S>, ApiError> {
    let rows = service.runtime.rows(Database::Accounts, links::find(link_key, service.now)).await?;
    let link = rows.first().ok_or(ApiError::InvalidLink)?;
    let text = |column| link.text(column).and_then(|text| required(text, column));
    if link.integer("is_good")? != Some(1) {
        return Err(ApiError::InvalidLink);
    }
    if browser_key != Some(text("browser_key")?.as_str()) {
        return Err(ApiError::OtherBrowser);
    }
    match Purpose::from_name(&text("purpose")?) {
        // This needs a session that is still signed in: signing out everywhere ends what a stolen session began. The
        // account may also have been deleted by now.
        Some(Purpose::ChangeEmail) => {
            let session = Session::authenticate(call, service).await?;
            if link.integer("account_id")? != Some(session.account) {
                return Err(ApiError::InvalidLink);
            }
            let former = link.text("former")?.ok_or(ApiError::InvalidLink)?;
            change_address(service, link_key, &former, &text("email")?).await
        }
        _ => start_session(service, link_key).await,
    }
}

#[derive(Serialize)]
struct Confirmed {
    did: &'static str,
}

async fn start_session<S: Runtime>(service: &Service<'_, S>, link_key: &str) -> Result<ReplyOf<S>, ApiError> {
    let value = new_value(service, "session");
    let statements = links::start_session(link_key, &secret_key(&value), service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let made = results.last().and_then(|rows| rows.first()).ok_or(ApiError::InvalidLink)?;
    let is_new = results.get(1).is_some_and(|account| !account.rows.is_empty());
    let did = if is_new { "signed_up" } else { "signed_in" };
    let account = required(made.integer("account_id")?, "account_id")?;
    let mut reply = Reply::success(200, &Confirmed { did }).with("Set-Cookie", session_cookie(&value));
    reply.headers.extend(known::new_cookie(service, account).map(|cookie| ("Set-Cookie", cookie)));
    Ok(reply.about(Some(account)))
}

async fn change_address<S: Runtime>(
    service: &Service<'_, S>,
    link_key: &str,
    former: &str,
    email: &str,
) -> Result<ReplyOf<S>, ApiError> {
    let notice = texts::email_changed(service.origin()?, email);
    let by = new_value(service, "change");
    let statements = links::change_email(link_key, &by, &notice, former, service.now);
    let results = service.runtime.batch(Database::Accounts, statements).await?;
    let rows = |at: usize| results.get(at).is_some_and(|rows| !rows.rows.is_empty());
    match (rows(0), rows(1)) {
        (false, _) => Err(ApiError::InvalidLink),
        (true, false) => Err(ApiError::AccountExists),
        (true, true) => {
            service.runtime.deliver(mail_ids(&results));
            Ok(Reply::success(200, &Confirmed { did: "changed_email" }))
        }
    }
}

/// Ends this session, or all sessions of the account.
pub(crate) async fn sign_out<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    session: &Session,
) -> Result<ReplyOf<S>, ApiError> {
    #[derive(Serialize)]
    struct Data {
        signed_out: usize,
    }
    let mut fields = Fields::from_body(call, service, &["everywhere"]).await?;
    let everywhere = fields.flag("everywhere");
    fields.finish()?;
    let ended = sessions::end_sessions(&session.key, everywhere);
    let ended = service.runtime.rows(Database::Accounts, ended).await?;
    let reply = Reply::success(200, &Data { signed_out: ended.rows.len() });
    Ok(reply.with("Set-Cookie", set_cookie(super::session::SESSION_COOKIE, "", 0)))
}
