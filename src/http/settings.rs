//! Settings of the service's address and key.

use crate::encoding::from_any_base64;
use crate::settings::{SettingError, Variables, origin};

/// Settings that any endpoint may need.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// Whether this is a developer's machine. Then plain http is answered, and answers say what storage did.
    pub development: bool,
    /// The origin of every absolute address that the service sends, such as `https://api.example.com`.
    pub public_origin: Option<String>,
    /// Encrypts hashes of tokens, and keys entity tags.
    pub token_key: Option<[u8; 32]>,
}

impl core::fmt::Debug for Settings {
    /// Leaves the key out.
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("Settings")
            .field("development", &self.development)
            .field("public_origin", &self.public_origin)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// Reads the settings from the environment's variables.
    ///
    /// # Errors
    /// When a variable is set and can't be parsed.
    pub fn from_variables(variables: &Variables<'_>) -> Result<Self, SettingError> {
        Ok(Self {
            development: variables.is_development(),
            public_origin: variables
                .get("PUBLIC_ORIGIN")
                .map(|text| origin(&text, "PUBLIC_ORIGIN"))
                .transpose()?,
            token_key: variables.get("TOKEN_KEY").map(|text| parse_key(&text)).transpose()?,
        })
    }

    /// The host that the service answers to outside development, if it is set.
    pub fn host(&self) -> Option<&str> {
        self.public_origin.as_deref()?.split("://").nth(1)
    }
}

fn parse_key(text: &str) -> Result<[u8; 32], SettingError> {
    let error = SettingError { name: "TOKEN_KEY", expected: "32 random bytes in base64" };
    from_any_base64(text).and_then(|bytes| bytes.try_into().ok()).ok_or(error)
}
