//! Finds the companions of a file of posts: the files of the same export that say something about its posts.
//!
//! A folder may contain the exports of several people. So a companion counts only for the posts that are nearest to it in the
//! tree of folders. Of two companions that are equally near, the one in the same zip counts. An export may come in several
//! zips, and only one of them names the owner. If two companions name different owners, neither is used.

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

/// The companions of a run, and what they say.
#[derive(Debug)]
pub struct Exports<F> {
    companions: Vec<Companion<F>>,
    /// The files of posts: the format and path of each.
    posts: Vec<(&'static str, PathBuf)>,
    /// The statements of companions that were read, by their indexes.
    known: HashMap<Vec<usize>, Statements>,
    /// The folders in which companions were searched for.
    searched: Vec<PathBuf>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// What several companions say together.
#[derive(Debug, Clone)]
struct Statements {
    export: Arc<Export>,
    /// Why the owner is uncertain.
    doubt: Option<String>,
}

#[derive(Debug)]
struct Companion<F> {
    file: F,
    found: Recognised,
    /// If the user did not name it: the folder with the named files for which it was found.
    beside: Option<PathBuf>,
}

impl<F> Companion<F> {
    /// The names of its parts.
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
    /// Adds a recognised file.
    pub fn add(&mut self, file: &F, found: &Recognised) {
        // Companions say nothing about files without posts.
        if found.has_posts() && found.format.is_export() {
            self.posts.push((found.format.name, file.location().path.clone()));
        }
        if found.parts.iter().any(|part| is_companion(part)) && file.is_lasting() {
            self.companions.push(Companion { file: file.clone(), found: found.clone(), beside: None });
        }
    }

    /// Looks next to a file for the other files of its export, if the user named none. `beside` lists the files of a folder and
    /// those that may name the owner.
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

    /// What the other files of the export say about the posts of a file.
    ///
    /// # Errors
    /// When one of the other files can't be read.
    pub fn for_file(&mut self, file: &F, format: &'static Format) -> io::Result<Arc<Export>> {
        let statements = self.statements(&self.nearest(file, format))?;
        if let Some(doubt) = statements.doubt.filter(|doubt| !self.warnings.contains(doubt)) {
            self.warnings.push(doubt);
        }
        Ok(statements.export)
    }

    /// A warning about insights that belong to no post.
    pub(crate) fn unjoined(&self) -> Option<String> {
        let insights = self.known.values().map(|known| known.export.instagram.unjoined());
        let count: usize = insights.sum();
        (count > 0).then(|| {
            format!("{count} insights match no post by time and text, and were left out: are all files of the export there?")
        })
    }

    /// The statements of companions, which are read only once.
    fn statements(&mut self, chosen: &[usize]) -> io::Result<Statements> {
        if let Some(known) = self.known.get(chosen) {
            return Ok(known.clone());
        }
        let statements = self.read_companions(chosen)?;
        self.known.insert(chosen.to_vec(), statements.clone());
        Ok(statements)
    }

    /// The nearest companions of each kind, without those to which other posts are nearer than this file.
    fn nearest(&self, file: &F, format: &Format) -> Vec<usize> {
        let mut best: HashMap<&str, ((usize, bool), Vec<usize>)> = HashMap::new();
        for (index, companion) in self.companions.iter().enumerate() {
            if companion.found.format != format || !self.may_be_about(companion, file, format) {
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

    /// Whether a companion may be about a file: it has the same scope, and no other posts are nearer to it.
    fn may_be_about(&self, companion: &Companion<F>, file: &F, format: &Format) -> bool {
        if let Some(folder) = &companion.beside {
            return file.lies_in().as_ref() == Some(folder);
        }
        let (its, location) = (companion.file.location(), file.location());
        let posts = self.posts.iter().filter(|(name, _)| *name == format.name);
        let nearest = posts.map(|(_, path)| shared(path, &its.path)).max();
        let near = shared(&its.path, &location.path);
        its.path.starts_with(&location.scope) && nearest.is_none_or(|nearest| nearest <= near)
    }

    /// Checks every entry of the manifests. `check` gets the location of the manifest, the entry, and whether the whole folder
    /// was read. Returns the warnings.
    pub fn check_manifests(
        &self,
        check: impl Fn(&FileLocation, &ManifestEntry, bool) -> Option<String>,
    ) -> Vec<String> {
        let mut warnings = Vec::new();
        for (chosen, Statements { export, .. }) in &self.known {
            let manifest = chosen
                .iter()
                .filter_map(|index| self.companions.get(*index))
                .find(|companion| companion.found.global.as_deref() == Some(MANIFEST));
            let Some(manifest) = manifest else { continue };
            let whole = manifest.beside.is_none();
            let location = manifest.file.location();
            warnings.extend(export.manifest.iter().filter_map(|entry| check(location, entry, whole)));
        }
        warnings.sort();
        warnings.dedup();
        warnings
    }

    fn read_companions(&mut self, chosen: &[usize]) -> io::Result<Statements> {
        let (mut export, mut owners, mut manifest_owners) = (Export::default(), Vec::new(), Vec::new());
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
            manifest_owners.extend(export.x.take_manifest_owner().map(|owner| (owner, name.clone())));
        }
        let named = if owners.is_empty() { manifest_owners } else { owners };
        let doubt = owner_doubt(&named);
        export.owner = named.into_iter().next().map(|(owner, _)| owner).filter(|_| doubt.is_none());
        Ok(Statements { export: Arc::new(export), doubt })
    }
}

/// A warning if files name different owners.
fn owner_doubt(named: &[(AuthorLine, String)]) -> Option<String> {
    let differ = named.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a.username != b.username));
    let owners = named.iter().map(|(owner, file)| format!("{} ({file})", owner.username));
    differ.then(|| {
        format!(
            "the files name different owners, {}: import each export separately, or use --author",
            owners.collect::<Vec<_>>().join(" and ")
        )
    })
}

/// The name that the manifest of an archive assigns to.
const MANIFEST: &str = "__THAR_CONFIG";

/// How many components the paths of two files share, counted from the outermost folder.
fn shared(a: &Path, b: &Path) -> usize {
    a.components().zip(b.components()).take_while(|(a, b)| a == b).count()
}
