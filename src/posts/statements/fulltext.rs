//! A keyword as an expression of FTS5's own language.

use crate::posts::keyword::{Clause, Keyword, Phrase};

/// The expression of a keyword. Every word is quoted, so that none can be an operator.
pub fn expression(keyword: &Keyword) -> String {
    let wanted: Vec<_> = keyword.clauses().iter().map(clause).collect();
    let wanted = wanted.join(" AND ");
    match keyword.excluded() {
        [] => wanted,
        excluded => format!("({wanted}) NOT ({})", any(excluded)),
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
