//! Prefixes written out as the words that begin with them.

use super::{Clause, Keyword, Phrase};
use std::collections::BTreeMap;

/// What the index has of a prefix.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expansion {
    /// All words that begin with it.
    pub words: Vec<String>,
    /// How large they are in the index, in any unit. It only decides which clause comes first.
    pub size: u64,
}

/// What the index has of prefixes. Those that are missing stay prefixes.
pub type Expansions = BTreeMap<String, Expansion>;

impl Keyword {
    /// The prefixes that can be written out, each once: those that are a whole term. A phrase would be looked for once for each word.
    pub fn expandable(&self) -> Vec<&str> {
        let mut prefixes: Vec<_> = self.phrases().filter_map(expandable).collect();
        prefixes.sort_unstable();
        prefixes.dedup();
        prefixes
    }

    /// The keyword with words in place of prefixes. It finds the same posts. The clauses with the smallest expansions come first.
    #[must_use]
    pub fn expanded(&self, expansions: &Expansions) -> Self {
        let mut clauses: Vec<_> =
            self.clauses.iter().map(|clause| expand_clause(clause, expansions)).collect();
        clauses.sort_by_key(|(size, _)| *size);
        let clauses = clauses.into_iter().map(|(_, clause)| clause).collect();
        Self { clauses, excluded: expand(&self.excluded, expansions) }
    }
}

fn expandable(phrase: &Phrase) -> Option<&str> {
    match phrase.words.as_slice() {
        [word] if phrase.prefix => Some(word),
        _ => None,
    }
}

fn expand_clause(clause: &Clause, expansions: &Expansions) -> (u64, Clause) {
    let prefixes = clause.any_of.iter().filter_map(expandable);
    let size = prefixes.filter_map(|prefix| expansions.get(prefix)).map(|expansion| expansion.size).sum();
    (size, Clause { any_of: expand(&clause.any_of, expansions) })
}

fn expand(phrases: &[Phrase], expansions: &Expansions) -> Vec<Phrase> {
    let expanded = phrases.iter().map(|phrase| {
        let expansion = expandable(phrase).and_then(|prefix| expansions.get(prefix));
        match expansion {
            // An expression of no words would be none, and a prefix without words costs nothing.
            Some(expansion) if !expansion.words.is_empty() => {
                expansion.words.iter().map(|one| word(one)).collect()
            }
            _ => vec![phrase.clone()],
        }
    });
    expanded.flatten().collect()
}

fn word(word: &str) -> Phrase {
    Phrase { words: vec![word.to_owned()], prefix: false }
}
