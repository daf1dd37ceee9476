//! The names of months and days, in several languages.

/// The starts of the names of months, in English, German, French, Spanish, Portuguese and Italian. The first that matches counts.
const MONTHS: [(&str, u32); 40] = [
    ("jan", 1),
    ("jän", 1),
    ("ene", 1),
    ("gen", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("mar", 3),
    ("mär", 3),
    ("mrz", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("may", 5),
    ("mai", 5),
    ("mag", 5),
    ("juin", 6),
    ("jun", 6),
    ("giu", 6),
    ("juil", 7),
    ("jul", 7),
    ("lug", 7),
    ("aug", 8),
    ("aoû", 8),
    ("aou", 8),
    ("ago", 8),
    ("sep", 9),
    ("set", 9),
    ("oct", 10),
    ("okt", 10),
    ("out", 10),
    ("ott", 10),
    ("nov", 11),
    ("dec", 12),
    ("déc", 12),
    ("dez", 12),
    ("dic", 12),
    ("maj", 5),
    ("jui", 7),
    ("sett", 9),
];

/// The number of the month with this name or abbreviation.
pub(crate) fn month_of(name: &str) -> Option<u32> {
    let name = name.trim_end_matches('.').to_lowercase();
    let is_name = name.chars().count() <= 11 && name.chars().all(char::is_alphabetic);
    MONTHS.iter().find(|(start, _)| is_name && name.starts_with(start)).map(|(_, month)| *month)
}

/// Parses a day of a month: `4`, `04`, `4.`, `4th`, `1er`, `4º`.
pub(crate) fn day_of(word: &str) -> Option<u32> {
    let end = word.find(|char: char| !char.is_ascii_digit()).unwrap_or(word.len());
    let (digits, rest) = word.split_at_checked(end)?;
    let is_ordinal = matches!(rest, "" | "." | "st" | "nd" | "rd" | "th" | "er" | "º" | "°");
    (is_ordinal && (1..=2).contains(&digits.len())).then(|| digits.parse().ok())?
}

/// The words of a day and month, without prepositions and articles between them.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let words = text.split([' ', ',', '\u{a0}']).filter(|word| !word.is_empty());
    words.filter(|word| !matches!(*word, "de" | "of" | "di" | "le" | "del")).collect()
}

/// Whether a word may be a day of the week: `Fri`, `Freitag`, `ven.`.
pub(crate) fn is_weekday(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    (2..=13).contains(&word.chars().count())
        && word.chars().all(|char| char.is_alphabetic() || char == '-')
        && month_of(word).is_none()
}
