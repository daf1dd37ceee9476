//! Finds other files of the same export next to those that the user named.

use super::inputs::Input;
use crate::formats::files::{Surveyed, survey};
use std::fs;
use std::path::{Path, PathBuf};

/// How many folders, from a file's own upwards, may belong to its export.
const ABOVE: usize = 3;

/// The files that may belong to the same export as a file: those in its folder, and those about the owner in the folders
/// above.
pub(super) fn neighbours(folder: &Path, file: &Input) -> Vec<Surveyed<Input>> {
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let above = whole.ancestors().take(ABOVE).map(|folder| folder.join("personal_information"));
    let about_owner =
        above.flat_map(|named| [files(&named), files(&named.join("personal_information"))].concat());
    let paths = files(folder).into_iter().chain(about_owner);
    paths.map(|path| survey(Input::file(path, None, &file.location.scope), None)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
