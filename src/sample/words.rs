//! Words in several scripts: a few ordinary ones, and any number made of syllables.

use super::random::{Random, mix, nth};

/// A script, with the parts that words are made of in it.
#[derive(Debug)]
pub(super) struct Script {
    /// The language code that sources give.
    pub(super) language: &'static str,
    /// The separator between words; empty in scripts without one.
    pub(super) blank: &'static str,
    /// The end of a sentence.
    pub(super) stop: &'static str,
    /// Frequent ordinary words.
    ordinary: &'static [&'static str],
    syllables: &'static [&'static str],
}

/// It lacks the words that are frequent on purpose. The syllables spell none of its words, and nothing rude.
pub(super) const LATIN: Script = Script {
    language: "en",
    blank: " ",
    stop: ".",
    ordinary: &[
        "the", "a", "and", "of", "to", "in", "we", "with", "for", "on", "this", "is", "my", "our", "at",
        "it", "today", "morning", "new", "from", "you", "all", "one", "more", "so", "good", "first", "after",
        "coffee", "reef", "water", "light", "harbor", "garden", "walk", "market", "bread", "river", "music",
        "train", "winter", "friends", "study", "design", "quiet", "slow", "cooking", "photo", "city",
        "beach", "dive", "boat", "rain", "café", "street", "recipe", "mountain", "book", "story", "open",
        "team", "weekend", "bike", "green", "island", "back", "time", "day", "night", "home", "work",
        "people", "world", "little", "long", "early", "late", "week", "summer", "spring", "autumn",
        "evening", "snow", "wind", "wave", "sand", "shore", "fish", "turtle", "kelp", "bird", "forest",
        "tree", "flower", "tomato", "pasta", "soup", "lemon", "salt", "tea", "cake", "baker", "kitchen",
        "table", "window", "door", "bridge", "tower", "museum", "painting", "clay", "wood", "glass", "paper",
        "color", "blue", "red", "yellow", "white", "camera", "film", "lens", "guitar", "drum", "piano",
        "song", "dance", "stage", "game", "score", "run", "race", "swim", "climb", "trail", "map", "ticket",
        "station", "airport", "hotel", "village", "farm", "horse", "dog", "cat", "puppy", "science", "data",
        "code", "robot", "engine", "launch", "meeting", "office", "career", "hiring", "learn", "teach",
        "school", "class", "lesson", "question", "answer", "idea", "project", "update", "release", "road",
        "tour", "live", "start", "finish", "try", "build", "fix", "make", "share", "find", "best", "easy",
        "fresh", "tiny", "bright", "calm", "wild", "old", "straße", "naïve",
    ],
    syllables: &[
        "la", "le", "li", "lo", "lu", "ma", "me", "mi", "mo", "mu", "na", "ne", "ni", "no", "nu", "ra", "re",
        "ri", "ro", "ru", "sa", "se", "si", "so", "su", "ta", "te", "ti", "to", "tu", "va", "ve", "vi", "vo",
        "vu",
    ],
};

const OTHERS: [Script; 8] = [
    Script {
        language: "ja",
        blank: "",
        stop: "。",
        ordinary: &["今日", "海", "朝", "の", "写真", "は", "コーヒー", "散歩", "潮", "が"],
        syllables: &[
            "ま", "み", "さ", "し", "ら", "り", "な", "に", "ガ", "ル", "ト", "パ", "森", "川", "空", "花",
        ],
    },
    Script {
        language: "ar",
        blank: " ",
        stop: ".",
        ordinary: &["البحر", "صباح", "قهوة", "اليوم", "صورة", "من", "في"],
        syllables: &["مل", "نا", "سو", "ري", "لم", "تا", "بي", "كو", "دَ", "فر", "حا"],
    },
    Script {
        language: "hi",
        blank: " ",
        stop: "।",
        ordinary: &["समुद्र", "सुबह", "आज", "कॉफ़ी", "और", "का", "चित्र"],
        syllables: &["मा", "नि", "सु", "रे", "लो", "ति", "वा", "की", "पु", "द्रा", "शि"],
    },
    Script {
        language: "ru",
        blank: " ",
        stop: ".",
        ordinary: &["море", "утро", "и", "кофе", "сегодня", "ещё", "мой", "фото"],
        syllables: &["ла", "ме", "но", "ри", "су", "та", "вё", "ки", "ло", "пе", "ня"],
    },
    Script {
        language: "ko",
        blank: " ",
        stop: ".",
        ordinary: &["바다", "아침", "커피", "오늘", "사진", "산책"],
        syllables: &["마", "노", "리", "수", "레", "타", "비", "온", "달", "강"],
    },
    Script {
        language: "th",
        blank: "",
        stop: "",
        ordinary: &["ทะเล", "เช้า", "กาแฟ", "วันนี้", "ที่", "ภาพ"],
        syllables: &["มา", "นี", "ลู", "ตา", "รี่", "โส", "แก้", "วัน"],
    },
    Script {
        language: "el",
        blank: " ",
        stop: ".",
        ordinary: &["θάλασσα", "πρωί", "καφές", "και", "σήμερα"],
        syllables: &["λα", "με", "νι", "ρο", "σα", "τή", "κύ", "πω"],
    },
    Script {
        language: "he",
        blank: " ",
        stop: ".",
        ordinary: &["ים", "בוקר", "קפה", "היום", "תמונה"],
        syllables: &["מל", "נו", "שי", "רו", "לה", "תא", "בי"],
    },
];

impl Script {
    /// The script for a number: four in five are Latin.
    pub(super) fn for_number(number: u64) -> &'static Self {
        let hash = mix(number ^ 0x5c);
        let other = OTHERS.get(usize::try_from(hash / 5 % 8).unwrap_or_default());
        other.filter(|_| hash.is_multiple_of(5)).unwrap_or(&LATIN)
    }

    /// Appends the word of a rank, one of 32,768 in Latin.
    pub(super) fn push_word(&self, rank: u64, text: &mut String) {
        match usize::try_from(rank).ok().and_then(|rank| self.ordinary.get(rank)) {
            Some(word) => text.push_str(word),
            None => self.push_syllables(rank, 3, text),
        }
    }

    /// Appends syllables that spell a number. In Latin, numbers below 35^`length` give different words.
    pub(super) fn push_syllables(&self, number: u64, length: u32, text: &mut String) {
        let base = u64::try_from(self.syllables.len()).unwrap_or(u64::MAX).max(2);
        // The factor has no common divisor with the base, so that frequent words begin differently.
        let mut rest = number.wrapping_mul(20_011) % base.pow(length);
        for _ in 0..length {
            text.push_str(nth(self.syllables, rest));
            rest /= base;
        }
    }
}

const EMOJI: &[&str] =
    &["🌊", "☕", "🐠", "❤️", "😂", "🔥", "✨", "🙌🏽", "👩‍🍳", "🏝️", "🇮🇸", "🥐", "🚲", "1️⃣", "🪸", "🎶"];

/// Appends one or two emoji.
pub(super) fn push_emoji(random: &mut Random, text: &mut String) {
    for _ in 0..=random.below(2) {
        text.push_str(random.pick(EMOJI));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn latin_words_of_different_numbers_differ() {
        let words: HashSet<String> = (0..42_875)
            .map(|number| {
                let mut word = String::new();
                LATIN.push_syllables(number, 3, &mut word);
                word
            })
            .collect();
        assert_eq!(words.len(), 42_875);
    }

    #[test]
    fn four_in_five_are_latin_and_every_script_occurs() {
        let mut languages: Vec<&str> =
            (0..10_000).map(|number| Script::for_number(number).language).collect();
        let latin = languages.iter().filter(|language| **language == "en").count();
        assert!((7_800..8_200).contains(&latin), "{latin}");
        languages.sort_unstable();
        languages.dedup();
        assert_eq!(languages, ["ar", "el", "en", "he", "hi", "ja", "ko", "ru", "th"]);
    }
}
