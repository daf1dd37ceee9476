use super::*;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// The characters that the tables speak of, in order.
fn chars() -> impl Iterator<Item = char> {
    '\u{80}'..=char::MAX
}

fn put(data: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        data.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    data.push(number.to_le_bytes()[0]);
}

fn put_ranges(data: &mut Vec<u8>, value: impl Fn(char) -> u8, with_value: bool) {
    let mut ranges: Vec<Range<u8>> = Vec::new();
    for c in chars().filter(|&c| value(c) > 0) {
        match ranges.last_mut() {
            Some((_, last, class)) if *last + 1 == u32::from(c) && *class == value(c) => *last += 1,
            _ => ranges.push((c.into(), c.into(), value(c))),
        }
    }
    put(data, u32::try_from(ranges.len()).unwrap());
    let mut next = 0;
    for (first, last, value) in ranges {
        put(data, first - next);
        put(data, last - first);
        if with_value {
            put(data, value.into());
        }
        next = last + 1;
    }
}

/// What `normal.bin` has to be.
fn made() -> Vec<u8> {
    let mut data = Vec::new();
    put_ranges(&mut data, |c| u8::from(is_combining_mark(c)), false);
    put_ranges(&mut data, canonical_combining_class, true);
    let nfkd = |c: char| c.to_string().nfkd().collect::<String>();
    let is_kept = |c: char| ('가'..='힣').contains(&c) || nfkd(c) == c.to_string();
    let keys: Vec<char> = chars().filter(|&c| !is_kept(c)).collect();
    put(&mut data, u32::try_from(keys.len()).unwrap());
    let mut last = 0;
    for &c in &keys {
        let composes = c.to_string().nfd().eq(nfkd(c).chars()) && c.to_string().nfc().eq([c]);
        put(&mut data, u32::from(c) - last);
        put(&mut data, u32::try_from(nfkd(c).chars().count()).unwrap() * 2 + u32::from(composes));
        last = c.into();
    }
    data.extend(keys.into_iter().flat_map(|c| nfkd(c).into_bytes()));
    data
}

#[test]
fn tables_are_those_of_unicode() {
    let made = made();
    if made != DATA {
        let path = std::env::temp_dir().join("normal.bin");
        std::fs::write(&path, made).unwrap();
        panic!("expected the tables of this version of Unicode, which are now in {}", path.display());
    }
}

fn nfkc(text: &str) -> String {
    let mut parts = Vec::new();
    text.chars().for_each(|c| decompose(c, |part| parts.push(part)));
    order(&mut parts);
    let mut whole = String::new();
    recompose(&parts, |c| whole.push(c));
    whole
}

#[test]
fn every_character_normalizes_as_unicode_says() {
    for c in ('\0'..='\u{1ffff}').chain('\u{2f800}'..='\u{2fa1f}') {
        let text = c.to_string();
        assert_eq!(nfkc(&text), text.nfkc().collect::<String>(), "U+{:04X}", u32::from(c));
        let nfd: String = text.nfd().collect();
        assert_eq!(nfkc(&nfd), text.nfkc().collect::<String>(), "U+{:04X}", u32::from(c));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn text_normalizes_as_unicode_says(
        text in "[aeouAΑωάüữǖąßﬁАи \\u{627}\\u{649}\\u{64b}\\u{653}-\\u{655}\\u{928}\\u{93c}\\u{94d}\\u{995}\\u{9be}\\u{9c7}\\u{304b}\\u{3099}\\u{309a}가각\\u{1100}-\\u{1102}\\u{1161}-\\u{1163}\\u{11a8}-\\u{11ab}\\u{3131}\\u{300}-\\u{328}\\u{345}\\u{5b0}-\\u{5c2}\\u{e38}\\u{e48}\\u{16d63}\\u{16d67}]{0,12}"
    ) {
        prop_assert_eq!(nfkc(&text), text.nfkc().collect::<String>());
    }
}
