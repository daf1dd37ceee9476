//! From terms and `OR`s to clauses.

use super::lex::{Kind, Lexeme, lex};
use super::phrase::phrase;
use super::{Clause, Keyword, KeywordError, Phrase};

/// Reads a keyword.
pub(crate) fn parse(text: &str) -> Result<Keyword, KeywordError> {
    let mut parser = Parser::new();
    for lexeme in lex(text)? {
        parser.read(lexeme)?;
    }
    parser.finish()
}

/// What came last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Term,
    Excluded,
    Wordless,
    /// An `OR` and its place.
    Or(usize),
}

/// The keyword so far.
struct Parser {
    clauses: Vec<Clause>,
    excluded: Vec<Phrase>,
    last: Last,
    terms: usize,
    prefixes: usize,
    first_exclusion: usize,
}

impl Parser {
    fn new() -> Self {
        Self {
            clauses: Vec::new(),
            excluded: Vec::new(),
            last: Last::Nothing,
            terms: 0,
            prefixes: 0,
            first_exclusion: 0,
        }
    }

    fn read(&mut self, Lexeme { position, kind }: Lexeme) -> Result<(), KeywordError> {
        let (text, excluded, star) = match kind {
            Kind::Or => return self.or(position),
            Kind::Term { text, excluded, star } => (text, excluded, star),
        };
        let Some(phrase) = phrase(&text, star)? else { return self.wordless() };
        self.count(position, &phrase)?;
        if excluded {
            return self.exclude(position, phrase);
        }
        self.include(phrase);
        Ok(())
    }

    fn or(&mut self, position: usize) -> Result<(), KeywordError> {
        let found = match self.last {
            Last::Term => {
                self.last = Last::Or(position);
                return Ok(());
            }
            Last::Nothing => "OR with nothing before it",
            Last::Excluded => "OR after an exclusion",
            Last::Wordless => "OR after a term without a word",
            Last::Or(_) => "OR after OR",
        };
        Err(KeywordError::new(position, "a term before OR", found))
    }

    fn wordless(&mut self) -> Result<(), KeywordError> {
        self.nothing_due("OR before a term without a word")?;
        self.last = Last::Wordless;
        Ok(())
    }

    fn include(&mut self, phrase: Phrase) {
        match (self.last, self.clauses.last_mut()) {
            (Last::Or(_), Some(clause)) => clause.any_of.push(phrase),
            _ => self.clauses.push(Clause { any_of: vec![phrase] }),
        }
        self.last = Last::Term;
    }

    fn exclude(&mut self, position: usize, phrase: Phrase) -> Result<(), KeywordError> {
        self.nothing_due("OR before an exclusion")?;
        if self.excluded.is_empty() {
            self.first_exclusion = position;
        }
        self.excluded.push(phrase);
        self.last = Last::Excluded;
        Ok(())
    }

    /// Refuses what can't be the second side of an `OR`, where one is due.
    fn nothing_due(&self, found: &str) -> Result<(), KeywordError> {
        match self.last {
            Last::Or(position) => Err(KeywordError::new(position, "a term after OR", found)),
            _ => Ok(()),
        }
    }

    /// Counts a term and its prefix against the limits.
    fn count(&mut self, position: usize, phrase: &Phrase) -> Result<(), KeywordError> {
        self.terms += 1;
        self.prefixes += usize::from(phrase.prefix);
        if self.terms > Keyword::MAX_TERMS {
            let expected = format!("at most {} terms", Keyword::MAX_TERMS);
            return Err(KeywordError::new(position, expected, "one more"));
        }
        if self.prefixes > Keyword::MAX_PREFIXES {
            let expected = format!(
                "at most {} prefixes (single characters of scripts without blanks are some)",
                Keyword::MAX_PREFIXES
            );
            return Err(KeywordError::new(position, expected, "one more"));
        }
        Ok(())
    }

    fn finish(self) -> Result<Keyword, KeywordError> {
        self.nothing_due("OR with nothing after it")?;
        match (self.clauses.is_empty(), self.excluded.is_empty()) {
            (false, _) => Ok(Keyword { clauses: self.clauses, excluded: self.excluded }),
            (true, false) => {
                Err(KeywordError::new(self.first_exclusion, "a term to search for", "only exclusions"))
            }
            (true, true) => Err(KeywordError::new(1, "a word to search for", "no letter, digit or emoji")),
        }
    }
}
