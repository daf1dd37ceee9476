//! Checks of the posts of every format: visibility, whole ids, authors known only from an address, zeros that mean unknown,
//! and unused counts.

pub(crate) mod author;
mod content;
mod counts;
mod private;

use super::value::{ids, nothing, snowflake};
use super::{Convert, Found, ImportError, Item, Outcome, Settings, json};
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use serde_json::Value;
use std::borrow::Cow;

/// The reason for skipping a post that is not public.
pub(crate) const NOT_PUBLIC: &str = "not public";

/// Converts an element that is, or contains, a post, and checks the result.
///
/// # Errors
/// The errors of the conversion, and when a post has no valid id.
pub(crate) fn post(convert: Convert, element: &Value, settings: &Settings) -> Outcome {
    if !settings.include.private && private::is_private(element) {
        return Ok(Item::Skipped(NOT_PUBLIC));
    }
    // The author in an address takes precedence over the one that the operator named for all posts.
    let in_address = settings.author.as_ref().and_then(|_| author::in_address(element));
    let with_author = in_address.map(|author| Settings { author: Some(author), ..settings.clone() });
    let settings = with_author.as_ref().unwrap_or(settings);
    match convert(element, settings).map_err(|error| explain_lost_id(error, element, settings)) {
        Err(error) if error.code == ImportError::NO_AUTHOR => {
            let Some(author) = author::in_address(element) else { return Err(error) };
            let settings = Settings { author: Some(author), ..settings.clone() };
            convert(element, &settings).and_then(|item| checked(item, element, &settings))
        }
        converted => converted.and_then(|item| checked(item, element, settings)),
    }
}

fn checked(item: Item, element: &Value, settings: &Settings) -> Outcome {
    let found = match item {
        Item::Post(found) => found,
        Item::Many(outcomes) => {
            let of_each = |outcome: Outcome| outcome.and_then(|item| check(item, element, settings));
            return Ok(Item::Many(outcomes.into_iter().map(of_each).collect()));
        }
        Item::Skipped(_) => return Ok(item),
    };
    match check(Item::Post(found), element, settings)? {
        Item::Post(mut found) => {
            counts::note_unused(&mut found, element, !settings.table.columns.is_empty());
            content::note_unused(&mut found, element);
            Ok(Item::Post(found))
        }
        other => Ok(other),
    }
}

/// Checks a single post: its id, its author's name, and whether it is public.
fn check(item: Item, element: &Value, settings: &Settings) -> Outcome {
    let Item::Post(mut found) = item else { return Ok(item) };
    counts::without_false_zeros(&mut found.post);
    remove_placeholders(&mut found.post);
    let Found { post, .. } = &*found;
    let (network, id) = (post.platform.network, post.platform_post_id.as_str());
    if !settings.include.private && private::has_long_code(element, network, id) {
        return Ok(Item::Skipped(NOT_PUBLIC));
    }
    if !ids::has_form(network, id) {
        let what = ids::damage(id).map(|what| format!(": {what}")).unwrap_or_default();
        let reason = format!(
            "expected a post's id on {} ({}), got {id:?}{what}",
            network.name(),
            ids::expected_form(network)
        );
        return Err(explain_lost_id(ImportError::new(ImportError::NO_ID, reason), element, settings));
    }
    // No network has such names. The cell has swallowed a part of another.
    if post.author.username.contains(['"', ',', ';', '\n']) {
        let reason = format!("expected the author's username, got {:?}", post.author.username);
        return Err(ImportError::new(ImportError::NO_AUTHOR, reason));
    }
    let number = number_in(network, id);
    // A code that the element contains was not converted from a number.
    let is_shown =
        has_address_with(element, &number) || network == Network::Instagram && has_text(element, id);
    if settings.table.has_rounded(network, &number) && !is_shown {
        let reason = format!(
            "expected the post's whole id, got {number:?}, which looks rounded by a spreadsheet or a program, like other \
             ids in this file. {EXPORT_AGAIN}"
        );
        return Err(ImportError::new(ImportError::NO_ID, reason));
    }
    Ok(Item::Post(found))
}

/// Removes names, addresses and a language that are placeholders for unknown values.
fn remove_placeholders(post: &mut PostLine) {
    let author = &mut post.author;
    for field in [
        &mut author.display_name,
        &mut author.id,
        &mut author.url,
        &mut author.avatar_url,
        &mut post.language,
    ] {
        field.take_if(|text| nothing::is_nothing(text));
    }
}

/// What to do about lost ids.
const EXPORT_AGAIN: &str = "Export the file again, and open it only as text";

/// Adds to an error what destroyed the id, if the element still shows that.
fn explain_lost_id(error: ImportError, element: &Value, settings: &Settings) -> ImportError {
    let lost = (error.code == ImportError::NO_ID).then(|| lost_id(element, settings)).flatten();
    match lost {
        Some((key, text, what)) => ImportError {
            reason: format!("{}; {key} is {text:?}: {what}. {EXPORT_AGAIN}", error.reason),
            ..error
        },
        None => error,
    }
}

/// The first destroyed id in an element: its key, what is left of it, and what destroyed it.
fn lost_id<'a>(element: &'a Value, settings: &Settings) -> Option<(&'a str, String, &'static str)> {
    element.as_object()?.iter().find_map(|(key, value)| {
        let name = super::sniff::signatures::folded(key);
        let is_id = ["id", "idstr", "pk", "urn", "code"].iter().any(|end| name.ends_with(end))
            || settings.mapping.is_id(key);
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_f64() => number.to_string(),
            _ => return None,
        };
        // In a table, placeholders have become empty.
        let is_own = || {
            ["id", "idstr", "videoid", "tweetid", "postid"].contains(&name.as_str())
                || settings.mapping.is_id(key)
        };
        let what = ids::damage(&text).filter(|_| is_id && (!text.is_empty() || is_own()))?;
        Some((key.as_str(), text, what))
    })
}

/// The number in an id, which shows rounding. A code of Instagram is a number in another notation.
fn number_in(network: Network, id: &str) -> Cow<'_, str> {
    let of_code = (network == Network::Instagram).then(|| snowflake::instagram_pk(id)).flatten();
    of_code.map_or(Cow::Borrowed(ids::number(id)), |number| number.to_string().into())
}

/// Whether any text in an element contains `part`.
fn has_text(element: &Value, part: &str) -> bool {
    let Some(map) = element.as_object() else { return false };
    map.values().filter_map(Value::as_str).any(|text| text.contains(part))
}

/// Whether an address in an element contains these digits. Then they were not rounded.
fn has_address_with(element: &Value, digits: &str) -> bool {
    let Some(map) = element.as_object() else { return false };
    map.values().filter_map(json::address).any(|url| url.starts_with("http") && url.contains(digits))
}

#[cfg(test)]
mod tests;
