//! Parses terms and `OR`s to clauses.

use super::approximate::ApproximateTerm;
use super::lex::{Kind, Lexeme, lex};
use super::{Clause, Keyword, KeywordError, Phrase};

/// Parses a keyword.
pub(crate) fn parse(text: &str) -> Result<Keyword, KeywordError> {
    let Parser { clauses, excluded, .. } = parse_terms(text, super::phrase::parse_phrase)?;
    Ok(Keyword { clauses: clauses.into_iter().map(|any_of| Clause { any_of }).collect(), excluded })
}

/// Checks a keyword as far as that is possible without folding it.
pub(crate) fn check(text: &str) -> Result<(), KeywordError> {
    parse_terms(text, super::approximate::parse_approximately).map(|_| ())
}

/// A parsed term, as far as the grammar looks at it.
trait Term {
    /// Whether it counts as a term.
    fn counts(&self) -> bool;
    /// Whether it counts as a prefix.
    fn is_prefix(&self) -> bool;
}

impl Term for Phrase {
    fn counts(&self) -> bool {
        true
    }

    fn is_prefix(&self) -> bool {
        self.prefix
    }
}

impl Term for ApproximateTerm {
    fn counts(&self) -> bool {
        self.certain
    }

    fn is_prefix(&self) -> bool {
        self.prefix
    }
}

/// Parses a term, given its text and the position of the star at its end. `None` if it has no word.
type ParseTerm<P> = fn(&str, Option<usize>) -> Result<Option<P>, KeywordError>;

fn parse_terms<P: Term>(text: &str, parse_term: ParseTerm<P>) -> Result<Parser<P>, KeywordError> {
    let mut parser = Parser::new(parse_term);
    for lexeme in lex(text)? {
        parser.push(lexeme)?;
    }
    parser.finish()
}

/// The last lexeme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Term,
    Excluded,
    Wordless,
    /// An `OR`, and its position.
    Or(usize),
}

/// The clauses so far, each a list of phrases of which one must occur.
struct Parser<P> {
    parse_term: ParseTerm<P>,
    clauses: Vec<Vec<P>>,
    excluded: Vec<P>,
    last: Last,
    terms: usize,
    prefixes: usize,
    first_exclusion: usize,
}

impl<P: Term> Parser<P> {
    fn new(parse_term: ParseTerm<P>) -> Self {
        Self {
            parse_term,
            clauses: Vec::new(),
            excluded: Vec::new(),
            last: Last::Nothing,
            terms: 0,
            prefixes: 0,
            first_exclusion: 0,
        }
    }

    fn push(&mut self, Lexeme { position, kind }: Lexeme) -> Result<(), KeywordError> {
        let (text, excluded, star) = match kind {
            Kind::Or => return self.or(position),
            Kind::Term { text, excluded, star } => (text, excluded, star),
        };
        let Some(phrase) = (self.parse_term)(&text, star)? else { return self.wordless() };
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
        self.check_no_open_or("OR before a term without a word")?;
        self.last = Last::Wordless;
        Ok(())
    }

    fn include(&mut self, phrase: P) {
        match (self.last, self.clauses.last_mut()) {
            (Last::Or(_), Some(clause)) => clause.push(phrase),
            _ => self.clauses.push(vec![phrase]),
        }
        self.last = Last::Term;
    }

    fn exclude(&mut self, position: usize, phrase: P) -> Result<(), KeywordError> {
        self.check_no_open_or("OR before an exclusion")?;
        if self.excluded.is_empty() {
            self.first_exclusion = position;
        }
        self.excluded.push(phrase);
        self.last = Last::Excluded;
        Ok(())
    }

    /// Refuses the end, or a lexeme that is no term, right after an `OR`.
    fn check_no_open_or(&self, found: &str) -> Result<(), KeywordError> {
        match self.last {
            Last::Or(position) => Err(KeywordError::new(position, "a term after OR", found)),
            _ => Ok(()),
        }
    }

    /// Counts a term and its prefix against the limits.
    fn count(&mut self, position: usize, phrase: &P) -> Result<(), KeywordError> {
        self.terms += usize::from(phrase.counts());
        self.prefixes += usize::from(phrase.is_prefix());
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

    fn finish(self) -> Result<Self, KeywordError> {
        self.check_no_open_or("OR with nothing after it")?;
        match (self.clauses.is_empty(), self.excluded.is_empty()) {
            (false, _) => Ok(self),
            (true, false) => {
                Err(KeywordError::new(self.first_exclusion, "a term to search for", "only exclusions"))
            }
            (true, true) => Err(KeywordError::new(1, "a word to search for", "no letter, digit or emoji")),
        }
    }
}
