//! The other files of X archives: what posts need from them, and how many posts there should be.

use super::super::error::CliError;
use super::super::output::{shown, warn};
use super::inputs::{self, Input};
use super::reader::Elements;
use crate::import::elements::Container;
use crate::import::sniff::{self, Content};
use crate::import::x::archive::{Archive, Role};
use crate::import::{object, repair};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Enough of a script to see what it assigns to.
const HEAD: usize = 1024;

/// The archives that were met, by the folder that their files are in.
#[derive(Debug, Default)]
pub(super) struct Archives {
    known: BTreeMap<PathBuf, Known>,
}

#[derive(Debug)]
struct Known {
    archive: Arc<Archive>,
    /// Whether the folder was searched, so that a missing file is known to be missing.
    whole: bool,
    /// How many posts were read, by the global name that their file assigns to.
    read: BTreeMap<String, u64>,
}

impl Archives {
    /// The archive that a file belongs to: what the files beside it say, whatever they are called. A single file
    /// from standard input has none beside it.
    pub(super) fn of(&mut self, input: &Input) -> Result<&Arc<Archive>, CliError> {
        let folder = folder(input);
        if !self.known.contains_key(&folder) {
            let archive = if input.path.is_some() { read(&folder) } else { Ok(Archive::default()) };
            let archive = Arc::new(archive.map_err(|error| input.error(error))?);
            let known = Known { archive, whole: false, read: BTreeMap::new() };
            self.known.insert(folder.clone(), known);
        }
        let known = self.known.get_mut(&folder);
        known
            .map(|known| {
                known.whole |= !input.named;
                &known.archive
            })
            .ok_or_else(|| CliError::Usage(format!("{}: no archive", input.name)))
    }

    /// Notes how many posts a file of an archive had.
    pub(super) fn count(&mut self, input: &Input, content: &Content, posts: u64) {
        let Content::XArchive(Role::Posts, global) = content else { return };
        if let Some(known) = self.known.get_mut(&folder(input)) {
            *known.read.entry(global.clone()).or_default() += posts;
        }
    }

    /// Where the posts that were read are not as many as the manifest lists.
    pub(super) fn differences(&self) -> Vec<String> {
        self.known.iter().flat_map(|(folder, known)| known.differences(folder)).collect()
    }
}

impl Known {
    fn differences<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = String> + 'a {
        self.archive.listed.iter().filter_map(move |listed| {
            let name = listed.file.rsplit('/').next().unwrap_or_default();
            let path = folder.join(name);
            match self.read.get(&listed.global) {
                Some(read) if *read == listed.posts => None,
                Some(read) => Some(format!(
                    "{}: the archive's manifest lists {} posts, {read} were read",
                    shown(&path.display().to_string()),
                    listed.posts
                )),
                None if self.whole && listed.posts > 0 => Some(format!(
                    "{}: the archive's manifest lists {} posts, but the file is not there",
                    shown(&path.display().to_string()),
                    listed.posts
                )),
                None => None,
            }
        })
    }
}

fn folder(input: &Input) -> PathBuf {
    let parent = input.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("-"));
    if parent.as_os_str().is_empty() { PathBuf::from(".") } else { parent.to_owned() }
}

/// Reads the files of a folder that say something about posts.
fn read(folder: &Path) -> io::Result<Archive> {
    let mut archive = Archive::default();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths.into_iter().filter(|path| path.is_file()) {
        let Ok(found) = sniff::recognise(&inputs::head(&path, HEAD)?) else { continue };
        if let Content::XArchive(role @ (Role::Account | Role::Notes | Role::Manifest), _) = found.content {
            let unreadable = add(&path, role, &mut archive)?;
            if unreadable > 0 {
                warn(&format!("{}: {unreadable} entries can't be read", shown(&path.display().to_string())));
            }
        }
    }
    Ok(archive)
}

/// Takes in a file's elements. Answers how many can't be read.
fn add(path: &Path, role: Role, archive: &mut Archive) -> io::Result<u64> {
    let mut elements = Elements::new(BufReader::new(File::open(path)?), Container::Script);
    let mut unreadable = 0;
    while let Some(element) = elements.next()? {
        let text = String::from_utf8_lossy(&element.bytes);
        match object(&repair::repair(&text).0) {
            Ok(element) => archive.add(role, &element),
            Err(_) => unreadable += 1,
        }
    }
    Ok(unreadable)
}
