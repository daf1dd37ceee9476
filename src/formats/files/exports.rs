//! Which files of an export go with which: the companions of a file of posts are those nearest to it.
//!
//! A folder may hold the exports of several people. So a companion counts only for the posts that lie nearest to it, and
//! of two that are as near, the one in the same zip: an export may come in several zips, of which one names its owner.
//! Where two would say different things of whose posts these are, neither is believed.

use super::readable::{FileLocation, Readable};
use super::survey::Surveyed;
use crate::formats::element_reader::{ElementReader, read_companion};
use crate::formats::manifest::ManifestEntry;
use crate::formats::sniff::Recognised;
use crate::formats::table::Evidence;
use crate::formats::{Export, Format, Part, Role};
use crate::posts::post::line::AuthorLine;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that say something about posts in others, and what they said.
#[derive(Debug)]
pub struct Exports<F> {
    companions: Vec<Companion<F>>,
    /// The files of posts: where each lies.
    posts: Vec<(&'static str, PathBuf)>,
    known: HashMap<Vec<usize>, Statements>,
    /// The folders beside whose files was looked.
    searched: Vec<PathBuf>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// What some companions said together, and why that does not tell whose posts they are about.
#[derive(Debug, Clone)]
struct Statements {
    export: Arc<Export>,
    doubt: Option<String>,
}

#[derive(Debug)]
struct Companion<F> {
    file: F,
    found: Recognised,
    /// Not meant itself, but in or above this folder, which has files that were.
    beside: Option<PathBuf>,
}

impl<F> Companion<F> {
    /// What it says, by the names of its parts.
    fn whats(&self) -> impl Iterator<Item = &'static str> {
        self.found.parts.iter().filter(|part| is_companion(part)).map(|part| part.what)
    }
}

fn is_companion(part: &Part) -> bool {
    matches!(part.role, Role::Companion(_))
}

impl<F> Default for Exports<F> {
    fn default() -> Self {
        Self {
            companions: Vec::new(),
            posts: Vec::new(),
            known: HashMap::new(),
            searched: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl<F: Readable> Exports<F> {
    /// Notes a file that was recognised.
    pub fn add(&mut self, file: &F, found: &Recognised) {
        // A file of what is no post is not what others say something about.
        if found.has_posts() && found.format.is_export() {
            self.posts.push((found.format.name, file.location().path.clone()));
        }
        if found.parts.iter().any(|part| is_companion(part)) && file.is_lasting() {
            self.companions.push(Companion { file: file.clone(), found: found.clone(), beside: None });
        }
    }

    /// Looks beside a file of an export for the others of it, where what was named has none. `beside` gives what stands in
    /// a folder and what may tell its owner.
    pub fn look_beside(
        &mut self,
        file: &F,
        format: &'static Format,
        beside: impl FnOnce(&Path) -> Vec<Surveyed<F>>,
    ) {
        let Some(folder) = file.lies_in().filter(|folder| !self.searched.contains(folder)) else { return };
        if !file.location().named && !self.nearest(file, format).is_empty() {
            return;
        }
        for Surveyed { file: neighbour, found } in beside(&folder) {
            let Ok(Ok(found)) = found else { continue };
            let is_other = neighbour.location().path != file.location().path && found.format == format;
            if is_other && found.parts.iter().any(|part| is_companion(part)) {
                let beside = Some(folder.clone());
                self.companions.push(Companion { file: neighbour, found, beside });
            }
        }
        self.searched.push(folder);
    }

    /// What the other files of its export say of a file's posts.
    ///
    /// # Errors
    /// When one of those can't be read.
    pub fn for_file(&mut self, file: &F, format: &'static Format) -> io::Result<Arc<Export>> {
        let said = self.statements(&self.nearest(file, format))?;
        if let Some(doubt) = said.doubt.filter(|doubt| !self.warnings.contains(doubt)) {
            self.warnings.push(doubt);
        }
        Ok(said.export)
    }

    /// What companions say of posts that did not come.
    pub(crate) fn unjoined(&self) -> Option<String> {
        let insights = self.known.values().map(|known| known.export.instagram.unjoined());
        let count: usize = insights.sum();
        (count > 0).then(|| {
            format!("of the insights, {count} fit no post by its time and text, and were left out: are all files of the export there?")
        })
    }

    /// What some companions say, read once.
    fn statements(&mut self, chosen: &[usize]) -> io::Result<Statements> {
        if let Some(known) = self.known.get(chosen) {
            return Ok(known.clone());
        }
        let said = self.read_companions(chosen)?;
        self.known.insert(chosen.to_vec(), said.clone());
        Ok(said)
    }

    /// Of each kind, the companions that lie nearest to a file, unless other posts lie nearer to them.
    fn nearest(&self, file: &F, format: &Format) -> Vec<usize> {
        let mut best: HashMap<&str, ((usize, bool), Vec<usize>)> = HashMap::new();
        for (index, companion) in self.companions.iter().enumerate() {
            if companion.found.format != format || !self.is_meant(companion, file, format) {
                continue;
            }
            let location = companion.file.location();
            let rank =
                (shared(&location.path, &file.location().path), location.archive == file.location().archive);
            for what in companion.whats() {
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

    /// Whether a companion may be about a file: of the same scope, and no other posts lie nearer to it.
    fn is_meant(&self, companion: &Companion<F>, file: &F, format: &Format) -> bool {
        if let Some(folder) = &companion.beside {
            return file.lies_in().as_ref() == Some(folder);
        }
        let (its, location) = (companion.file.location(), file.location());
        let posts = self.posts.iter().filter(|(name, _)| *name == format.name);
        let nearest = posts.map(|(_, path)| shared(path, &its.path)).max();
        let near = shared(&its.path, &location.path);
        its.path.starts_with(&location.scope) && nearest.is_none_or(|nearest| nearest <= near)
    }

    /// What is said of each file in an export's own list, by that list and whether its folder was read as a whole.
    pub fn for_each_listed(
        &self,
        say: impl Fn(&FileLocation, &ManifestEntry, bool) -> Option<String>,
    ) -> Vec<String> {
        let mut said = Vec::new();
        for (chosen, Statements { export, .. }) in &self.known {
            let list = chosen
                .iter()
                .filter_map(|index| self.companions.get(*index))
                .find(|companion| companion.found.global.as_deref() == Some(MANIFEST));
            let Some(list) = list else { continue };
            let whole = list.beside.is_none();
            said.extend(export.listed.iter().filter_map(|listed| say(list.file.location(), listed, whole)));
        }
        said.sort();
        said.dedup();
        said
    }

    fn read_companions(&mut self, chosen: &[usize]) -> io::Result<Statements> {
        let (mut export, mut owners, mut listed) = (Export::default(), Vec::new(), Vec::new());
        for index in chosen {
            let Some(companion) = self.companions.get_mut(*index) else { continue };
            let Companion { file, found, .. } = companion;
            let unreadable = file.read(|opened| {
                let reading = &mut ElementReader::new(opened.reader, found, true, &Evidence::default());
                read_companion(&mut export, reading)
            })?;
            let name = &file.location().name;
            if unreadable > 0 {
                self.warnings.push(format!("{name}: {unreadable} entries can't be read"));
            }
            owners.extend(export.owner.take().map(|owner| (owner, name.clone())));
            listed.extend(export.x.take_listed_owner().map(|owner| (owner, name.clone())));
        }
        let named = if owners.is_empty() { listed } else { owners };
        let doubt = owner_doubt(&named);
        export.owner = named.into_iter().next().map(|(owner, _)| owner).filter(|_| doubt.is_none());
        Ok(Statements { export: Arc::new(export), doubt })
    }
}

/// Why owners whom files name are not one.
fn owner_doubt(named: &[(AuthorLine, String)]) -> Option<String> {
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
