use crate::posts::keyword::{Keyword, matches};
use crate::text::index_text;

/// Whether a keyword finds a post with this content.
fn finds(keyword: &str, content: &str) -> bool {
    matches(&Keyword::parse(keyword).unwrap(), &index_text(Some(content), &[]))
}

#[track_caller]
fn found(content: &str, keywords: &[&str]) {
    for keyword in keywords {
        assert!(finds(keyword, content), "{keyword} in {content}: {}", index_text(Some(content), &[]));
    }
}

#[track_caller]
fn missed(content: &str, keywords: &[&str]) {
    for keyword in keywords {
        assert!(!finds(keyword, content), "{keyword} in {content}: {}", index_text(Some(content), &[]));
    }
}

#[track_caller]
fn words(content: &str, expected: &str) {
    assert_eq!(index_text(Some(content), &[]), expected, "{}", content.escape_unicode());
}

#[test]
fn everything_but_letters_and_digits_separates() {
    words("  It's the covid-19_test,\n(really)!\u{0}\u{7f}\u{85}end ", "it s the covid 19 test really end");
    words("★✓—…·§ a|b", "a b");
    words("", "");
    words(" ...", "");
}

#[test]
fn case_and_width_do_not_count() {
    words("STRASSE Straße STRAẞE", "strasse strasse strasse");
    words("ＡＢＣ１２３ ｶﾞｷﾞ", "abc123 ガギ ギ");
    words("ﬁne oﬀice ŉ ǆ ĳ ① x² 𝓗𝓲", "fine office n dz ij 1 x2 hi");
    words("ΣΊΣΥΦΟΣ Σίσυφος", "σισυφοσ σισυφοσ");
    words("Ꭰꭰ", "ᎠᎠ");
}

#[test]
fn accents_on_latin_and_greek_do_not_count() {
    words("Łódź Ærø Đà Nẵng Ðorđe Œuvre Þór ħ", "lodz aero da nang dorde oeuvre thor h");
    words("İstanbul ISTANBUL ıstanbul istanbul I\u{307}", "istanbul istanbul istanbul istanbul i");
    words("Ελλάδα ᾳ ᾼ Ὀδυσσεύς", "ελλαδα α α οδυσσευσ");
    words("café cafe\u{301} c\u{327}\u{301}a c\u{301}\u{327}a", "cafe cafe ca ca");
    words("việt Vie\u{323}\u{302}t Vie\u{302}\u{323}t phở", "viet viet viet pho");
}

#[test]
fn points_and_harakat_do_not_count() {
    words("שָׁלוֹם שלום \u{fb2a}לום", "שלום שלום שלום");
    words("\u{5f0}\u{fb1f}", "וויי");
    words("مُحَمَّد محمـــد", "محمد محمد");
    words("ﻻ ﷺ", "لا صلى الله عليه وسلم");
    words("أ ا\u{654} آ إ ؤ ئ ٱ ه\u{654}", "أ أ آ إ ؤ ئ ٱ ه");
    words("ا\u{64e}\u{654} ا\u{654}\u{64e}", "أ أ");
    words("می\u{200c}خواهم", "میخواهم");
}

#[test]
fn marks_that_make_another_letter_count() {
    words("Йод ёлка И\u{306}од за\u{301}мок ѓ г\u{301}", "йод ёлка йод замок ѓ ѓ");
    words("หวาน नमस्ते क़ क\u{93c}", "หว วา าน น नमस्ते क\u{93c} क\u{93c}");
    words("カ゛ か\u{3099} が は\u{309a}", "カ \u{3099} が が ぱ");
    missed("йод", &["иод"]);
    missed("ёлка", &["елка"]);
    missed("がく", &["かく"]);
    missed("पानी", &["पानि"]);
}

#[test]
fn a_tone_mark_stands_before_the_ring_of_sara_am() {
    let words_of_water = "น\u{e49} \u{e49}\u{e4d} \u{e4d}า า";
    words("น\u{e49}\u{e33}", words_of_water);
    words("น\u{e49}\u{e4d}า", words_of_water);
    words("น\u{e4d}\u{e49}า", words_of_water);
    words("ນ\u{ecd}\u{ec9}າ", "ນ\u{ec9} \u{ec9}\u{ecd} \u{ecd}າ າ");
    words("\u{ec9}\u{93f}\u{e48}", "\u{e48}\u{ec9} \u{ec9}");
    words("\u{e48}\u{200b}\u{e38}", "\u{e38}\u{e48} \u{e48}");
    words("ก\u{e4d}\u{e48}\u{e38}", "ก\u{e4d} \u{e4d}\u{e38} \u{e38}\u{e48} \u{e48}");
}

#[test]
fn runs_are_found_wherever_they_stand() {
    words("東京都", "東京 京都 都");
    words("2024年Tシャツ", "2024 年 t シャ ャツ ツ");
    found(
        "東京都に行く",
        &["東", "京", "都", "東京", "京都", "京都に", "東京都に行く", "く", "東京*", "都 京"],
    );
    missed("東京都に行く", &["東都", "都京", "京都へ", "\"東 京\"", "\"京都 に行\""]);
    found("東京。都内", &["東京", "京", "都", "\"東京 都内\"", "\"京 都\""]);
    missed("東京。都内", &["京都", "\"東 都\"", "\"東京 内\""]);
    found("東京tower", &["東京tower", "京tow*", "tower 東"]);
    missed("東京tower", &["東tower"]);
    found("서울시청 앞", &["서", "울시", "시청", "\"시청 앞\""]);
    found("ㅋㅠㅠㅠ", &["ㅋ", "ㅠㅠ", "ㅋㅠ", "ﾡ OR ﾻ"]);
    found("ฉันรักประเทศไทย", &["รัก", "ัก", "ไทย", "ประเทศ", "ย"]);
    found("ສະບາຍດີ ជំរាបសួរ မင်္ဂလာပါ", &["ບາຍ", "រាប", "လာပါ"]);
    found("ពាក្យ\u{200b}ខ្មែរ", &["ពាក្យខ្មែរ", "ពាក្យ\u{200b}ខ្មែរ", "ខ្មែរ"]);
}

#[test]
fn each_emoji_is_a_word() {
    words("love☕love", "love ☕ love");
    words("👍🏽👍\u{fe0f}👍", "👍 👍 👍");
    words("❤\u{fe0f}❤❤\u{fe0e} ©™ Ⓜ", "❤ ❤ ❤ © ™ Ⓜ");
    words("👨‍👩‍👧‍👦👩🏽‍🚀🤷🏻‍♂️", "👨‍👩‍👧‍👦 👩‍🚀 🤷‍♂");
    words("🇩🇪🇫🇷🇩", "🇩🇪 🇫🇷 🇩");
    words(
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}🏴",
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🏴",
    );
    words(
        "1️⃣2\u{20e3}#️⃣*️⃣ 12️⃣ 1\u{fe0f}2 a1️⃣",
        "1\u{20e3} 2\u{20e3} #\u{20e3} *\u{20e3} 1 2\u{20e3} 12 a 1\u{20e3}",
    );
    words("🫱🏻‍🫲🏿 🧑🏻‍❤️‍🧑🏿", "🤝 💑");
    words("🏽 \u{200d} ☕\u{200d} ☕\u{200d}a", "☕ ☕ a");
    found("great👍🏽job", &["👍", "👍🏿", "great👍", "\"great 👍 job\"", "-👎 job"]);
    missed("👨‍👩‍👧", &["👨", "👩‍👧"]);
    let england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    found(england, &[england]);
    missed(england, &["🏴"]);
    missed("🏴", &[england]);
}

#[test]
fn invisible_characters_are_not_there() {
    words(
        "so\u{ad}ft he\u{200d}llo a\u{200e}b \u{200f}שלום\u{200e} \u{feff}x\u{2060}y",
        "soft hello ab שלום xy",
    );
    words("zero\u{200b}width", "zero width");
    words("漢\u{e0100}字", "漢字 字");
    words("e\u{200d}\u{301}x", "ex");
    words("\u{301}a \u{301} -\u{301}b", "a b");
}

#[test]
fn apostrophes_are_one() {
    words("обʼєкт об'єкт об’єкт", "об єкт об єкт об єкт");
}
