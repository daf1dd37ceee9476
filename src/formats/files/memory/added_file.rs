//! A file that was added, and its contents.

use super::loading::{Loading, is_media};
use super::memory_file::MemoryFile;
use crate::formats::Format;
use crate::formats::files::{Surveyed, survey};
use crate::formats::open::is_left_behind;
use crate::time::Timestamp;
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

/// A file that was added.
#[derive(Debug)]
pub(crate) struct AddedFile {
    /// Its number among the added files, from 0.
    pub(crate) number: usize,
    /// Its path, with `/`.
    pub(crate) path: String,
    time: Option<Timestamp>,
    pub(crate) loading: Loading,
    /// Why it was not loaded.
    pub(crate) refused: Option<String>,
    contents: Option<FileContents>,
}

/// The contents of a file.
#[derive(Debug)]
pub(crate) enum FileContents {
    /// A zip: how many pictures, videos and sounds it has, and its other files.
    Zip(u64, Vec<Surveyed<MemoryFile>>),
    /// Another file.
    File(Box<Surveyed<MemoryFile>>),
    /// A zip that can't be opened.
    Broken(io::Error),
}

impl AddedFile {
    pub(crate) fn new(number: usize, path: &str, size: u64, time: Option<Timestamp>) -> Self {
        let path = path.replace('\\', "/");
        let path = path.trim_start_matches("./").trim_start_matches('/').to_owned();
        Self { number, path, time, loading: Loading::new(size), refused: None, contents: None }
    }

    /// The first folder in its path.
    pub(crate) fn root(&self) -> Option<&str> {
        self.path.split_once('/').map(|(root, _)| root)
    }

    /// Whether it is metadata of macOS, which is left in folders and zips.
    pub(crate) fn is_left_behind(&self) -> bool {
        self.path.split('/').any(is_left_behind)
    }

    /// Recognises it, once.
    pub(crate) fn recognise(&mut self, format: Option<&'static Format>) {
        if self.contents.is_none() && self.refused.is_none() && !self.is_left_behind() {
            self.contents = Some(self.open(format));
        }
    }

    fn open(&self, format: Option<&'static Format>) -> FileContents {
        let file = MemoryFile::new(&self.path, self.time, &self.loading.chunks);
        match file.members() {
            Ok(None) => FileContents::File(Box::new(survey(file, format))),
            Err(error) => FileContents::Broken(error),
            Ok(Some(members)) => {
                let (media, rest): (Vec<_>, Vec<_>) =
                    members.into_iter().partition(|(entry, _)| is_media(entry));
                let files = rest.into_iter().map(|(_, file)| survey(file, format));
                FileContents::Zip(media.len() as u64, files.collect())
            }
        }
    }

    /// Its contents, if it was recognised.
    pub(crate) fn into_contents(self) -> Option<FileContents> {
        self.contents
    }
}

/// Sorts files into the order in which they are read: the order in which they were added, but with the files of a folder
/// together, at the place of the first, by their paths.
pub(crate) fn in_order(added: Vec<AddedFile>) -> Vec<AddedFile> {
    let mut firsts: HashMap<String, usize> = HashMap::new();
    let key = |added: AddedFile| match added.root() {
        Some(root) => {
            (*firsts.entry(root.to_owned()).or_insert(added.number), PathBuf::from(&added.path), added)
        }
        None => (added.number, PathBuf::new(), added),
    };
    let mut keyed: Vec<_> = added.into_iter().map(key).collect();
    keyed.sort_by(|(a, path, _), (b, other, _)| (a, path).cmp(&(b, other)));
    keyed.into_iter().map(|(_, _, added)| added).collect()
}
