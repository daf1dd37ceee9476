//! The service to call, and its secret.

use super::client::Client;
use super::error::CliError;
use super::escape::shown;
use clap::Args;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const URL: &str = "POSTERN_URL";
const SECRET: &str = "POSTERN_OPERATOR_SECRET";
const STATE: &str = "POSTERN_STATE";

/// The heading of the options that every command takes.
pub(super) const GENERAL: &str = "General options";

/// Where the service is. The environment variables are read here, not by the parser: an empty variable counts as unset, but
/// an empty argument is a mistake.
#[derive(Debug, Args)]
#[command(next_help_heading = GENERAL)]
pub(super) struct ServiceArgs {
    /// The service's address, such as <https://posts.example.com>, instead of the variable `POSTERN_URL`
    #[arg(long, global = true, value_name = "URL")]
    url: Option<String>,

    /// A file with the operator secret, instead of the variable `POSTERN_OPERATOR_SECRET`
    #[arg(long, global = true, value_name = "FILE")]
    secret_file: Option<PathBuf>,

    /// The state folder of a local service, with its dev.json
    #[arg(long, global = true, value_name = "FOLDER", hide = true)]
    state: Option<PathBuf>,
}

/// What the `dev.json` of a running local service contains.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Local {
    url: String,
    secret: String,
    token: Option<String>,
}

impl ServiceArgs {
    /// A client for the service.
    pub(super) fn connect(&self) -> Result<Client, CliError> {
        let (url, local) = (self.address()?, self.local()?);
        let own = || local.filter(|local| is_same(&local.url, &url)).map(|local| local.secret);
        let secret = self.given_secret()?.or_else(own);
        let secret = secret.ok_or_else(|| CliError::Usage(format!("{NO_SECRET} {}", shown(&url))))?;
        Ok(Client::new(url, &secret))
    }

    /// The service's address.
    pub(super) fn address(&self) -> Result<String, CliError> {
        let local = self.local()?;
        let url = self.url.clone().or_else(|| variable(URL)?.into_string().ok());
        let url = url.or_else(|| local.as_ref().map(|local| local.url.clone()));
        let url = url.ok_or_else(|| CliError::Usage(NO_SERVICE.to_owned()))?;
        let url = url.trim().trim_end_matches('/').to_owned();
        check(&url)?;
        Ok(url)
    }

    fn local(&self) -> Result<Option<Local>, CliError> {
        let folder = std::env::current_dir().map_err(|error| CliError::File(".".to_owned(), error))?;
        let state = self.state.clone().or_else(|| variable(STATE).map(PathBuf::from));
        Ok(find_local(&folder, state.as_deref()))
    }

    /// The API token of the local service's account, unless another service is to be called.
    pub(super) fn local_token(&self, url: Option<&str>) -> Result<Option<String>, CliError> {
        let local = self.local()?.filter(|local| url.is_none_or(|url| is_same(&local.url, url)));
        Ok(local.and_then(|local| local.token))
    }

    fn given_secret(&self) -> Result<Option<String>, CliError> {
        let Some(path) = &self.secret_file else {
            let secret = variable(SECRET).and_then(|secret| secret.into_string().ok());
            return Ok(secret.map(|secret| secret.trim().to_owned()).filter(|secret| !secret.is_empty()));
        };
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| CliError::File(path.display().to_string(), error))?;
        only_word(path, &text, "the operator secret").map(Some)
    }
}

/// The secret in the text of a file, which must contain nothing else.
pub(super) fn only_word(path: &Path, text: &str, expected: &str) -> Result<String, CliError> {
    let secret = text.trim().to_owned();
    if secret.is_empty() || secret.contains(char::is_whitespace) {
        let path = shown(&path.display().to_string());
        return Err(CliError::Usage(format!("{path}: expected {expected} and nothing else")));
    }
    Ok(secret)
}

/// An environment variable, if it is set and not empty.
pub(super) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

const NO_SERVICE: &str = "no service is set: use --url or POSTERN_URL, or run this in the project's folder while \
                          `npm start` runs";
const NO_SECRET: &str = "no operator secret: set --secret-file or POSTERN_OPERATOR_SECRET for";

/// The local service of this folder or the nearest one above it.
fn find_local(folder: &Path, state: Option<&Path>) -> Option<Local> {
    let state = state.unwrap_or(Path::new(".postern"));
    folder.ancestors().find_map(|folder| read_local(&folder.join(state).join("dev.json")))
}

fn read_local(path: &Path) -> Option<Local> {
    let value: Value = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    let text = |key| value.get(key)?.as_str().map(str::to_owned);
    Some(Local { url: text("url")?, secret: text("operator_secret")?, token: text("api_token") })
}

/// Whether two addresses belong to the same service. A local service has two names.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |url: &str| url.trim_end_matches('/').replace("://127.0.0.1", "://localhost");
    plain(one) == plain(other)
}

/// Refuses an address that would send the secret in the clear.
fn check(url: &str) -> Result<(), CliError> {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let host = rest.split('/').next().unwrap_or_default();
    let name = host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).map_or(host, |(name, _)| name);
    let local =
        matches!(name, "localhost" | "[::1]") || name.starts_with("127.") || name.ends_with(".localhost");
    match scheme {
        "https" => Ok(()),
        "http" if local => Ok(()),
        "http" => Err(CliError::Usage(format!(
            "{}: expected https://, because otherwise the secret would be sent in the clear",
            shown(url)
        ))),
        _ => Err(CliError::Usage(format!(
            "expected an address that begins with https:// or http://, got {}",
            if url.is_empty() { "an empty one".to_owned() } else { shown(url) }
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_not_sent_in_the_clear() {
        for good in
            ["https://posts.example.com", "http://localhost:8787", "http://127.0.0.1:1", "http://[::1]:8787"]
        {
            assert!(check(good).is_ok(), "{good}");
        }
        for bad in
            ["http://posts.example.com", "http://localhost.example.com", "posts.example.com", "ftp://x"]
        {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn localhost_and_127_0_0_1_are_the_same_service() {
        assert!(is_same("http://localhost:8787", "http://127.0.0.1:8787/"));
        assert!(!is_same("http://localhost:8787", "http://localhost:8788"));
    }
}
