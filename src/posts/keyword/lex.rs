//! Splits a keyword into terms and `OR`s.

use super::KeywordError;
use crate::text::tables::{is_hebrew, is_ignorable};

/// A part of a keyword, and where it starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// The position in code points, from 1.
    pub position: usize,
    pub kind: Kind,
}

/// What a part of a keyword is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The operator.
    Or,
    /// A term to search for.
    Term {
        /// The text as typed, without quotes, `-`, and `*` at its end.
        text: String,
        /// Whether it was typed after `-`.
        excluded: bool,
        /// The position of the `*` at its end.
        star: Option<usize>,
    },
}

/// Splits a keyword. Invisible characters, such as direction marks, are ignored between an operator and its term.
pub(crate) fn lex(keyword: &str) -> Result<Vec<Lexeme>, KeywordError> {
    let mut lexer = Lexer { text: keyword.chars().collect(), at: 0, lexemes: Vec::new() };
    let mut after_blank = true;
    while let Some(c) = lexer.peek() {
        if c.is_whitespace() || is_ignorable(c) {
            lexer.at += 1;
            after_blank |= c.is_whitespace();
        } else {
            lexer.term(after_blank)?;
            after_blank = false;
        }
    }
    Ok(lexer.lexemes)
}

/// The keyword, and the index of the next character.
struct Lexer {
    text: Vec<char>,
    at: usize,
    lexemes: Vec<Lexeme>,
}

impl Lexer {
    /// The next character.
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// The position of the next character, in code points from 1.
    fn position(&self) -> usize {
        self.at + 1
    }

    /// Reads characters as long as a condition holds.
    fn take_while(&mut self, condition: impl Fn(&Self, char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek().filter(|&c| condition(self, c)) {
            taken.push(c);
            self.at += 1;
        }
        taken
    }

    /// Reads a term or an `OR`. A dash excludes the term only if `may_exclude`.
    fn term(&mut self, may_exclude: bool) -> Result<(), KeywordError> {
        let position = self.position();
        let excluded = may_exclude && self.take_while(|_, c| is_dash(c) || is_ignorable(c)).contains(is_dash);
        let kind = if self.at_quote() {
            let (text, star) = self.quoted()?;
            Kind::Term { text, excluded, star }
        } else {
            let (text, star) = self.unquoted();
            let is_or = !excluded && star.is_none() && is_or(&text);
            if is_or { Kind::Or } else { Kind::Term { text, excluded, star } }
        };
        self.lexemes.push(Lexeme { position, kind });
        Ok(())
    }

    /// Reads up to a blank or a quote.
    fn unquoted(&mut self) -> (String, Option<usize>) {
        let text = self.take_while(|lexer, c| !c.is_whitespace() && !lexer.at_quote());
        self.without_star(text)
    }

    /// Reads a phrase in quotes, and a star after it.
    fn quoted(&mut self) -> Result<(String, Option<usize>), KeywordError> {
        let opened = self.position();
        self.at += 1;
        let text = self.take_while(|lexer, _| !lexer.at_quote());
        if self.peek().is_none() {
            return Err(KeywordError::new(opened, "a closing quote", "a quote that is left open"));
        }
        let (text, inner) = self.without_star(text);
        self.at += 1;
        let behind = self.position();
        let stars = self.take_while(|_, c| is_star(c) || is_ignorable(c));
        let outer = stars.chars().position(is_star).map(|at| behind + at);
        Ok((text, inner.or(outer)))
    }

    /// Removes the stars from the end of a text that was just read. Returns the text and the position of the first star.
    fn without_star(&self, mut text: String) -> (String, Option<usize>) {
        let tail = text.trim_end_matches(|c| is_star(c) || is_ignorable(c)).len();
        let star = text.get(tail..).and_then(|tail| tail.find(is_star)).map(|at| tail + at);
        let stars = star.map(|at| text.split_off(at));
        (text, stars.map(|stars| self.position() - stars.chars().count()))
    }

    /// Whether the next character is a quote. Between two Hebrew letters it is part of a word instead.
    fn at_quote(&self) -> bool {
        let is = |at: Option<usize>, condition: fn(char) -> bool| {
            at.and_then(|at| self.text.get(at)).is_some_and(|&c| condition(c))
        };
        let gershayim = is(self.at.checked_sub(1), is_hebrew) && is(self.at.checked_add(1), is_hebrew);
        is(Some(self.at), is_quote) && !gershayim
    }
}

/// Whether a term is the operator `OR`, which must be in capitals.
fn is_or(text: &str) -> bool {
    let visible = || text.chars().filter(|&c| !is_ignorable(c));
    visible().eq("OR".chars()) || visible().eq("ＯＲ".chars())
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‟' | '＂')
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '－')
}

fn is_star(c: char) -> bool {
    matches!(c, '*' | '＊')
}
