//! Converts a keyword to an expression in the query language of FTS5.

use crate::posts::keyword::{Clause, Keyword, Phrase};

/// The expression of a keyword. Every word is quoted, so that none is taken for an operator.
pub fn expression(keyword: &Keyword) -> String {
    let clauses: Vec<_> = keyword.clauses().iter().map(clause).collect();
    let included = clauses.join(" AND ");
    match keyword.excluded() {
        [] => included,
        excluded => format!("({included}) NOT ({})", any(excluded)),
    }
}

fn clause(clause: &Clause) -> String {
    match clause.any_of.as_slice() {
        [one] => phrase(one),
        several => format!("({})", any(several)),
    }
}

fn any(phrases: &[Phrase]) -> String {
    phrases.iter().map(phrase).collect::<Vec<_>>().join(" OR ")
}

fn phrase(phrase: &Phrase) -> String {
    let words = phrase.words.join(" ").replace('"', "\"\"");
    format!("\"{words}\"{}", if phrase.prefix { "*" } else { "" })
}
