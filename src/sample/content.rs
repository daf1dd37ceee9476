//! The texts of posts.

use super::author::Author;
use super::random::{Random, mix};
use super::words::{LATIN, Script, push_emoji};
use super::{HASHTAG, RIVALS, WORD};
use crate::posts::post::line::PostLine;

/// Gives a post a text and its language. Hashtags and mentions are in the text only.
pub(super) fn fill(line: &mut PostLine, author: &Author, random: &mut Random) {
    let words = frequent(random);
    let has_hashtag = random.chance(50);
    let is_silent = line.media_type.is_some() && words.iter().all(Option::is_none) && !has_hashtag;
    if is_silent && random.chance(80) {
        return;
    }
    let script = if random.chance(100) { &LATIN } else { author.script };
    let mut text = String::with_capacity(160);
    sentences(script, words, random, &mut text);
    if random.chance(300) {
        text.push(' ');
        push_emoji(random, &mut text);
    }
    extras(has_hashtag, script, random, &mut text);
    line.language = (!random.chance(150)).then(|| script.language.to_owned());
    line.content = Some(text);
}

/// Chooses among the words that are frequent on purpose.
fn frequent(random: &mut Random) -> [Option<&'static str>; 2] {
    let [first, second] = RIVALS;
    let rival = match random.below(100) {
        0..8 => Some(first),
        8..16 => Some(second),
        _ => None,
    };
    [random.chance(300).then_some(WORD), rival]
}

fn sentences(script: &Script, frequent: [Option<&str>; 2], random: &mut Random, text: &mut String) {
    let length = 3 + random.zipf(3, 6);
    let place = random.below(length);
    let mut is_first = true;
    for slot in 0..length {
        let start = text.len();
        script.push_word(random.zipf(4, 15), text);
        if let Some(first) = text.get_mut(start..=start).filter(|_| is_first) {
            first.make_ascii_uppercase();
        }
        for word in frequent.iter().flatten().filter(|_| slot == place) {
            text.push(' ');
            text.push_str(word);
        }
        is_first = slot + 1 == length || random.chance(110);
        text.push_str(if is_first { script.stop } else { script.blank });
        if is_first && slot + 1 < length {
            text.push(' ');
        }
    }
}

/// Appends hashtags, mentions and links, each after a blank.
fn extras(has_hashtag: bool, script: &Script, random: &mut Random, text: &mut String) {
    if has_hashtag {
        text.push_str(" #");
        text.push_str(if random.chance(200) { "LowTide" } else { HASHTAG });
    }
    let hashtags = if random.chance(350) { 0 } else { 1 + random.zipf(1, 3) };
    for _ in 0..hashtags {
        text.push_str(" #");
        push_hashtag(random.zipf(4, 14), script, text);
    }
    if random.chance(120) {
        text.push_str(" @");
        text.push_str(&Author::of_rank(1 + random.zipf(6, 16)).username());
    }
    if random.chance(80) {
        text.push_str(" https://links.example/");
        LATIN.push_syllables(random.next(), 3, text);
    }
}

/// How many of the most frequent words are function words such as `the` and `of`.
const FUNCTION_WORDS: u64 = 28;

/// Appends the hashtag of a rank: one word, or two for every third. Function words are never hashtags.
fn push_hashtag(rank: u64, script: &Script, text: &mut String) {
    let hash = mix(rank);
    let script = if hash.is_multiple_of(2) { &LATIN } else { script };
    script.push_word(rank + FUNCTION_WORDS, text);
    if hash.is_multiple_of(3) {
        text.push('_');
        script.push_word(FUNCTION_WORDS + hash % 200, text);
    }
}
