//! JSON Schemas, as texts. They use what all dialects since draft 7 have in common.

pub(super) mod answers;
mod post;

use crate::store::json;

/// A text.
pub(super) const TEXT: &str = r#"{"type":"string"}"#;
/// A text or null.
pub(super) const TEXT_OR_NULL: &str = r#"{"type":["string","null"]}"#;
/// A whole number.
pub(super) const NUMBER: &str = r#"{"type":"integer"}"#;
/// A whole number or null.
pub(super) const NUMBER_OR_NULL: &str = r#"{"type":["integer","null"]}"#;
/// True or false.
pub(super) const FLAG: &str = r#"{"type":"boolean"}"#;
/// True, false or null.
pub(super) const FLAG_OR_NULL: &str = r#"{"type":["boolean","null"]}"#;

/// A text of this many characters at most, or of a closed set.
pub(super) fn text_of(longest: Option<usize>, allowed: Option<&[&str]>) -> String {
    format!("{{{}}}", text_members(longest, allowed))
}

/// The members of [`text_of`].
pub(super) fn text_members(longest: Option<usize>, allowed: Option<&[&str]>) -> String {
    let longest = longest.map(|longest| format!(r#","minLength":1,"maxLength":{longest}"#));
    let allowed = allowed.map(|allowed| format!(r#","enum":{}"#, json(&allowed)));
    format!(r#""type":"string"{}{}"#, longest.unwrap_or_default(), allowed.unwrap_or_default())
}

/// A text of a closed set, or null.
pub(super) fn text_or_null_of(allowed: &[&str]) -> String {
    let allowed: Vec<_> = allowed.iter().map(|name| Some(*name)).chain([None]).collect();
    format!(r#"{{"type":["string","null"],"enum":{}}}"#, json(&allowed))
}

/// A list.
pub(super) fn list(items: &str) -> String {
    format!(r#"{{"type":"array","items":{items}}}"#)
}

/// Exactly one of these.
pub(super) fn one_of(schemas: &[String]) -> String {
    format!(r#"{{"oneOf":[{}]}}"#, schemas.join(","))
}

/// An object that has all of these keys.
pub(super) fn object(properties: &[(&str, String)]) -> String {
    let names: Vec<_> = properties.iter().map(|(name, _)| *name).collect();
    object_with(properties, &names)
}

/// An object that has the required ones of these keys.
pub(super) fn object_with(properties: &[(&str, String)], required: &[&str]) -> String {
    format!(r#"{{"type":"object",{},"required":{}}}"#, members(properties), json(&required))
}

/// An object that has nothing but these keys.
pub(super) fn closed_object(properties: &[(&str, String)], required: &[&str]) -> String {
    let required =
        if required.is_empty() { String::new() } else { format!(r#","required":{}"#, json(&required)) };
    format!(r#"{{"type":"object",{}{required},"additionalProperties":false}}"#, members(properties))
}

fn members(properties: &[(&str, String)]) -> String {
    let members: Vec<_> =
        properties.iter().map(|(name, schema)| format!("{}:{schema}", json(name))).collect();
    format!(r#""properties":{{{}}}"#, members.join(","))
}
