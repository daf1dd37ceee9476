use crate::posts::keyword::{Keyword, Phrase};
use proptest::prelude::*;

fn shown(phrase: &Phrase) -> String {
    format!("{}{}", phrase.words.join("+"), if phrase.prefix { "*" } else { "" })
}

/// A keyword's clauses in brackets, then its exclusions, each after a dash.
fn read(keyword: &str) -> String {
    let keyword = Keyword::parse(keyword).unwrap_or_else(|error| panic!("{keyword}: {error}"));
    let clauses = keyword.clauses().iter().map(|clause| {
        let any_of: Vec<String> = clause.any_of.iter().map(shown).collect();
        format!("({})", any_of.join(" | "))
    });
    let excluded = keyword.excluded().iter().map(|phrase| format!("-{}", shown(phrase)));
    clauses.chain(excluded).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn reads(cases: &[(&str, &str)]) {
    for &(keyword, expected) in cases {
        assert_eq!(read(keyword), expected, "{keyword}");
    }
}

#[track_caller]
fn refused(cases: &[(&str, usize, &str)]) {
    for &(keyword, position, message) in cases {
        let error = Keyword::parse(keyword).expect_err(keyword);
        let message = format!("expected {message} at character {position}");
        assert_eq!((error.position, error.message.as_str()), (position, message.as_str()), "{keyword}");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn terms_are_joined_by_and() {
    reads(&[
        ("Low  tide", "(low) (tide)"),
        ("a\u{3000}b\tc\u{a0}d", "(a) (b) (c) (d)"),
        ("covid-19 AND", "(covid+19) (and)"),
        ("love☕", "(love+☕)"),
        ("#Reef @me", "(reef) (me)"),
    ]);
}

#[test]
fn quotes_make_phrases() {
    reads(&[
        ("\"low tide\" reef", "(low+tide) (reef)"),
        ("a\"b c\"d", "(a) (b+c) (d)"),
        ("“low tide” „x y“ ＂z＂", "(low+tide) (x+y) (z)"),
        ("\"a OR -b\" \"OR\"", "(a+or+b) (or)"),
        ("\"\" a", "(a)"),
        ("צה\"ל", "(צה+ל)"),
        ("\"צה״ל\" \"של צה\"ל\"", "(צה+ל) (של+צה+ל)"),
    ]);
    refused(&[
        ("\"a", 1, "a closing quote, found a quote that is left open"),
        ("a b\"", 4, "a closing quote, found a quote that is left open"),
        ("\"a\" ☕\"b", 6, "a closing quote, found a quote that is left open"),
        ("-\"a b", 2, "a closing quote, found a quote that is left open"),
    ]);
}

#[test]
fn a_dash_before_a_term_excludes_it() {
    reads(&[
        ("a -b -\"c d\" －e", "(a) -b -c+d -e"),
        ("-b a", "(a) -b"),
        ("a --b - c", "(a) (c) -b"),
        ("a-b", "(a+b)"),
        ("\"a b\"-c", "(a+b) (c)"),
        ("a \u{200f}-\u{200e}b", "(a) -b"),
        ("a -OR -ref*", "(a) -or -ref*"),
        ("(-a)", "(a)"),
        ("a −b", "(a) (b)"),
    ]);
    refused(&[
        ("-a", 1, "a term to search for, found only exclusions"),
        (" -\"a b\" -c !", 2, "a term to search for, found only exclusions"),
    ]);
}

#[test]
fn or_binds_tighter_than_a_blank() {
    reads(&[
        ("a b OR c", "(a) (b | c)"),
        ("a OR b OR c d", "(a | b | c) (d)"),
        ("\"a b\"OR\"c d\" ＯＲ e", "(a+b | c+d | e)"),
        ("(a OR b) c", "(a | b) (c)"),
        ("a or b Or c ORs", "(a) (or) (b) (or) (c) (ors)"),
        ("a OR\u{200f} b", "(a | b)"),
        ("a, OR, b", "(a) (or) (b)"),
        ("-a b OR c -d", "(b | c) -a -d"),
    ]);
    refused(&[
        ("OR", 1, "a term before OR, found OR with nothing before it"),
        ("OR a", 1, "a term before OR, found OR with nothing before it"),
        ("a OR", 3, "a term after OR, found OR with nothing after it"),
        ("☕ OR ", 3, "a term after OR, found OR with nothing after it"),
        ("a OR OR b", 6, "a term before OR, found OR after OR"),
        ("a OR -b", 3, "a term after OR, found OR before an exclusion"),
        ("-a OR b", 4, "a term before OR, found OR after an exclusion"),
        ("a OR ... b", 3, "a term after OR, found OR before a term without a word"),
        ("a ... OR b", 7, "a term before OR, found OR after a term without a word"),
        ("a OR \"\"", 3, "a term after OR, found OR before a term without a word"),
    ]);
}

#[test]
fn a_star_makes_a_prefix() {
    reads(&[
        ("ree* \"low tid*\" \"low tid\"*", "(ree*) (low+tid*) (low+tid*)"),
        ("REE＊ café*", "(ree*) (cafe*)"),
        ("low-tide*", "(low+tide*)"),
        ("202*", "(202*)"),
        ("re*ef *reef **bold**", "(re+ef) (reef) (bold*)"),
        ("\"ree* life\" reef-*", "(ree+life) (reef)"),
        ("ree*\u{200e}", "(ree*)"),
        ("東京* 東京都*", "(東京) (東京+京都)"),
        ("a *", "(a)"),
        ("\u{fe0f}*\u{fe0f}\u{20e3}", "(*\u{20e3})"),
    ]);
    refused(&[
        ("re*", 3, "at least 3 characters before *, found 2 before *"),
        ("a ﬁ*", 4, "at least 3 characters before *, found 2 before *"),
        ("covid-19*", 9, "at least 3 characters before *, found 2 before *"),
        ("\"low ti*\"", 8, "at least 3 characters before *, found 2 before *"),
        ("-\"low ti\"*", 10, "at least 3 characters before *, found 2 before *"),
        ("東*", 2, "at least 2 characters before *, found 1 before *"),
        ("☕*", 2, "a word before *, found an emoji before *"),
    ]);
}

#[test]
fn runs_are_open_at_the_end_of_a_phrase() {
    reads(&[
        ("京 東京 東京都", "(京*) (東京) (東京+京都)"),
        ("\"東京 都\" \"京 x\"", "(東京+京+都*) (京+x)"),
        ("Tシャツ 2024年 年2024", "(t+シャ+ャツ) (2024+年*) (年+2024)"),
    ]);
}

#[test]
fn a_term_without_a_word_counts_for_nothing() {
    reads(&[("a ... - \"!\"", "(a)"), ("! a OR b", "(a | b)")]);
    let nothing = "a word to search for, found no letter, digit or emoji";
    refused(&[("", 1, nothing), ("  ", 1, nothing), ("*", 1, nothing), ("-- \"\" ★ \u{200d}", 1, nothing)]);
}

#[test]
fn terms_and_prefixes_have_limits() {
    let terms = |count: usize, term: &str| vec![term; count].join(" ");
    reads(&[(&terms(32, "a"), terms(32, "(a)").as_str()), (&terms(16, "abc*"), &terms(16, "(abc*)"))]);
    assert_eq!(read(&format!("{} ! \"\"", format_args!("{} -a", terms(31, "a")))).matches('a').count(), 32);
}

#[test]
fn one_term_or_prefix_too_many_is_refused() {
    let terms = |count: usize, term: &str| vec![term; count].join(" ");
    let prefixes =
        "at most 16 prefixes (single characters of scripts without blanks are some), found one more";
    refused(&[
        (&terms(33, "a"), 65, "at most 32 terms, found one more"),
        (&terms(33, "a").replace("a a", "a OR a"), 113, "at most 32 terms, found one more"),
        (&format!("{} -b", terms(32, "a")), 65, "at most 32 terms, found one more"),
        (&terms(17, "abc*"), 81, prefixes),
        (&format!("{} 京", terms(16, "abc*")), 81, prefixes),
    ]);
}

#[test]
fn a_check_refuses_no_character_that_is_a_word() {
    for c in '\0'..=char::MAX {
        let keyword = c.to_string();
        assert!(Keyword::check(&keyword).is_ok() || Keyword::parse(&keyword).is_err(), "{c:?}");
    }
}

proptest! {
    #[test]
    fn a_check_is_exact_for_ascii(keyword in r#"([a-c0-9]{0,3}|[-"*#_ ]|OR| ){0,12}"#) {
        prop_assert_eq!(Keyword::check(&keyword), Keyword::parse(&keyword).map(drop));
    }

    #[test]
    fn a_check_is_never_stricter(keyword in r#"([a-c]{0,3}|[-"*“” éﬁ℃①東☕★…\u{301}]|OR){0,40}"#) {
        if Keyword::parse(&keyword).is_ok() {
            prop_assert_eq!(Keyword::check(&keyword), Ok(()));
        }
    }
}
