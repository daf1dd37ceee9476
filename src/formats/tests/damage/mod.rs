//! What is damaged is never read wrongly: each post of a damaged file is right, or refused, or skipped with a reason.
//!
//! Good files are damaged as spreadsheets, scripts, hands and broken downloads do it. `npm test` does it some hundred times;
//! `POSTERN_DAMAGES=100000` does it more often, and `POSTERN_DAMAGE=150` begins with the damage of that number.

mod documents;
mod tables;

use super::*;
use crate::formats::value::ids;
use documents::documents;
use std::collections::BTreeMap;
use tables::{Good, good};

/// A source of numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).unwrap()
    }
}

fn written(rows: &[Vec<String>], separator: char) -> String {
    let cell = |text: &String| {
        let is_plain = !text.contains([separator, '"', '\n']);
        if is_plain { text.clone() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
    };
    let line =
        |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(&separator.to_string()) + "\n";
    rows.iter().map(line).collect()
}

/// A file, what was done to it, and what its rows were.
struct Damaged {
    file: Vec<u8>,
    what: String,
}

fn damaged(good: &Good, dice: &mut Dice) -> Damaged {
    let mut rows = vec![good.columns.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()];
    rows.extend(good.rows.iter().cloned());
    let mut ids = good.ids;
    let mut what = Vec::new();
    if dice.roll(4) == 0 {
        what.push(grouped(&mut rows, good.counts.clone(), dice));
    }
    if dice.roll(3) == 0 {
        let turn = dice.roll(good.columns.len());
        for row in &mut rows {
            row.rotate_left(turn);
        }
        ids = (ids + good.columns.len() - turn) % good.columns.len();
        what.push(format!("columns turned by {turn}"));
    }
    let separator = *[',', ';', '\t'].get(dice.roll(3)).unwrap();
    let (at, column) = (dice.roll(rows.len()), dice.roll(good.columns.len()));
    match dice.roll(12) {
        0 => {
            rows[at].remove(column);
            what.push(format!("cell {column} of row {at} dropped"));
        }
        1 => {
            rows[at][column].clear();
            what.push(format!("cell {column} of row {at} emptied"));
        }
        2 => what.push(mangled(&mut rows, ids, dice)),
        3 => {
            let again = rows.clone();
            rows.extend(again);
            what.push("written twice".into());
        }
        4 => {
            rows.swap_remove(1 + dice.roll(good.rows.len()));
            what.push("a row dropped".into());
        }
        _ => {}
    }
    let text = in_text(written(&rows, separator), separator, dice, &mut what);
    let file = encoded(text, dice, &mut what);
    Damaged { file, what: what.join(", ") }
}

/// Counts as people and tools write them, in all their columns.
fn grouped(rows: &mut [Vec<String>], counts: core::ops::Range<usize>, dice: &mut Dice) -> String {
    let sign = [",", ".", " ", "\u{a0}", "'", ".0", ".00"][dice.roll(7)];
    for cell in rows.iter_mut().skip(1).flat_map(|row| &mut row[counts.clone()]) {
        let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
        *cell = if sign.starts_with(".0") { digits + sign } else { in_threes(&digits, sign) };
    }
    format!("counts with {sign:?}")
}

/// Digits in groups of three.
fn in_threes(digits: &str, sign: &str) -> String {
    let first = (digits.len() + 2) % 3 + 1;
    let (start, rest) = digits.split_at(first);
    let groups = rest.as_bytes().chunks(3).map(|group| core::str::from_utf8(group).unwrap());
    core::iter::once(start).chain(groups).collect::<Vec<_>>().join(sign)
}

/// Ids as spreadsheets and pandas leave them, in the whole column.
fn mangled(rows: &mut [Vec<String>], column: usize, dice: &mut Dice) -> String {
    let kind = dice.roll(8);
    for row in rows.iter_mut().skip(1) {
        let id = row[column].clone();
        if !id.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let double = id.parse::<f64>().unwrap();
        row[column] = match kind {
            0 => format!("{},{}E+18", &id[..1], &id[1..5]),
            1 => format!("{}.{}e+18", &id[..1], &id[1..5]),
            2 => format!("{id}.0"),
            3 => format!("{}{}", &id[..15], "0".repeat(id.len() - 15)),
            4 => format!("'{id}"),
            5 => format!("=\"{id}\""),
            6 => "nan".to_owned(),
            _ => format!("{double:.0}"),
        };
    }
    format!("ids mangled in way {kind}")
}

/// What happens to a file's text: signs that come to it, and its end that is lost.
fn in_text(text: String, separator: char, dice: &mut Dice, what: &mut Vec<String>) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = dice.roll(chars.len());
    let (before, after): (String, String) = (chars[..at].iter().collect(), chars[at..].iter().collect());
    // A cell that is lost and one that is cut in two can make up for each other, which no one can tell.
    let could_hide = |what: &String| what.contains("dropped") || what.contains("of row 0");
    let sides = if what.iter().any(could_hide) { 1 } else { 8 };
    match dice.roll(sides) {
        0 if sides > 1 => {
            what.push(format!("a separator added at {at}"));
            format!("{before}{separator}{after}")
        }
        1 => {
            what.push(format!("a quote added at {at}"));
            format!("{before}\"{after}")
        }
        // In a last cell, no one can tell that its end is missing.
        2 if after.split('\n').next().is_some_and(|rest| rest.contains(separator)) => {
            what.push(format!("cut at {at}"));
            before
        }
        _ => text,
    }
}

fn encoded(text: String, dice: &mut Dice, what: &mut Vec<String>) -> Vec<u8> {
    match dice.roll(6) {
        0 => {
            what.push("CR and LF".into());
            text.replace('\n', "\r\n").into_bytes()
        }
        1 => {
            what.push("CR".into());
            text.replace('\n', "\r").into_bytes()
        }
        2 => {
            what.push("UTF-16".into());
            [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat()
        }
        3 => {
            what.push("byte order mark".into());
            [vec![0xef, 0xbb, 0xbf], text.into_bytes()].concat()
        }
        _ => text.into_bytes(),
    }
}

/// What is true of a post, by its id.
type Truth = BTreeMap<String, (crate::time::Timestamp, String, [Option<u64>; 5])>;

fn counts(post: &PostLine) -> [Option<u64>; 5] {
    [post.likes_count, post.comments_count, post.views_count, post.shares_count, post.saves_count]
}

fn table(good: &Good) -> String {
    let mut rows = vec![good.columns.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()];
    rows.extend(good.rows.iter().cloned());
    written(&rows, ',')
}

fn truth(file: &str) -> Truth {
    let outcomes = unpacked::convert_files(&[file.as_bytes()], FORMATS, &settings()).unwrap();
    let posts = outcomes.into_iter().map(post);
    posts
        .map(|post| {
            (post.platform_post_id.clone(), (post.published_at, post.author.username.clone(), counts(&post)))
        })
        .collect()
}

/// Why what was read is wrong.
fn wrong(found: &PostLine, truth: &Truth) -> Option<String> {
    let id = &found.platform_post_id;
    let Some((time, author, true_counts)) = truth.get(id) else {
        return Some(format!("{id} is no post of it"));
    };
    let is_count = |(came, is): (&Option<u64>, &Option<u64>)| came.is_none() || came == is;
    let near = (found.published_at.0 - time.0).abs();
    let is_approximate = found.approximate.iter().flatten().any(|field| field == "published_at");
    if !counts(found).iter().zip(true_counts).all(is_count) {
        Some(format!("{id}: counts {:?}, and not {true_counts:?}", counts(found)))
    } else if found.author.username != *author {
        Some(format!("{id}: by {}, and not {author}", found.author.username))
    } else if near > 2 * crate::time::DAY
        || near > 0 && !is_approximate && !ids::has_form(crate::platform::Network::X, id)
    {
        Some(format!("{id}: at {}, and not {time}", found.published_at))
    } else {
        None
    }
}

/// A number that the environment gives.
fn from_environment(name: &str) -> Option<u64> {
    std::env::var_os(name)?.to_str()?.parse().ok()
}

/// What is held against what comes of a damaged file.
struct Subject<'a> {
    name: String,
    posts: usize,
    truth: Truth,
    damage: Box<dyn Fn(&mut Dice) -> Damaged + 'a>,
}

impl Subject<'_> {
    /// Damages it as a seed says, and reads it. Whether all of it came.
    fn holds(&self, seed: u64, dice: &mut Dice) -> bool {
        let Damaged { file, what } = (self.damage)(dice);
        let said = || format!("damage {seed} ({what}) of {}:\n{}", self.name, String::from_utf8_lossy(&file));
        // What is not recognised is said, and so is a file without rows.
        let Ok(outcomes) = unpacked::convert_files(&[&file], FORMATS, &settings()) else { return false };
        let refused = outcomes.iter().filter(|outcome| outcome.is_err()).count();
        let posts: Vec<_> = outcomes
            .into_iter()
            .filter_map(|outcome| match outcome {
                Ok(Item::Post(found)) => Some(found.post),
                _ => None,
            })
            .collect();
        for found in &posts {
            if let Some(why) = wrong(found, &self.truth) {
                panic!("{why}\n{}", said());
            }
        }
        let mut ids: Vec<&str> = posts.iter().map(|post| post.platform_post_id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        let is_dropped = what.contains("a row dropped") || what.contains("a post dropped");
        let expected = self.posts - usize::from(is_dropped);
        let is_cut = what.contains("cut at");
        assert!(ids.len() >= expected || refused > 0 || posts.is_empty() || is_cut, "posts lost\n{}", said());
        ids.len() >= expected
    }
}

#[test]
fn what_is_damaged_is_right_or_refused_and_never_wrong() {
    let times: u64 = from_environment("POSTERN_DAMAGES").unwrap_or(400);
    let (tables, documents) = (good(), documents());
    let of_tables = tables.iter().enumerate().map(|(place, good)| Subject {
        name: format!("table {place}"),
        posts: good.rows.len(),
        truth: truth(&table(good)),
        damage: Box::new(|dice| damaged(good, dice)),
    });
    let of_documents = documents.iter().enumerate().map(|(place, good)| Subject {
        name: format!("document {place}"),
        posts: good.posts.len(),
        truth: truth(&documents::undamaged(good)),
        damage: Box::new(|dice| documents::damaged(good, dice)),
    });
    let subjects: Vec<Subject> = of_tables.chain(of_documents).collect();
    assert!(subjects.iter().all(|subject| subject.truth.len() == subject.posts));
    let first: u64 = from_environment("POSTERN_DAMAGE").unwrap_or(0);
    let whole_files = (first..first + times).filter(|seed| {
        let mut dice = Dice(*seed);
        subjects[dice.roll(subjects.len())].holds(*seed, &mut dice)
    });
    let whole_files = whole_files.count() as u64;
    // Most damages leave something, and many all of it.
    assert!(whole_files > times / 4, "{whole_files} of {times}");
}
