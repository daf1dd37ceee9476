//! `postern export`: writes posts as canonical lines, page by page, so that memory use does not grow with their number.

mod file;

use super::bar::Bar;
use super::client::{CallError, Client, call_with_retries, segment};
use super::error::CliError;
use super::escape::shown;
use super::filters::Filters;
use super::output::{note, say, say_json};
use super::stop;
use clap::Args;
use file::PartFile;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Which posts to export, and where to.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ExportArgs {
    /// Write to this file instead of standard output (`-`); the file appears when it is complete
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Continue an interrupted export to standard output from the cursor that it printed
    #[arg(long, conflicts_with = "output")]
    cursor: Option<String>,

    #[command(flatten)]
    filters: Filters,
}

const HELP: &str = "\
Writes one post a line, oldest first, in the format that `postern import` reads. If you import an export into an empty \
service and export again, you get the same lines. If you import it into its own service, nothing changes. The filters are \
those of a search. Nothing is charged.

If an export to a file is interrupted, run the same command again to continue; until it is complete, the file is called \
FILE.part. Posts imported during an export may or may not be included. All other posts are included once.

Examples:
  postern export --output posts.ndjson
  postern export --platform x --username reef.watch --from-date 2026-01-01 | gzip > reef.ndjson.gz";

/// An export under way.
struct Export<W> {
    query: String,
    out: W,
    /// The cursor after the last line that was written.
    cursor: Option<String>,
    posts: usize,
}

/// Receives the exported lines.
trait Sink {
    /// Writes the lines of a page. `posts` is the total including them, `next` the cursor of the next page.
    fn write_page(&mut self, lines: &str, posts: usize, next: Option<&str>) -> Result<(), CliError>;
}

/// Runs the command.
pub(super) fn run(args: &ExportArgs, client: &Client, as_json: bool) -> Result<(), CliError> {
    let query = args.filters.query();
    stop::listen();
    match args.output.as_ref().filter(|path| path.as_os_str() != "-") {
        Some(path) => to_file(path, query, client, as_json),
        None => to_stdout(args.cursor.clone(), query, client),
    }
}

fn to_stdout(cursor: Option<String>, query: String, client: &Client) -> Result<(), CliError> {
    let mut export = Export { query, out: Stdout, cursor, posts: 0 };
    let ended = export.run(client);
    if let (Err(CliError::Call(_) | CliError::Stopped), Some(cursor)) = (&ended, &export.cursor) {
        note(&format!(
            "{} posts were written: use --cursor {} to continue after them",
            export.posts,
            shown(cursor)
        ));
    }
    ended
}

fn to_file(path: &Path, query: String, client: &Client, as_json: bool) -> Result<(), CliError> {
    let part = PartFile::open(path, client.url(), &query)?;
    let (posts, cursor) = part.reached();
    if posts > 0 {
        note(&format!("continuing after {posts} posts that are already written"));
    }
    let mut export = Export { query, out: part, cursor, posts };
    let ended = export.run(client);
    if let Err(CliError::Call(error)) = &ended
        && error.is_refusal()
        && export.posts == 0
    {
        export.out.discard();
    }
    ended?;
    let (posts, name) = (export.posts, path.display().to_string());
    export.out.finish()?;
    if as_json {
        return say_json(&json!({"posts": posts, "file": name}));
    }
    say(&format!("Wrote {posts} {} to {}.", if posts == 1 { "post" } else { "posts" }, shown(&name)))
}

struct Stdout;

impl Sink for Stdout {
    fn write_page(&mut self, lines: &str, _: usize, _: Option<&str>) -> Result<(), CliError> {
        let mut out = io::stdout().lock();
        out.write_all(lines.as_bytes()).and_then(|()| out.flush()).map_err(CliError::stdout)
    }
}

impl<W: Sink> Export<W> {
    /// Writes page after page.
    fn run(&mut self, client: &Client) -> Result<(), CliError> {
        let bar = Bar::new("{spinner} {pos} posts, up to {msg} ({per_sec}, {elapsed})", None);
        let mut reached = false;
        loop {
            let page = self.page(client, reached, &bar)?;
            reached = true;
            let posts = self.posts + page.lines.lines().count();
            self.out.write_page(&page.lines, posts, page.next.as_deref())?;
            self.posts = posts;
            bar.set_position(posts as u64);
            bar.set_message(page.lines.lines().last().map_or(String::new(), published));
            if page.next.is_none() {
                return Ok(());
            }
            self.cursor = page.next;
            if stop::is_asked() {
                return Err(CliError::Stopped);
            }
        }
    }

    fn page(&self, client: &Client, reached: bool, bar: &Bar) -> Result<super::client::Lines, CallError> {
        let cursor = self.cursor.as_deref().map(|cursor| format!("&cursor={}", segment(cursor)));
        let path = format!("/posts?limit=1000{}{}", self.query, cursor.unwrap_or_default());
        call_with_retries(reached, |text| bar.say(text), || client.lines(&path))
    }
}

/// The day on which a line's post was published.
fn published(line: &str) -> String {
    let post: Value = serde_json::from_str(line).unwrap_or_default();
    let time = post.get("published_at").and_then(Value::as_str).unwrap_or_default();
    shown(time.get(..10).unwrap_or_default())
}
