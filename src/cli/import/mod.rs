//! `postern import`: recognises files, converts their posts and sends them in batches.

mod batch;
mod explain;
mod filter;
mod index;
mod inputs;
mod metered;
mod neighbours;
mod pipeline;
mod progress;
mod report;
mod seen;
mod sender;
mod stored;
mod window;

use super::error::CliError;
use super::escape::shown;
use super::output::{print_error, say, say_json, warn};
use super::service::ServiceArgs;
use super::table::table;
use super::{FAILED, REFUSED, clock, stop};
use crate::formats::files::{Run, survey};
use crate::formats::mapped::Mapping;
use crate::formats::value::zone::Zone;
use crate::formats::{FORMATS, Format, Include, Settings, mapped};
use crate::platform::Network;
use clap::Args;
use filter::{FilterArgs, Included};
use inputs::{Input, Inputs};
use neighbours::neighbours;
use pipeline::Pipeline;
use report::Report;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::rc::Rc;

type Surveyed = crate::formats::files::Surveyed<Input>;

/// What to import, and how.
#[derive(Debug, Args)]
#[command(after_help = IMPORT_HELP)]
pub(super) struct ImportArgs {
    /// Files, folders and zips; `-` for standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The author of posts whose file does not name one
    #[arg(long, value_name = "NAME", value_parser = author)]
    author: Option<String>,

    /// Read the files as this format instead of recognising them
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<&'static Format>,

    /// Read any table or list: maps columns or keys to fields; a value after a colon applies to all posts; `auto` guesses
    #[arg(long, value_name = "FIELD=COLUMN,...", value_parser = mapping, conflicts_with = "format")]
    map: Option<Mapping>,

    /// The time zone for times without one, such as Europe/Vienna or +02:00; default UTC
    #[arg(long, value_name = "ZONE", value_parser = zone, allow_hyphen_values = true)]
    tz: Option<Zone>,

    #[command(flatten)]
    filter: FilterArgs,

    /// Convert and count, but send nothing: shows what would be imported, by format and platform
    #[arg(long)]
    dry_run: bool,

    /// Show which format each file is recognised as, and why, and import nothing
    #[arg(long, conflicts_with = "dry_run")]
    explain: bool,

    /// Write all refused items to this file, one a line; only the first 20 are shown otherwise
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

const IMPORT_HELP: &str = "\
Files are recognised by their content, not by their names; `postern formats` lists the known formats. Folders and zips are \
searched, and gzip, xz and zstd are unpacked. Importing the same file again changes nothing. So if an import is \
interrupted, by Ctrl-C or anything else, run it again.

Exit codes: 0 success; 1 something was refused, was not recognised, can't be read or has a warning, but everything else is \
stored; 2 wrong usage, or the import was interrupted because the service refused it or did not answer: run it again; 130 \
stopped by Ctrl-C.

Examples:
  postern import posts.ndjson
  postern import ~/Downloads/instagram-export.zip --dry-run
  postern import seen.ndjson --author reef.watch --rejects refused.txt
  postern import posts.csv --tz Europe/Vienna --since 2025-01-01
  postern import unknown.json --explain
  postern import my.csv --map auto --dry-run
  postern import my.csv --map 'platform=:x,id=Post ID,author=Handle,text=Body,time=Created'
  xz -dc posts.ndjson.xz | postern import -";

fn author(text: &str) -> Result<String, String> {
    let name = crate::posts::post::name::username(text);
    name.map(str::to_owned).map_err(|_| format!("expected {}", crate::posts::post::name::USERNAME))
}

fn format(text: &str) -> Result<&'static Format, String> {
    let known = || FORMATS.iter().filter(|format| **format != &mapped::FORMAT).map(|format| format.name);
    if text == mapped::FORMAT.name {
        return Err("expected --map FIELD=COLUMN,... instead, which maps columns to fields".to_owned());
    }
    let found = Format::from_name(text);
    found.ok_or_else(|| format!("expected one of {}", known().collect::<Vec<_>>().join(", ")))
}

fn mapping(text: &str) -> Result<Mapping, String> {
    text.parse()
}

fn zone(text: &str) -> Result<Zone, &'static str> {
    Zone::named(text).ok_or("expected a time zone such as Europe/Vienna, or an offset such as +02:00")
}

/// Prints the formats, one a line: those of all networks first, then network by network.
pub(super) fn formats(json: bool) -> Result<(), CliError> {
    let mut formats = FORMATS.to_vec();
    formats.sort_by_key(|format| {
        (Reverse(format.networks.len()), format.networks.first().map(|network| network.number()), format.name)
    });
    let networks = |format: &Format| format.networks.iter().map(|network| network.name()).collect::<Vec<_>>();
    if json {
        let format = |format: &&Format| json!({"name": format.name, "description": format.description, "platforms": networks(format)});
        return say_json(&json!({"formats": formats.iter().map(format).collect::<Vec<Value>>()}));
    }
    let all = |names: Vec<&str>| {
        if names.len() == Network::ALL.len() { "all".to_owned() } else { names.join(", ") }
    };
    let row =
        |format: &&Format| vec![format.name.to_owned(), all(networks(format)), format.description.to_owned()];
    say(&table(&formats.iter().map(row).collect::<Vec<_>>(), &[]))
}

impl ImportArgs {
    /// The format that the operator named, if any.
    fn format(&self) -> Option<&'static Format> {
        self.format.or_else(|| self.map.as_ref().map(|_| &mapped::FORMAT))
    }
}

/// Imports the files. Returns the exit code.
pub(super) fn run(args: &ImportArgs, service: &ServiceArgs, json: bool) -> Result<u8, CliError> {
    if args.explain {
        return explain::run(&args.files, args.format(), json).map(|known| if known { 0 } else { REFUSED });
    }
    args.filter.check()?;
    let inputs = Inputs::collect(&args.files)?;
    let client = if args.dry_run { None } else { Some(service.connect()?) };
    stop::listen();
    let total = inputs.files.iter().map(|input| input.size).sum();
    let Inputs { files, roots, broken } = inputs;
    let files: Vec<Surveyed> = files.into_iter().map(|input| survey(input, args.format())).collect();
    let rejects = args.rejects.as_deref().map(|path| check_rejects(path, &files)).transpose()?;
    let report = Report::new(rejects)?;
    let mut pipeline = Pipeline::new(client.clone(), report, total);
    for (name, error) in &broken {
        pipeline.report_broken(name, error);
    }
    let mut import = Run::new(settings(args), args.filter.filter(), &files);
    import.look_beside(&files, neighbours);
    let done = import_all(&mut import, files, &mut pipeline);
    let mut report = pipeline.into_report()?;
    import.warnings().iter().for_each(|text| warn(text));
    match &done {
        Ok(()) => {
            let path = |path: &Path| shown(&path.display().to_string());
            import.differences(path).iter().for_each(|difference| warn(difference));
            report.barren = warn_about_barren(&import, &roots);
            if let Some(client) = &client {
                index::merge_if_large(client, &report);
            }
        }
        Err(_) => warn("everything acknowledged so far is stored; run the same command again for the rest"),
    }
    if json { say_json(&report.json()) } else { say(&report.text()) }?;
    Ok(match done {
        Ok(()) if report.is_clean() => 0,
        Ok(()) => REFUSED,
        Err(error) => {
            print_error(&error.to_string());
            if matches!(error, CliError::Stopped) { error.exit_code() } else { FAILED }
        }
    })
}

/// Checks that the file for refusals is not one of the files to import, because it will be emptied. The file of an earlier run
/// in an imported folder is allowed.
fn check_rejects<'a>(rejects: &'a Path, files: &[Surveyed]) -> Result<&'a Path, CliError> {
    let Ok(whole) = rejects.canonicalize() else { return Ok(rejects) };
    let is_imported = |Surveyed { file, found }: &Surveyed| {
        let at = &file.location;
        (at.named || at.archive.is_some() || matches!(found, Ok(Ok(_))))
            && at.archive.as_deref().unwrap_or(&at.path).canonicalize().is_ok_and(|path| path == whole)
    };
    if files.iter().any(is_imported) {
        let name = shown(&rejects.display().to_string());
        let text = format!("--rejects: {name} is one of the files to import: choose another file");
        return Err(CliError::Usage(text));
    }
    Ok(rejects)
}

/// Imports all files.
fn import_all(
    import: &mut Run<Input>,
    files: Vec<Surveyed>,
    pipeline: &mut Pipeline,
) -> Result<(), CliError> {
    for file in files {
        import.import_file(file, pipeline)?;
    }
    import.finish(pipeline)?;
    pipeline.finish(import.merged())
}

/// Warns about the folders and zips that had nothing to import. Returns how many there are.
fn warn_about_barren(import: &Run<Input>, roots: &[Rc<str>]) -> u64 {
    let barren = roots.iter().filter(|root| !import.is_fruitful(root));
    let warned = barren.map(|root| {
        let what = if import.has_pages(root) { PAGES } else { BARREN };
        warn(&format!("{root}: {what}"));
    });
    warned.count() as u64
}

const PAGES: &str =
    "it contains web pages and nothing that can be imported: request the export again, as JSON";
const BARREN: &str =
    "nothing that can be imported was found in it (`postern formats` lists the known formats)";

fn settings(args: &ImportArgs) -> Settings {
    let includes = |kind| args.filter.include.contains(&kind);
    let include = Include {
        deleted: includes(Included::Deleted),
        private: includes(Included::Private),
        memories: includes(Included::Memories),
    };
    let mapping = args.map.clone().unwrap_or_default();
    Settings {
        author: args.author.clone(),
        zone: args.tz.clone(),
        include,
        mapping,
        ..Settings::at(clock::now())
    }
}
