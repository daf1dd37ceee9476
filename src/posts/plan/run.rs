//! Runs the rounds of a race.

use super::chunk::{Chunk, Round};
use super::lane::{Outcome, multiplied};
use super::race::Race;
use super::texts::{expensive_keyword, has};
use crate::posts::page::Place;
use crate::posts::query::PostQuery;
use crate::posts::statements::page;
use crate::store::{Posts, Row, Rows, StorageError, required};

/// The rows of a page, and how they were found.
#[derive(Debug)]
pub struct Answer<R> {
    /// The rows of the page and of the post after it, in any order. There may be more, of posts after these.
    pub rows: Rows<R>,
    /// The name of the access path that was the first to end, after those that led before.
    pub plan: String,
    /// What was walked, round by round.
    pub rounds: Vec<Round>,
    /// How many batches that took.
    pub batches: u64,
}

/// Finds the rows of a page.
///
/// # Errors
/// When storage does not answer.
pub async fn run<P: Posts>(posts: &P, query: &PostQuery) -> Result<Answer<P::Row>, StorageError> {
    let mut race = Race::new(query);
    let (mut read, mut micros, mut batches, mut rounds) = (0, 0, 0, Vec::new());
    loop {
        let round = race.round();
        let leading = round.leading.iter().map(|chunk| page::chunk(query, chunk)).collect();
        let mut answers = posts.query(leading).await?;
        let mut outcomes = round.chunks().map(|_| Outcome::default()).collect::<Vec<_>>();
        for (place, rows) in (0..).zip(&mut answers) {
            add_rows(core::mem::take(&mut rows.rows), query, &round, place, &mut outcomes)?;
        }
        batches += 1;
        let is_end =
            round.leading.iter().zip(&outcomes).any(|(chunk, outcome)| outcome.is_end_of(query, chunk));
        let extents: Vec<_> = round.extents().collect();
        if !is_end && !(round.following.is_empty() && extents.is_empty()) {
            let following = round.following.iter().map(|chunk| page::chunk(query, chunk));
            let extent = extents.iter().map(|(_, chunk)| page::extent(query, chunk));
            let places =
                (round.leading.len()..round.chunks().count()).chain(extents.iter().map(|(place, _)| *place));
            let mut followed = posts.query(following.chain(extent).collect()).await?;
            for (place, rows) in places.zip(&mut followed) {
                add_rows(core::mem::take(&mut rows.rows), query, &round, place, &mut outcomes)?;
            }
            batches += 1;
            answers.extend(followed);
        }
        read += answers.iter().map(|rows| rows.read).sum::<u64>();
        micros += answers.iter().map(|rows| rows.micros).sum::<u64>();
        race.add(&round, outcomes);
        rounds.push(round);
        if let Some((found, plan)) = race.answer() {
            let rows = Rows { rows: found, size: None, read, micros, is_retry: false };
            return Ok(Answer { rows, plan, rounds, batches });
        }
    }
}

/// Reads the rows of the chunk with this place.
fn add_rows<R: Row>(
    rows: Vec<R>,
    query: &PostQuery,
    round: &Round,
    place: usize,
    outcomes: &mut [Outcome<R>],
) -> Result<(), StorageError> {
    let chunk = round.chunks().nth(place).zip(outcomes.get_mut(place));
    let (chunk, outcome) = chunk.ok_or_else(|| StorageError::new("a result is of no chunk"))?;
    rows.into_iter().try_for_each(|row| add(row, query, chunk, outcome))
}

fn add<R: Row>(
    row: R,
    query: &PostQuery,
    chunk: &Chunk,
    outcome: &mut Outcome<R>,
) -> Result<(), StorageError> {
    let mark = required(row.integer("mark")?, "mark")?;
    let post_id = key(&row, "post_id")?;
    match mark {
        4 => {
            let all = post_id.unwrap_or_default().unsigned_abs();
            let reaching = key(&row, "json")?.unwrap_or_default().unsigned_abs();
            outcome.size = Some(multiplied(all, 2 * reaching + 1, 4 * page::SAMPLED + 2));
        }
        3 => outcome.ends = Some(post_id.zip(key(&row, "json")?)),
        2 => outcome.is_end = true,
        _ => {
            let post_id = required(post_id, "post_id")?;
            if mark == 1 || !chunk.is_sorted {
                let value = row.integer("walked")?.and_then(|value| u64::try_from(value).ok());
                outcome.furthest = Some(Place { value, post_id });
            }
            let keyword = expensive_keyword(query).filter(|_| chunk.reads_texts);
            if mark == 0 && keyword.map_or(Ok(true), |keyword| has(&row, keyword))? {
                outcome.matches.push((post_id, row));
            }
        }
    }
    Ok(())
}

/// The key in a column, if there is one.
fn key<R: Row>(row: &R, column: &str) -> Result<Option<i64>, StorageError> {
    let parse =
        |text: String| text.parse().map_err(|_| StorageError::new(format!("column {column} is no integer")));
    row.text(column)?.map(parse).transpose()
}
