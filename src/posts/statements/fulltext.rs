//! Converts a keyword to an expression in the query language of FTS5.

use crate::posts::keyword::{Clause, Keyword, Phrase};

/// The most alternatives side by side. FTS5 looks at all of them for each post that it finds, so more become a tree.
const SIDE_BY_SIDE: usize = 16;

/// The expression of a keyword. Every word is quoted, so that none is taken for an operator.
pub fn expression(keyword: &Keyword) -> String {
    let included = included(keyword.clauses());
    match keyword.excluded() {
        [] => included,
        excluded => format!("({included}) NOT ({})", any(excluded)),
    }
}

/// All clauses. One with many alternatives is expensive to move on, so it is only moved to posts that have all clauses before it.
/// FTS5 moves the operands of an `AND` in turn.
fn included(clauses: &[Clause]) -> String {
    let (many, few): (Vec<_>, Vec<_>) = clauses.iter().partition(|clause| clause.any_of.len() > SIDE_BY_SIDE);
    let few = few.into_iter().map(clause).collect::<Vec<_>>().join(" AND ");
    let all = Some(few).filter(|few| !few.is_empty()).into_iter().chain(many.into_iter().map(clause));
    all.reduce(|before, next| format!("{} AND {next}", fenced(&before))).unwrap_or_default()
}

fn clause(clause: &Clause) -> String {
    match clause.any_of.as_slice() {
        [one] => phrase(one),
        several => format!("({})", any(several)),
    }
}

fn any(phrases: &[Phrase]) -> String {
    let mut operands: Vec<_> = phrases.iter().map(phrase).collect();
    while operands.len() > SIDE_BY_SIDE {
        operands = operands.chunks(SIDE_BY_SIDE).map(|some| fenced(&some.join(" OR "))).collect();
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
