//! The export that LinkedIn gives an account's owner: `Shares.csv`, with the owner's name in `Profile.csv`.
//!
//! The file's format changed twice over the years. In all versions, the line breaks of texts are surrounded by quotes.

use super::line;
use super::urn::Urn;
use crate::formats::table::{cell, text};
use crate::formats::{
    Export, Format, ImportError, Item, Outcome, Part, Role, Settings, Signature, author_or, json, timestamps,
};
use crate::platform::Network;
use serde_json::Value;

/// The export that LinkedIn gives an account's owner.
pub static FORMAT: Format = Format {
    name: "linkedin-export",
    description: "the export that LinkedIn gives an account's owner: its zip, its folder, or Shares.csv",
    networks: &[Network::Linkedin],
    parts: &[
        Part {
            what: "posts",
            signatures: &[Signature::Columns(&["sharelink", "sharecommentary"])],
            at: &[""],
            role: Role::Posts(convert),
        },
        Part {
            what: "the owner's name",
            signatures: &[Signature::Columns(&["firstname", "lastname", "headline", "summary"])],
            at: &[""],
            role: Role::Companion(profile),
        },
    ],
};

fn profile(export: &mut Export, row: &Value) {
    let names = [text(row, &["firstname"]), text(row, &["lastname"])];
    let name: Vec<String> = names.into_iter().flatten().map(|name| name.trim().to_owned()).collect();
    if !name.is_empty() && export.shown_name.is_none() {
        export.shown_name = Some(name.join(" "));
    }
}

/// Converts a row of `Shares.csv`.
///
/// # Errors
/// When it has no id, author or time.
pub fn convert(row: &Value, settings: &Settings) -> Outcome {
    let visibility = text(row, &["visibility"]).unwrap_or_default().to_uppercase();
    if visibility.starts_with("CONNECTION") && !settings.include.private {
        return Ok(Item::Skipped("shown to connections only"));
    }
    let link = text(row, &["sharelink"]).unwrap_or_default();
    let urn = Urn::find(&link).ok_or_else(|| ImportError::no_id("ShareLink"))?;
    // The number contains the time. The column repeats it to the second.
    let published = match (text(row, &["date"]), urn.time()) {
        (None, Some(time)) => timestamps::plausible(time, settings.now, "ShareLink")?,
        _ => timestamps::in_utc(cell(row, "date"), urn.time(), settings, "Date")?.time,
    };
    let mut author = author_or(None, settings)?;
    author.display_name = author.display_name.or_else(|| settings.export.shown_name.clone());
    let mut post = line(&urn, author, published);
    post.content = Some(commentary(cell(row, "sharecommentary").as_str().unwrap_or_default()));
    // The export does not contain the owner's uploads. The picture at `MediaUrl` belongs to the page that the post
    // links to.
    post.media = Some(Vec::new());
    post.collected_at = settings.collected_at(published);
    Ok(post.into())
}

/// The text, without the quotes that LinkedIn writes around each line break.
fn commentary(text: &str) -> String {
    let mut text = json::unix_lines(text).replace("\"\n\"", "\n");
    if text.ends_with('"') && text.matches('"').count() % 2 == 1 {
        text.pop();
    }
    text
}

#[cfg(test)]
mod tests;
