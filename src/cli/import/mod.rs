//! `postern import`: recognises files, converts their posts and sends them in batches.

mod archives;
mod batch;
mod inputs;
mod pipeline;
mod progress;
mod reader;
mod report;

use super::error::CliError;
use super::output::{complain, say, say_json, table, warn};
use super::service::ServiceArgs;
use super::{FAILED, REFUSED, clock};
use crate::import::sniff::{self, Content, Recognised, Unknown};
use crate::import::x::archive::Role;
use crate::import::{Converter, Format, Settings};
use archives::Archives;
use clap::Args;
use inputs::Input;
use pipeline::Pipeline;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// What to import, and how.
#[derive(Debug, Args)]
#[command(after_help = IMPORT_HELP)]
pub(super) struct ImportArgs {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The author of posts whose file does not name one
    #[arg(long, value_name = "NAME", value_parser = author)]
    author: Option<String>,

    /// Read the files as this format instead of recognising them
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,

    /// Convert and count, but send nothing
    #[arg(long)]
    dry_run: bool,

    /// Write every refusal to this file, one a line, instead of only the first 20 to standard error
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

const IMPORT_HELP: &str = "\
Files are recognised by what they hold, not by their names; `postern formats` lists what is known. Folders are searched \
through. Importing the same file again changes nothing, so an interrupted import is simply run again.

Exit codes: 0 all good; 1 something was refused or not recognised, and all else is stored; 2 wrong usage, or the import \
broke off, whether the service refused to go on or did not answer: run it again.

Examples:
  postern import posts.ndjson
  postern import ~/Downloads/x-archive --dry-run
  postern import seen.ndjson --author reef.watch --rejects refused.txt
  gunzip -c posts.ndjson.gz | postern import -";

fn author(text: &str) -> Result<String, String> {
    let name = crate::post::name::username(text);
    name.map(str::to_owned).map_err(|_| format!("expected {}", crate::post::name::USERNAME))
}

fn format(text: &str) -> Result<Format, String> {
    let names = Format::ALL.map(Format::name).join(", ");
    Format::from_name(text).ok_or_else(|| format!("expected one of {names}"))
}

/// Prints the formats, one a line.
pub(super) fn formats(json: bool) -> Result<(), CliError> {
    if json {
        let format = |format: Format| json!({"name": format.name(), "description": format.description()});
        return say_json(&json!({"formats": Format::ALL.map(format)}));
    }
    let row = |format: Format| vec![format.name().to_owned(), format.description().to_owned()];
    say(&table(&Format::ALL.map(row), &[]))
}

/// Imports the files. Answers the exit code.
pub(super) fn run(args: &ImportArgs, service: &ServiceArgs, json: bool) -> Result<u8, CliError> {
    let (inputs, folders) = inputs::collect(&args.files)?;
    let client = if args.dry_run { None } else { Some(service.connect()?) };
    let report = report::Report::new(args.rejects.as_deref())?;
    let settings = Settings { author: args.author.clone(), now: clock::now(), file_time: None };
    let total = inputs.iter().map(|input| input.size).sum();
    let mut pipeline = Pipeline::new(client.as_ref(), settings, report, total);
    let mut archives = Archives::default();
    let mut barren = folders;
    let done = inputs.into_iter().try_for_each(|input| {
        let folder = input.folder.clone();
        if take(input, args.format, &mut archives, &mut pipeline)? {
            barren.retain(|other| Some(other) != folder.as_ref());
        }
        Ok(())
    });
    let done = done.and_then(|()| pipeline.finish());
    let mut report = pipeline.into_report()?;
    if done.is_ok() {
        archives.differences().iter().for_each(|difference| warn(difference));
        report.barren = barren.len() as u64;
        for folder in barren {
            warn(&format!("{folder}: {BARREN}"));
        }
    } else {
        warn("what was acknowledged is stored; run the same command again for the rest");
    }
    if json { say_json(&report.json()) } else { say(&report.text()) }?;
    Ok(match done {
        Ok(()) if report.is_clean() => 0,
        Ok(()) => REFUSED,
        Err(error) => {
            complain(&error.to_string());
            FAILED
        }
    })
}

const BARREN: &str =
    "nothing that can be imported was found in this folder (`postern formats` lists what is known)";

/// Imports one file, or says why not. Answers whether there was anything to import or to say.
fn take(
    mut input: Input,
    format: Option<Format>,
    archives: &mut Archives,
    pipeline: &mut Pipeline<'_>,
) -> Result<bool, CliError> {
    let head = input.head()?;
    match recognise(&head, format) {
        Ok(found) => {
            let Some(converter) = converter(&found.content, &input, archives)? else { return Ok(false) };
            let read = pipeline.file(&mut input, found.content.format(), found.container, &converter)?;
            archives.count(&input, &found.content, read);
            Ok(true)
        }
        Err(unknown) if input.named || unknown.may_hold_posts() => {
            pipeline.unrecognised(&input.name, &unknown);
            Ok(true)
        }
        Err(_) => {
            pipeline.ignored();
            Ok(false)
        }
    }
}

fn recognise(head: &[u8], format: Option<Format>) -> Result<Recognised, Unknown> {
    let recognised = sniff::recognise(head);
    let Some(format) = format else { return recognised };
    // A companion file of an archive stays one, and what is packed, empty or UTF-16 can't be read as anything.
    match recognised {
        Ok(found) if found.content.format() == format => Ok(found),
        Err(unknown @ (Unknown::Empty | Unknown::Packed(_) | Unknown::Utf16 { .. })) => Err(unknown),
        _ => {
            let content = match format {
                Format::Canonical => Content::Canonical,
                Format::Zeeschuimer => Content::Zeeschuimer,
                Format::XArchive => Content::XArchive(Role::Posts, String::new()),
            };
            Ok(Recognised { content, container: sniff::container(head) })
        }
    }
}

/// What to convert a file's elements by; nothing for a file that has no posts of its own.
fn converter(
    content: &Content,
    input: &Input,
    archives: &mut Archives,
) -> Result<Option<Converter>, CliError> {
    Ok(match content {
        Content::Canonical => Some(Converter::Canonical),
        Content::Zeeschuimer => Some(Converter::Zeeschuimer),
        Content::XArchive(Role::Posts, _) => Some(Converter::XArchive(Arc::clone(archives.of(input)?))),
        Content::XArchive(Role::Deleted, _) => Some(Converter::Skip("deleted by its author")),
        Content::XArchive(..) => None,
    })
}
