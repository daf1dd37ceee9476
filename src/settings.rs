//! Reading settings, once and without I/O. An invalid one is refused by its name. The settings themselves are defined next
//! to their resources.

/// An invalid setting. The value is never shown, because it may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("setting {name}: expected {expected}")]
pub struct SettingError {
    /// The setting's name.
    pub name: &'static str,
    /// What it should be.
    pub expected: &'static str,
}

/// The variables of an environment: those of `wrangler.toml`, and secrets. An empty one counts as unset.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct Variables<'a>(&'a dyn Fn(&str) -> Option<String>);

impl<'a> Variables<'a> {
    /// Wraps a function that looks up a variable by name.
    pub fn new(read: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self(read)
    }

    /// The trimmed text of a variable; none if it is unset or empty.
    pub fn get(&self, name: &str) -> Option<String> {
        self.0(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Whether `ENVIRONMENT` is `development`.
    pub fn is_development(&self) -> bool {
        self.get("ENVIRONMENT").as_deref() == Some("development")
    }

    /// A whole number from 1 to 1,000,000, or `unset` if the variable is unset.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn number<T: TryFrom<u32>>(&self, name: &'static str, unset: u32) -> Result<T, SettingError> {
        let error = SettingError { name, expected: "a whole number from 1 to 1000000" };
        let number = match self.get(name) {
            Some(text) => text.parse().ok().filter(|number| (1..=1_000_000).contains(number)),
            None => Some(unset),
        };
        number.and_then(|number| T::try_from(number).ok()).ok_or(error)
    }

    /// A switch, `on` or `off`; on if it is unset.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn switch(&self, name: &'static str) -> Result<bool, SettingError> {
        match self.get(name).as_deref() {
            None | Some("on") => Ok(true),
            Some("off") => Ok(false),
            Some(_) => Err(SettingError { name, expected: "on or off" }),
        }
    }
}

/// Checks an origin, and returns it in lower case.
///
/// # Errors
/// If it is not an http or https origin, or has a path.
pub fn origin(text: &str, name: &'static str) -> Result<String, SettingError> {
    let expected = "an origin such as https://api.example.com, without a path";
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
            Ok(text.to_ascii_lowercase())
        }
        _ => Err(SettingError { name, expected }),
    }
}
