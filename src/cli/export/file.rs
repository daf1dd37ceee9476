//! The file of an unfinished export, `FILE.part`, and its state, `FILE.part.state`. If an export is interrupted, the same
//! command continues it. `FILE` itself appears only when it is complete.

use super::Sink;
use crate::cli::error::CliError;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An unfinished file.
pub(super) struct PartFile {
    file: File,
    path: PathBuf,
    /// The service and the query. Only an export with the same ones continues this file.
    url: String,
    query: String,
    reached: ExportState,
}

/// The progress of the export.
#[derive(Debug, Default)]
struct ExportState {
    bytes: u64,
    posts: usize,
    cursor: Option<String>,
}

impl PartFile {
    /// Opens the unfinished file: the existing one if it belongs to the same export, otherwise a new one.
    pub(super) fn open(path: &Path, url: &str, query: &str) -> Result<Self, CliError> {
        let part = with_suffix(path, ".part");
        let failed = |error| failed(&part, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&part)
            .map_err(failed)?;
        lock(&file, &part, path)?;
        let length = file.metadata().map_err(failed)?.len();
        let known = fs::read(with_suffix(path, ".part.state")).ok();
        let known = known.and_then(|state| ExportState::parse(&state, url, query));
        let reached = known.filter(|reached| reached.bytes <= length).unwrap_or_default();
        file.set_len(reached.bytes).map_err(failed)?;
        file.seek(SeekFrom::Start(reached.bytes)).map_err(failed)?;
        Ok(Self { file, path: path.to_owned(), url: url.to_owned(), query: query.to_owned(), reached })
    }

    /// How many posts were written, and the cursor to continue from.
    pub(super) fn reached(&self) -> (usize, Option<String>) {
        (self.reached.posts, self.reached.cursor.clone())
    }

    /// Renames it to the file that was asked for.
    pub(super) fn finish(self) -> Result<(), CliError> {
        fs::rename(with_suffix(&self.path, ".part"), &self.path)
            .map_err(|error| failed(&self.path, error))?;
        let state = with_suffix(&self.path, ".part.state");
        match fs::remove_file(&state) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&state, error)),
            _ => Ok(()),
        }
    }

    /// Removes it, because it is empty.
    pub(super) fn discard(&self) {
        // An empty file does no harm if it can't be removed.
        let _ = fs::remove_file(with_suffix(&self.path, ".part"));
    }

    /// Saves the state atomically.
    fn save_state(&self) -> io::Result<()> {
        let ExportState { bytes, posts, cursor } = &self.reached;
        let state =
            json!({"url": self.url, "query": self.query, "bytes": bytes, "posts": posts, "cursor": cursor});
        let new = with_suffix(&self.path, ".part.state.new");
        fs::write(&new, state.to_string())?;
        fs::rename(new, with_suffix(&self.path, ".part.state"))
    }
}

impl Sink for PartFile {
    fn write_page(&mut self, lines: &str, posts: usize, next: Option<&str>) -> Result<(), CliError> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| failed(&self.path, error))?;
        self.reached.bytes += lines.len() as u64;
        self.reached.posts = posts;
        self.reached.cursor = next.map(str::to_owned);
        // The last page needs no state, because the file is complete.
        if next.is_none() { Ok(()) } else { self.save_state().map_err(|error| failed(&self.path, error)) }
    }
}

impl ExportState {
    fn parse(state: &[u8], url: &str, query: &str) -> Option<Self> {
        let state: Value = serde_json::from_slice(state).ok()?;
        let text = |key| state.get(key).and_then(Value::as_str);
        if text("url") != Some(url) || text("query") != Some(query) {
            return None;
        }
        let number = |key| state.get(key).and_then(Value::as_u64);
        let posts = usize::try_from(number("posts")?).ok()?;
        Some(Self { bytes: number("bytes")?, posts, cursor: Some(text("cursor")?.to_owned()) })
    }
}

/// Locks the file against other exports while this one runs.
fn lock(file: &File, part: &Path, path: &Path) -> Result<(), CliError> {
    match file.try_lock() {
        // An export that ended just now has renamed the file, so there is no part any more.
        Ok(()) if part.exists() => Ok(()),
        Ok(()) | Err(TryLockError::WouldBlock) => Err(CliError::Refused(format!(
            "another export to {path} is running: wait for it, or choose another file",
            path = path.display()
        ))),
        // Some file systems have no locks. There, exports are not protected from each other.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(failed(part, error)),
    }
}

/// Appends a suffix to a path.
fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(ending);
    name.into()
}

fn failed(path: &Path, error: io::Error) -> CliError {
    CliError::File(path.display().to_string(), error)
}
