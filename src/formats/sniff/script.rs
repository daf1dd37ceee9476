//! Recognises scripts that assign JSON to a global name, such as those in archives of X.

use super::{Layout, Recognised, Unknown, signatures};
use crate::formats::Format;
use crate::formats::split::Container;

pub(crate) fn is_one(text: &str) -> bool {
    text.starts_with("window.") || text.starts_with("Grailbird.")
}

pub(crate) fn recognise(text: &str, formats: &[&'static Format]) -> Result<Recognised, Unknown> {
    let name = text.split('=').next().unwrap_or_default();
    let name = name.trim().trim_start_matches("window.");
    let parts = formats.iter().flat_map(|format| format.parts.iter().map(move |part| (*format, part)));
    let found = parts
        .into_iter()
        .find(|(_, part)| part.signatures.iter().any(|signature| signatures::global(signature, name)));
    match found {
        Some((format, part)) => Ok(Recognised {
            format,
            layout: Layout::Elements(Container::Script),
            parts: vec![part],
            global: Some(name.to_owned()),
            author: None,
        }),
        None => Err(Unknown::Script(name.chars().take(80).collect())),
    }
}
