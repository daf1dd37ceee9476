//! Sends mails through the platform's binding. On a developer's machine they are only shown in the outbox and in the log.

use super::d1::{D1, message};
use super::log::alarm;
use super::time;
use crate::accounts::mail::deliver::{Delivery, MailError, Mailer, deliver};
use crate::router::settings::Settings;
use worker::js_sys::Reflect;
use worker::wasm_bindgen::JsValue;
use worker::{EmailAddress, Env, SendEmailBuilder, console_log};

const BINDING: &str = "EMAIL";

struct EmailBinding<'a> {
    env: &'a Env,
    settings: &'a Settings,
}

/// Codes of permanent errors, where the recipient is the reason. See the [errors of the binding](https://developers.cloudflare.com/email-service/api/send-emails/workers-api/).
const FINAL: [&str; 3] = ["E_VALIDATION_ERROR", "E_RECIPIENT_NOT_ALLOWED", "E_RECIPIENT_SUPPRESSED"];

/// Sends the mails of a call, and up to `others` more that are due. Failures are logged, and a later call or job retries them.
pub(super) async fn deliver_some(env: &Env, settings: &Settings, own: &[i64], others: u8) {
    let mailer = EmailBinding { env, settings };
    if let Err(error) = deliver(&D1::new(env, false), &mailer, own, others, time::now()).await {
        alarm("mails", &error.message);
    }
}

impl EmailBinding<'_> {
    async fn send_by_binding(&self, recipient: &str, subject: &str, text: &str) -> Result<(), JsValue> {
        let sender = self.settings.accounts.mail_from.as_ref().ok_or("the variable MAIL_FROM is not set")?;
        let mail = if sender.name.is_empty() {
            SendEmailBuilder::builder(&sender.email, recipient, subject)
        } else {
            let from = EmailAddress::new(&sender.name, &sender.email);
            SendEmailBuilder::builder_with_email_address_and_str(&from, recipient, subject)
        };
        let sent = self.env.send_email(BINDING)?.send_with_builder(&mail.text(text).build()).await;
        sent.map(drop).map_err(JsValue::from)
    }
}

/// Converts an error of the binding. Its code comes first in the log. The worker crate's error type knows only some of the codes.
fn mail_error(error: &JsValue) -> MailError {
    let code = Reflect::get(error, &"code".into()).ok().and_then(|code| code.as_string()).unwrap_or_default();
    let why = format!("{code} {}", message(error));
    MailError { why: why.trim().to_owned(), is_final: FINAL.contains(&code.as_str()) }
}

impl Mailer for EmailBinding<'_> {
    async fn send(&self, recipient: &str, subject: &str, text: &str) -> Result<Delivery, MailError> {
        if self.settings.http.development {
            let link = text.split_whitespace().find(|word| word.contains("/dashboard/")).unwrap_or_default();
            console_log!("mail to {recipient}: {subject} {link}");
            return Ok(Delivery::InOutbox);
        }
        let sent = self.send_by_binding(recipient, subject, text).await;
        sent.map(|()| Delivery::Sent).map_err(|error| mail_error(&error))
    }

    fn failed(&self, mail_id: i64, is_last: bool, why: &str) {
        alarm(if is_last { "mail-lost" } else { "mail-late" }, &format!("mail {mail_id}: {why}"));
    }
}
