//! Which files of an export go with which: the companions of a file of posts are those nearest to it.
//!
//! A folder may hold the exports of several people. So a companion counts only for the posts that lie nearest to it, and
//! of two that are as near, the one in the same zip: an export may come in several zips, of which one names its owner.
//! Where two would say different things of whose posts these are, neither is believed.

use super::inputs::Input;
use super::survey::{Surveyed, survey};
use crate::import::export::Listed;
use crate::import::reading::{Reading, learn};
use crate::import::sniff::Recognised;
use crate::import::{Export, Format, Part, Role};
use crate::post::line::AuthorLine;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The files that say something about posts in others, and what they said.
#[derive(Default)]
pub(super) struct Exports {
    companions: Vec<Companion>,
    /// The files of posts: where each lies.
    posts: Vec<(&'static str, PathBuf)>,
    known: HashMap<Vec<usize>, Said>,
    /// The folders beside whose files was looked.
    searched: Vec<PathBuf>,
    /// What the operator should know.
    pub(super) warnings: Vec<String>,
}

/// What some companions said together, and why that does not tell whose posts they are about.
#[derive(Clone)]
struct Said {
    export: Arc<Export>,
    doubt: Option<String>,
}

struct Companion {
    input: Input,
    found: Recognised,
    /// Not meant itself, but in or above this folder, which has files that were.
    beside: Option<PathBuf>,
}

impl Companion {
    /// What it says, by the names of its parts.
    fn whats(&self) -> impl Iterator<Item = &'static str> {
        self.found.parts.iter().filter(|part| is_companion(part)).map(|part| part.what)
    }
}

fn is_companion(part: &Part) -> bool {
    matches!(part.role, Role::Companion(_))
}

impl Exports {
    /// Notes a file that was recognised.
    pub(super) fn note(&mut self, input: &Input, found: &Recognised) {
        // A file of what is no post is not what others say something about.
        if found.parts.iter().any(|part| part.has_posts()) && found.format.is_export() {
            self.posts.push((found.format.name, input.path.clone()));
        }
        if found.parts.iter().any(|part| is_companion(part)) && input.is_lasting() {
            self.companions.push(Companion { input: input.clone(), found: found.clone(), beside: None });
        }
    }

    /// Looks beside a file of an export for the others of it, where what was named has none.
    pub(super) fn look_beside(&mut self, input: &Input, format: &'static Format) {
        let Some(folder) = input.lies_in().filter(|folder| !self.searched.contains(folder)) else { return };
        if !input.named && !self.nearest(input, format).is_empty() {
            return;
        }
        for path in beside(&folder) {
            let Surveyed { input: neighbour, found } = survey(Input::file(path, None, &input.scope), None);
            let Ok(Ok(found)) = found else { continue };
            let is_other = neighbour.path != input.path && found.format == format;
            if is_other && found.parts.iter().any(|part| is_companion(part)) {
                let beside = Some(folder.clone());
                self.companions.push(Companion { input: neighbour, found, beside });
            }
        }
        self.searched.push(folder);
    }

    /// What the other files of its export say of a file's posts.
    pub(super) fn of(&mut self, input: &Input, format: &'static Format) -> io::Result<Arc<Export>> {
        let said = self.said(&self.nearest(input, format))?;
        if let Some(doubt) = said.doubt.filter(|doubt| !self.warnings.contains(doubt)) {
            self.warnings.push(doubt);
        }
        Ok(said.export)
    }

    /// What some companions say, read once.
    fn said(&mut self, chosen: &[usize]) -> io::Result<Said> {
        if let Some(known) = self.known.get(chosen) {
            return Ok(known.clone());
        }
        let said = self.read(chosen)?;
        self.known.insert(chosen.to_vec(), said.clone());
        Ok(said)
    }

    /// Of each kind, the companions that lie nearest to a file, unless other posts lie nearer to them.
    fn nearest(&self, input: &Input, format: &Format) -> Vec<usize> {
        let mut best: HashMap<&str, ((usize, bool), Vec<usize>)> = HashMap::new();
        for (index, companion) in
            self.companions.iter().enumerate().filter(|(_, companion)| companion.found.format == format)
        {
            let near = shared(&companion.input.path, &input.path);
            let nearest = self
                .posts
                .iter()
                .filter(|(name, _)| *name == format.name)
                .map(|(_, path)| shared(path, &companion.input.path))
                .max();
            let meant = match &companion.beside {
                Some(folder) => input.lies_in().as_ref() == Some(folder),
                None => {
                    companion.input.path.starts_with(&input.scope)
                        && nearest.is_none_or(|nearest| nearest <= near)
                }
            };
            let rank = (near, companion.input.archive == input.archive);
            for what in companion.whats().filter(|_| meant) {
                let (there, list) = best.entry(what).or_default();
                if *there < rank || list.is_empty() {
                    (*there, *list) = (rank, vec![index]);
                } else if *there == rank {
                    list.push(index);
                }
            }
        }
        let mut chosen: Vec<usize> = best.into_values().flat_map(|(_, list)| list).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    /// What is said of each file in an export's own list, by that list and whether its folder was read as a whole.
    pub(super) fn listed(&self, say: impl Fn(&Input, &Listed, bool) -> Option<String>) -> Vec<String> {
        let mut said = Vec::new();
        for (chosen, Said { export, .. }) in &self.known {
            let list = chosen
                .iter()
                .filter_map(|index| self.companions.get(*index))
                .find(|companion| companion.found.global.as_deref() == Some(MANIFEST));
            let Some(list) = list else { continue };
            let whole = list.beside.is_none();
            said.extend(export.listed.iter().filter_map(|listed| say(&list.input, listed, whole)));
        }
        said.sort();
        said.dedup();
        said
    }

    fn read(&mut self, chosen: &[usize]) -> io::Result<Said> {
        let (mut export, mut owners, mut listed) = (Export::default(), Vec::new(), Vec::new());
        for index in chosen {
            let Some(companion) = self.companions.get_mut(*index) else { continue };
            let Companion { input, found, .. } = companion;
            let unreadable = input.with(&Rc::default(), |opened| {
                learn(&mut export, &mut Reading::new(opened.reader, found, true))
            })?;
            if unreadable > 0 {
                self.warnings.push(format!("{}: {unreadable} entries can't be read", input.name));
            }
            owners.extend(export.owner.take().map(|owner| (owner, input.name.clone())));
            listed.extend(export.x.take_listed_owner().map(|owner| (owner, input.name.clone())));
        }
        let named = if owners.is_empty() { listed } else { owners };
        let doubt = doubt(&named);
        export.owner = named.into_iter().next().map(|(owner, _)| owner).filter(|_| doubt.is_none());
        Ok(Said { export: Arc::new(export), doubt })
    }
}

/// Why owners whom files name are not one.
fn doubt(named: &[(AuthorLine, String)]) -> Option<String> {
    let differ = named.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a.username != b.username));
    let owners = named.iter().map(|(owner, file)| format!("{} ({file})", owner.username));
    differ.then(|| {
        format!(
            "whose posts these are can't be told, {}: import each export for itself, or give --author",
            owners.collect::<Vec<_>>().join(" or ")
        )
    })
}

/// The name that the list of an archive's files assigns to.
const MANIFEST: &str = "__THAR_CONFIG";

/// How many of the folders above them two files share, counted from the outermost; a file shares most with itself.
fn shared(a: &Path, b: &Path) -> usize {
    a.components().zip(b.components()).take_while(|(a, b)| a == b).count()
}

/// How many folders above a file may be its export's.
const ABOVE: usize = 3;

/// The files that may belong to the same export as those of a folder: in it, and about its owner in folders above.
fn beside(folder: &Path) -> Vec<PathBuf> {
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let above = whole.ancestors().take(ABOVE).map(|folder| folder.join("personal_information"));
    let about = above.flat_map(|named| [files(&named), files(&named.join("personal_information"))].concat());
    files(folder).into_iter().chain(about).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
