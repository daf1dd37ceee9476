//! The API token of commands that call the service as its callers do.

use super::error::CliError;
use super::service::{ServiceArgs, only_word, variable};
use std::io::Read;
use std::path::Path;

const TOKEN: &str = "POSTERN_API_TOKEN";

/// The token in a file, or else in the environment, or else that of the local service. A call to another `url` does not get that one.
pub(super) fn token_text(
    file: Option<&Path>,
    service: &ServiceArgs,
    url: Option<&str>,
) -> Result<String, CliError> {
    match file {
        Some(file) => only_word(file, &read_text(file)?, "the API token"),
        None => match variable(TOKEN).and_then(|token| token.into_string().ok()) {
            Some(token) => Ok(token.trim().to_owned()),
            None => service.local_token(url)?.ok_or_else(|| CliError::Usage(NO_TOKEN.to_owned())),
        },
    }
}

fn read_text(file: &Path) -> Result<String, CliError> {
    let mut text = String::new();
    let read = if file == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    read.map_err(|error| CliError::File(file.display().to_string(), error))
}

const NO_TOKEN: &str = "no API token: set --token-file (- for standard input) or POSTERN_API_TOKEN, or run this in the \
                        project's folder while `npm start` runs";
