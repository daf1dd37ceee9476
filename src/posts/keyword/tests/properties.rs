use super::texts::{plain, text};
use crate::posts::keyword::{Keyword, matches};
use crate::text::{fold_name, index_text, is_alphabetic, is_alphanumeric};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

fn index(content: &str) -> String {
    index_text(Some(content), &[])
}

/// Whether a text has no character that is more than a separator in the grammar of keywords.
fn is_plain(text: &str) -> bool {
    !text.contains(['"', '“', '＊', '*', '-']) && !text.contains("OR")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn names_fold_once(name in text()) {
        let folded = fold_name(&name);
        prop_assert_eq!(fold_name(&folded), folded);
    }

    #[test]
    fn words_of_equivalent_texts_are_the_same(content in text()) {
        let nfc: String = content.nfc().collect();
        let nfd: String = content.nfd().collect();
        prop_assert_eq!(index(&nfc), index(&content));
        prop_assert_eq!(index(&nfd), index(&content));
    }

    #[test]
    fn words_fold_once(content in text()) {
        for word in index(&content).split(' ') {
            let mut chars = word.chars();
            let pair = chars.next().zip(chars.next());
            let again = match pair {
                Some((first, last)) if index(word) == format!("{first}{last} {last}") => word.to_owned(),
                _ => index(word),
            };
            prop_assert_eq!(again, word);
        }
    }

    #[test]
    fn case_and_invisible_characters_change_no_word(content in "[a-zéøßжя東ｶ☕ .]{0,12}") {
        prop_assert_eq!(index(&content.to_uppercase()), index(&content));
        let marked: String = content.chars().flat_map(|c| ['\u{200e}', c, '\u{ad}']).collect();
        prop_assert_eq!(index(&marked), index(&content));
    }

    #[test]
    fn text_that_passes_the_quick_check_needs_no_folding(
        content in "[a1 .α-ωά-ώ\u{345}а-яא-תء-ي\u{64b}-\u{655}ँ-ह\u{93c}-\u{94d}ก-ฺเ-๎あ-ンー가-힣東京、！…\u{301}\u{306}\u{3099}]{0,10}"
    ) {
        // A character that does not pass the quick check makes the whole text be folded.
        let long_way: String = content.chars().flat_map(|c| [c, '\u{200e}']).collect();
        prop_assert_eq!(index(&content), index(&long_way));
    }

    #[test]
    fn words_hold_nothing_that_the_tokenizer_splits(content in text()) {
        let index = index(&content);
        prop_assert!(!index.contains(|c: char| c.is_ascii_control() || c.is_ascii_uppercase() || c == '"'));
        prop_assert!(!index.starts_with(' ') && !index.ends_with(' ') && !index.contains("  "));
        prop_assert!(!index.split(' ').any(|word| word == "|"));
    }

    #[test]
    fn a_text_finds_itself(content in text()) {
        if let Some(keyword) = Keyword::parse(&format!("\"{content}\"")).ok().filter(|_| is_plain(&content)) {
            prop_assert!(matches(&keyword, &index(&content)), "{:?} in {}", keyword, index(&content));
            let within = index(&format!("x {content}。y"));
            prop_assert!(matches(&keyword, &within), "{:?} in {}", keyword, within);
        }
    }

    #[test]
    fn every_part_of_a_run_is_found(run in "[東京都あカ한글ㅋㅠไทย\u{e31}\u{e48}]{1,8}", start in 0..8_usize, length in 1..8_usize) {
        let part: String = run.chars().skip(start).take(length).collect();
        if let Ok(keyword) = Keyword::parse(&part) {
            prop_assert!(matches(&keyword, &index(&format!("abc{run}def"))), "{part} in {run}");
        }
    }

    #[test]
    fn a_part_of_a_run_is_found_only_where_it_stands(run in "[東京都]{1,6}", part in "[東京都]{1,4}") {
        let keyword = Keyword::parse(&part).unwrap();
        prop_assert_eq!(matches(&keyword, &index(&run)), run.contains(&part));
    }

    #[test]
    fn parsing_never_panics_and_says_the_place(keyword in prop_oneof![text(), plain(), any::<String>()]) {
        match Keyword::parse(&keyword) {
            Ok(parsed) => {
                prop_assert!(!parsed.clauses().is_empty());
                let phrases = parsed.clauses().iter().flat_map(|clause| &clause.any_of).chain(parsed.excluded());
                for word in phrases.flat_map(|phrase| &phrase.words) {
                    prop_assert!(!word.is_empty() && !word.contains(['"', ' ', '|']), "{word}");
                }
            }
            Err(error) => {
                prop_assert!((1..=keyword.chars().count().max(1)).contains(&error.position), "{error}");
                let place = format!(" at character {}", error.position);
                prop_assert!(error.message.ends_with(&place), "{}", error);
            }
        }
    }

    #[test]
    fn any_text_is_cut(content in any::<String>(), tag in any::<String>()) {
        index_text(Some(&content), &[tag]);
    }
}

#[test]
fn letters_and_digits_are_those_of_unicode() {
    for c in '\0'..=char::MAX {
        assert_eq!(is_alphabetic(c), c.is_alphabetic(), "U+{:04X}", u32::from(c));
        assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "U+{:04X}", u32::from(c));
    }
}

#[test]
fn every_character_folds_once_and_like_its_equivalents() {
    for c in ('\u{1}'..='\u{1ffff}').chain('\u{2f800}'..='\u{2fa1f}') {
        let text = c.to_string();
        let nfd: String = text.nfd().collect();
        assert_eq!(index(&format!("{c}\u{200e}")), index(&text), "U+{:04X}", u32::from(c));
        // A struck-out arrow is no emoji, but the arrow under a stroke is.
        if c != '↮' {
            assert_eq!(index(&nfd), index(&text), "U+{:04X}", u32::from(c));
        }
        for word in index(&text).split(' ') {
            if word.chars().count() == 1 {
                assert_eq!(index(word), word, "U+{:04X}", u32::from(c));
            }
        }
    }
}
