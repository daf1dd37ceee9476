//! Checks of the posts of every format: visibility, intact ids, authors known only from an address, zeros that mean unknown,
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

/// What is said of a post that not everyone could see.
pub(crate) const NOT_PUBLIC: &str = "not public";

/// Converts an element that is, or has, a post, and checks what comes out.
///
/// # Errors
/// Those of the conversion, and when a post has no id that can be one.
pub(crate) fn post(convert: Convert, element: &Value, settings: &Settings) -> Outcome {
    if !settings.include.private && private::is_private(element) {
        return Ok(Item::Skipped(NOT_PUBLIC));
    }
    // An address that names the author is of more worth than what the operator says of all posts.
    let named = settings.author.as_ref().and_then(|_| author::in_address(element));
    let known = named.map(|author| Settings { author: Some(author), ..settings.clone() });
    let settings = known.as_ref().unwrap_or(settings);
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
            content::note_left(&mut found, element);
            Ok(Item::Post(found))
        }
        other => Ok(other),
    }
}

/// A post, if its id can be one, and everyone could see it.
fn check(item: Item, element: &Value, settings: &Settings) -> Outcome {
    let Item::Post(mut found) = item else { return Ok(item) };
    counts::without_false_zeros(&mut found.post);
    without_nothing(&mut found.post);
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
    // No network has such names: a cell took on a part of another.
    if post.author.username.contains(['"', ',', ';', '\n']) {
        let reason = format!("expected the author's username, got {:?}", post.author.username);
        return Err(ImportError::new(ImportError::NO_AUTHOR, reason));
    }
    let number = number_in(network, id);
    // A code that stands in the element was not made of a number.
    let is_shown =
        has_address_with(element, &number) || network == Network::Instagram && has_text(element, id);
    if settings.table.has_rounded(network, &number) && !is_shown {
        let reason = format!(
            "expected the post's whole id, got {number:?}, which ends like all that a spreadsheet or a program rounded: \
             in this file, others do so too. {EXPORT_AGAIN}"
        );
        return Err(ImportError::new(ImportError::NO_ID, reason));
    }
    Ok(Item::Post(found))
}

/// Takes out names and a language that a script wrote because it knew none.
fn without_nothing(post: &mut PostLine) {
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

/// What to do about ids that are lost.
const EXPORT_AGAIN: &str = "Export it again, and open it as text, if at all";

/// Says what destroyed the id, where the element still shows it.
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

/// The first id in an element that was destroyed: under which key, what is left of it, and by what.
fn lost_id<'a>(element: &'a Value, settings: &Settings) -> Option<(&'a str, String, &'static str)> {
    element.as_object()?.iter().find_map(|(key, value)| {
        let name = super::sniff::signs::folded(key);
        let is_id = ["id", "idstr", "pk", "urn", "code"].iter().any(|end| name.ends_with(end))
            || settings.mapping.is_id(key);
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_f64() => number.to_string(),
            _ => return None,
        };
        // What says nothing is empty in a table.
        let is_own = || {
            ["id", "idstr", "videoid", "tweetid", "postid"].contains(&name.as_str())
                || settings.mapping.is_id(key)
        };
        let what = ids::damage(&text).filter(|_| is_id && (!text.is_empty() || is_own()))?;
        Some((key.as_str(), text, what))
    })
}

/// The number that an id has in it, where rounding shows. A code of Instagram is a number written otherwise.
fn number_in(network: Network, id: &str) -> Cow<'_, str> {
    let of_code = (network == Network::Instagram).then(|| snowflake::instagram_pk(id)).flatten();
    of_code.map_or(Cow::Borrowed(ids::number(id)), |number| number.to_string().into())
}

/// Whether a text in an element has another in it.
fn has_text(element: &Value, wanted: &str) -> bool {
    let Some(map) = element.as_object() else { return false };
    map.values().filter_map(Value::as_str).any(|text| text.contains(wanted))
}

/// Whether an address in an element has these digits: then they are whole.
fn has_address_with(element: &Value, digits: &str) -> bool {
    let Some(map) = element.as_object() else { return false };
    map.values().filter_map(json::address).any(|url| url.starts_with("http") && url.contains(digits))
}

#[cfg(test)]
mod tests;
