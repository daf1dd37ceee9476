use super::*;
use proptest::prelude::*;

#[test]
fn letters_digits_and_underscores_make_a_tag() {
    assert_eq!(hashtags("#Reef at #low_tide, #2026! (#v2)"), ["Reef", "low_tide", "2026", "v2"]);
    assert_eq!(hashtags("Reef#tide 7#tide &#39; &#x27;"), Vec::<String>::new());
    assert_eq!(hashtags("##reef #-reef # reef _#deep"), ["reef", "deep"]);
    assert_eq!(hashtags("#reef.watch #dive-site"), ["reef", "dive"]);
}

#[test]
fn tags_of_every_script_are_whole() {
    assert_eq!(
        hashtags("#हिन्दी #ภาษาไทยที่นี่ #日本語 ＃サンゴ礁。"),
        ["हिन्दी", "ภาษาไทยที่นี่", "日本語", "サンゴ礁"]
    );
    assert_eq!(
        hashtags("#cafe\u{301} #می\u{200c}خواهم\u{200c} #ශ්\u{200d}රී"),
        ["cafe\u{301}", "می\u{200c}خواهم", "ශ්\u{200d}රී"]
    );
    assert_eq!(hashtags("नमस्ते#tag cafe\u{301}#tag"), Vec::<String>::new());
}

#[test]
fn emoji_end_a_tag_and_allow_one_after_them() {
    assert_eq!(hashtags("❤️#love☕ 🐠#reef🐠 1️⃣#one"), ["love", "reef", "one"]);
    assert_eq!(hashtags("#️⃣ #🐠"), Vec::<String>::new());
}

#[test]
fn a_tag_inside_a_link_is_none() {
    for link in [
        "https://reef.example/#tide",
        "see HTTP://reef.example/a?b=/#tide",
        "(https://localhost/-#tide)",
        "www.reef.example/#tide",
        "reef.example/!#tide",
        "ftp://reef.example/é/#tide",
    ] {
        assert_eq!(hashtags(link), Vec::<String>::new(), "{link}");
    }
    assert_eq!(hashtags("https://reef.example/a #tide"), ["tide"]);
    assert_eq!(hashtags("見て「https://reef.example/a」#潮"), ["潮"]);
    assert_eq!(hashtags("and/or #a 3.5km/h #b Hi:// #c"), ["a", "b", "c"]);
}

#[test]
fn mentions_keep_inner_dots() {
    assert_eq!(mentions("@reef.watch. and @tide_7, @a..b (@dr.)"), ["reef.watch", "tide_7", "a", "dr"]);
    assert_eq!(mentions("@.reef @ reef @-"), Vec::<String>::new());
}

#[test]
fn an_address_is_no_mention() {
    for text in [
        "reef@mail.example",
        "reef.watch_@mail.example",
        "a+@mail.example",
        "https://clips.example/@reef",
        "clips.example/@reef",
    ] {
        assert_eq!(mentions(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(mentions("by_@reef -@reef.watch"), ["reef", "reef.watch"]);
    assert_eq!(mentions("@reef@social.example"), ["reef"]);
}

#[test]
fn a_name_counts_once_in_its_first_spelling() {
    assert_eq!(hashtags("#Reef #REEF #reef #ｒｅｅｆ #tide"), ["Reef", "tide"]);
    assert_eq!(mentions("@Reef @reef"), ["Reef"]);
}

#[test]
fn long_names_and_those_after_the_hundredth_are_left_out() {
    let longest = "é".repeat(100);
    assert_eq!(hashtags(&format!("#{longest}é #{longest}")), [longest]);
    let many: Vec<String> = (0..150).map(|number| format!("#t{number} #T{number}")).collect();
    let found = hashtags(&many.join(" "));
    assert_eq!((found.len(), found.last().map(String::as_str)), (100, Some("t99")));
}

#[test]
fn the_longest_content_is_read_in_one_pass() {
    for unit in ["#a ", "#a-", "@a.", "#", "/", ":", "a.bc/", "e\u{301}#", "-_@a.b", "#a\u{301}"] {
        let content = unit.repeat(65_536 / unit.len());
        assert!(hashtags(&content).len() <= 100 && mentions(&content).len() <= 100);
    }
}

proptest! {
    #[test]
    fn whatever_is_found_is_valid_and_in_the_text(content in r"([#＃@&a-zé_.:/ \u{301}\u{200d}ก่😀1-]|https://){0,60}") {
        for tag in hashtags(&content) {
            prop_assert_eq!(crate::posts::post::name::hashtag(&tag), Ok(tag.as_str()));
            prop_assert!(content.contains(&["#", &tag].concat()) || content.contains(&["＃", &tag].concat()));
        }
        for name in mentions(&content) {
            prop_assert_eq!(crate::posts::post::name::username(&name), Ok(name.as_str()));
            prop_assert!(content.contains(&["@", &name].concat()));
        }
    }
}
