//! `postern import --explain`: how a file is recognised, and why.

use super::inputs::{Input, Inputs};
use crate::cli::error::CliError;
use crate::cli::escape::shown;
use crate::cli::output::{say, say_json};
use crate::formats::files::survey;
use crate::formats::sniff::signatures::describe_all;
use crate::formats::sniff::{Layout, Recognised, Unknown};
use crate::formats::{Format, Role, Signature};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Prints how each file is recognised, or what it lacks. Returns whether all files are recognised.
pub(super) fn run(
    files: &[PathBuf],
    format: Option<&'static Format>,
    as_json: bool,
) -> Result<bool, CliError> {
    let Inputs { files, broken, .. } = Inputs::collect(files)?;
    let surveyed: Vec<Surveyed> = files.into_iter().map(|input| survey(input, format)).collect();
    let known = broken.is_empty() && surveyed.iter().all(|surveyed| matches!(surveyed.found, Ok(Ok(_))));
    if as_json {
        let files: Vec<Value> = surveyed.iter().map(as_value).collect();
        say_json(&json!({"files": files}))?;
        return Ok(known);
    }
    for (name, error) in broken {
        say(&format!("{name}: can't be read: {error}"))?;
    }
    for surveyed in &surveyed {
        say(&text(surveyed))?;
    }
    Ok(known)
}

type Surveyed = crate::formats::files::Surveyed<Input>;

fn text(surveyed: &Surveyed) -> String {
    let name = &surveyed.file.location.name;
    match &surveyed.found {
        Ok(Ok(found)) => recognised(name, found),
        Ok(Err(unknown)) => not_recognised(name, unknown),
        Err(error) => format!("{name}: can't be read: {error}"),
    }
}

fn recognised(name: &str, found: &Recognised) -> String {
    let layout = match &found.layout {
        Layout::Elements(container) => format!("{container:?}").to_lowercase(),
        Layout::Places(_) => "a document that contains elements".to_owned(),
        Layout::Pages(_) => "lines, each a document that contains elements".to_owned(),
        Layout::Table(dialect) => format!(
            "a table separated by {:?}, with its header on line {}",
            char::from(dialect.separator),
            dialect.before + 1
        ),
        Layout::Sheets => "the sheets of a workbook".to_owned(),
    };
    let mut lines = vec![
        format!("{name}: {}, {}", found.format, found.format.description),
        format!("  stored as: {layout}"),
    ];
    for part in &found.parts {
        let usage = match part.role {
            Role::Posts(_) | Role::Text(_) => "imported".to_owned(),
            Role::Optional(_, reason, _) => format!("left out unless --include asks for it: {reason}"),
            Role::Companion(_) => "used for the posts of the same export".to_owned(),
            Role::Skip(reason) => format!("left out: {reason}"),
            Role::Document => "searched for posts".to_owned(),
        };
        let signatures: Vec<String> = part.signatures.iter().map(signature).collect();
        lines.push(format!("  {}: {usage}; recognised by {}", part.what, signatures.join(" or ")));
    }
    // Several places of a document may have the same line.
    lines.dedup();
    lines.join("\n")
}

fn signature(signature: &Signature) -> String {
    match signature {
        Signature::Keys(keys) => format!("the keys {}", describe_all(keys)),
        Signature::Some(least, keys) => format!("{least} of the keys {}", describe_all(keys)),
        Signature::Columns(columns) => format!("the columns {}", describe_all(columns)),
        Signature::Global(names) => format!("a script for {}", names.join(", ")),
    }
}

fn not_recognised(name: &str, unknown: &Unknown) -> String {
    let mut lines = vec![format!("{name}: not recognised: {}", shown(&unknown.kind()))];
    for near in unknown.near() {
        let [has, lacks] = near.describe();
        let near = format!("  close to {}: has {has}; lacks {lacks}", near.format);
        lines.push(shown(&near));
    }
    lines.push(
        "  `postern formats` lists the known formats; --format selects one, --map reads any table or list, \
         and --map auto guesses how"
            .to_owned(),
    );
    lines.join("\n")
}

fn as_value(surveyed: &Surveyed) -> Value {
    let name = &surveyed.file.location.name;
    match &surveyed.found {
        Ok(Ok(found)) => {
            let parts: Vec<_> = found.parts.iter().map(|part| part.what).collect();
            json!({"file": name, "format": found.format.name, "parts": parts})
        }
        Ok(Err(unknown)) => {
            let near = unknown
                .near()
                .iter()
                .map(|near| json!({"format": near.format, "has": near.has, "lacks": near.lacks}));
            json!({"file": name, "format": null, "reason": unknown.kind(), "near": near.collect::<Vec<_>>()})
        }
        Err(error) => json!({"file": name, "format": null, "reason": error.to_string(), "near": []}),
    }
}
