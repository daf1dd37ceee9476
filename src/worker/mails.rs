//! Sending mails through the platform's binding; on a developer's machine they only stand in the outbox and in the log.

use super::d1::{D1, message};
use super::log::alarm;
use super::time;
use crate::mail::deliver::{Mailer, Sent, deliver};
use crate::settings::Settings;
use worker::js_sys::{Object, Promise, Reflect};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::{Env, console_log};

const BINDING: &str = "EMAIL";

#[wasm_bindgen]
extern "C" {
    /// The binding `send_email`.
    type SendEmail;

    #[wasm_bindgen(method, catch)]
    fn send(this: &SendEmail, mail: &JsValue) -> Result<Promise, JsValue>;
}

struct Postbox<'a> {
    env: &'a Env,
    settings: &'a Settings,
}

/// Sends all that is due. What fails is said in the log, and tried again.
pub(super) async fn deliver_all(env: &Env, settings: &Settings) {
    let postbox = Postbox { env, settings };
    if let Err(error) = deliver(&D1::new(env, false), &postbox, time::now()).await {
        alarm("mails", &error.message);
    }
}

impl Postbox<'_> {
    async fn hand_over(&self, recipient: &str, subject: &str, text: &str) -> Result<(), JsValue> {
        let sender = self.settings.mail_from.as_deref().ok_or("the variable MAIL_FROM is not set")?;
        let mail = Object::new();
        for (name, value) in [("from", sender), ("to", recipient), ("subject", subject), ("text", text)] {
            Reflect::set(&mail, &name.into(), &value.into())?;
        }
        let binding = Reflect::get(self.env, &BINDING.into())?;
        if binding.is_undefined() {
            return Err(format!("the binding {BINDING} is missing").into());
        }
        JsFuture::from(binding.unchecked_into::<SendEmail>().send(&mail)?).await.map(drop)
    }
}

impl Mailer for Postbox<'_> {
    async fn send(&self, recipient: &str, subject: &str, text: &str) -> Result<Sent, String> {
        if self.settings.development {
            let link = text.split_whitespace().find(|word| word.contains("/dashboard/")).unwrap_or_default();
            console_log!("mail to {recipient}: {subject} {link}");
            return Ok(Sent::Shown);
        }
        let sent = self.hand_over(recipient, subject, text).await;
        sent.map(|()| Sent::Away).map_err(|error| message(&error))
    }

    fn failed(&self, mail_id: i64, is_last: bool, why: &str) {
        alarm(if is_last { "mail-lost" } else { "mail-late" }, &format!("mail {mail_id}: {why}"));
    }
}
