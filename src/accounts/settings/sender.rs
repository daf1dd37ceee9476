//! The sender of mails.

use crate::email::EmailAddress;
use crate::settings::SettingError;

/// The sender of mails: `post@example.com`, or `Postern <post@example.com>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// The name that mail programs show; may be empty.
    pub name: String,
    /// The address, in ASCII.
    pub email: String,
}

impl Sender {
    /// Parses an address, with or without a name in front.
    ///
    /// # Errors
    /// If it is not an address.
    pub(super) fn parse(text: &str) -> Result<Self, SettingError> {
        let expected = "an address such as post@example.com, or Postern <post@example.com>";
        let named = text.strip_suffix('>').and_then(|text| text.split_once('<'));
        let (name, address) = named.unwrap_or(("", text));
        let email =
            EmailAddress::parse(address.trim()).ok_or(SettingError { name: "MAIL_FROM", expected })?;
        Ok(Self { name: name.trim().trim_matches('"').to_owned(), email: email.ascii() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_an_address_and_may_have_a_name() {
        for (text, name, email) in [
            ("post@example.com", "", "post@example.com"),
            ("Postern <post@example.com>", "Postern", "post@example.com"),
            ("\"Postern, mails\" < post@München.de >", "Postern, mails", "post@xn--mnchen-3ya.de"),
            ("<post@example.com>", "", "post@example.com"),
        ] {
            assert_eq!(Sender::parse(text), Ok(Sender { name: name.into(), email: email.into() }), "{text}");
        }
        for text in ["Postern", "Postern <post@example>", "<post@example.com> Postern", "post@example.com>"] {
            assert_eq!(Sender::parse(text).map_err(|error| error.name), Err("MAIL_FROM"), "{text}");
        }
    }
}
