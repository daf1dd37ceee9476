//! Converts a keyword to an expression in the query language of FTS5.

use crate::posts::keyword::{Clause, Keyword, Phrase};

/// The expression of a keyword. Every word is quoted, so that none is taken for an operator.
pub fn expression(keyword: &Keyword) -> String {
    let included = included(keyword.clauses());
    match keyword.excluded() {
        [] => included,
        excluded => format!("({included}) NOT ({})", any(excluded)),
    }
}

/// All clauses. A large one is expensive to move on, so it is only moved to posts that have all clauses before it. FTS5 moves the
/// operands of an `AND` in turn.
fn included(clauses: &[Clause]) -> String {
    let (large, small): (Vec<_>, Vec<_>) = clauses.iter().partition(|clause| clause.is_large());
    let small = small.into_iter().map(clause).collect::<Vec<_>>().join(" AND ");
    let all = Some(small).filter(|small| !small.is_empty()).into_iter().chain(large.into_iter().map(clause));
    all.reduce(|before, next| format!("{} AND {next}", fenced(&before))).unwrap_or_default()
}

fn clause(clause: &Clause) -> String {
    match clause.any_of.as_slice() {
        [one] => phrase(one),
        several => format!("({})", any(several)),
    }
}

/// Any of the phrases. FTS5 looks at all operands of an `OR` for each post that it finds, so many become a tree.
fn any(phrases: &[Phrase]) -> String {
    let mut operands: Vec<_> = phrases.iter().map(phrase).collect();
    while operands.len() > Clause::SIDE_BY_SIDE {
        operands = operands.chunks(Clause::SIDE_BY_SIDE).map(|some| fenced(&some.join(" OR "))).collect();
    }
    operands.join(" OR ")
}

/// An operand that FTS5 keeps as it is: it would merge an `OR` in an `OR`, and an `AND` in an `AND`. Excluding nothing prevents that.
fn fenced(operand: &str) -> String {
    format!("(({operand}) NOT \"\")")
}

/// The expression of a phrase.
pub fn phrase(phrase: &Phrase) -> String {
    let words = phrase.words.join(" ").replace('"', "\"\"");
    format!("\"{words}\"{}", if phrase.prefix { "*" } else { "" })
}
