//! Runs the rounds of a race.

use super::chunk::{Chunk, Round};
use super::expand::expand;
use super::lane::{Extent, Outcome};
use super::race::Race;
use super::texts::{expensive_keyword, has};
use crate::posts::page::Place;
use crate::posts::param::Order;
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
    /// What was walked, batch by batch.
    pub rounds: Vec<Round>,
    /// How often the database was asked: once in each round, and before them for the words of prefixes.
    pub batches: usize,
}

/// The most rounds of a race. Allowances at least double in every second one, so by then every index has come to its end, unless
/// storage leaves out rows.
const MAX_ROUNDS: usize = 40;

/// Finds the rows of a page.
///
/// # Errors
/// When storage does not answer, or leaves out rows.
pub async fn run<P: Posts>(posts: &P, query: &PostQuery) -> Result<Answer<P::Row>, StorageError> {
    let expanded = expand(posts, query).await?;
    let index_query = expanded.as_ref().map_or(query, |expanded| &expanded.query);
    let (mut read, mut micros) =
        expanded.as_ref().map_or((0, 0), |expanded| (expanded.read, expanded.micros));
    let mut race = Race::new(index_query);
    let mut rounds = Vec::new();
    while rounds.len() < MAX_ROUNDS {
        let round = race.round();
        let chunks = round.chunks.iter().map(|chunk| page::chunk(index_query, chunk));
        let extents = round.extents.iter().map(|chunk| page::extent(index_query, chunk));
        let mut answers = posts.query(chunks.chain(extents).collect()).await?;
        read += answers.iter().map(|rows| rows.read).sum::<u64>();
        micros += answers.iter().map(|rows| rows.micros).sum::<u64>();
        let extents = answers.split_off(round.chunks.len());
        let outcomes =
            answers.into_iter().zip(&round.chunks).map(|(rows, chunk)| outcome(rows, query, chunk));
        let extents = extents.iter().map(extent);
        let outcomes = outcomes.collect::<Result<_, _>>()?;
        race.add(&round, outcomes, &extents.collect::<Result<Vec<_>, _>>()?);
        rounds.push(round);
        if let Some((found, plan)) = race.answer() {
            let rows = Rows { rows: found, size: None, read, micros, is_retry: false };
            let batches = rounds.len() + usize::from(expanded.is_some());
            return Ok(Answer { rows, plan, rounds, batches });
        }
    }
    Err(StorageError::new(format!("no access path came to an end in {MAX_ROUNDS} rounds")))
}

/// What the rows of a chunk say.
fn outcome<R: Row>(rows: Rows<R>, query: &PostQuery, chunk: &Chunk) -> Result<Outcome<R>, StorageError> {
    let mut outcome = Outcome::default();
    rows.rows.into_iter().try_for_each(|row| add(row, query, chunk, &mut outcome))?;
    Ok(outcome)
}

fn add<R: Row>(
    row: R,
    query: &PostQuery,
    chunk: &Chunk,
    outcome: &mut Outcome<R>,
) -> Result<(), StorageError> {
    let mark = required(row.integer("mark")?, "mark")?;
    if mark == 2 {
        outcome.is_end = true;
        return Ok(());
    }
    let post_id = required(key(&row, "post_id")?, "post_id")?;
    let value = row.integer("walked")?.and_then(|value| u64::try_from(value).ok());
    let place = Place { value, post_id };
    // Sorted posts come out when all of the chunk is walked, so the furthest one has been passed as well.
    if !chunk.is_sorted || outcome.furthest.is_none_or(|furthest| is_further(chunk, place, furthest)) {
        outcome.furthest = Some(place);
    }
    let keyword = if chunk.reads_texts { expensive_keyword(query) } else { None };
    if mark == 0 && keyword.map_or(Ok(true), |keyword| has(&row, keyword))? {
        outcome.matches.push((post_id, row));
    }
    Ok(())
}

/// Whether a place is further on a walk than another. No walk whose posts are sorted comes to unknown counts.
fn is_further(chunk: &Chunk, place: Place, other: Place) -> bool {
    let [place, other] = [place, other].map(|place| (place.value, place.post_id));
    if chunk.order == Order::Desc { place < other } else { place > other }
}

/// How far a set reaches.
fn extent<R: Row>(rows: &Rows<R>) -> Result<Extent, StorageError> {
    let row = required(rows.first(), "extent")?;
    let ends = key(row, "first")?.zip(key(row, "second")?);
    let number = |column: &str| Ok(row.integer(column)?.and_then(|number| u64::try_from(number).ok()));
    Ok(Extent { ends, size: number("size")?, likely: number("likely")?, all: number("total")? })
}

/// The key in a column, if there is one.
fn key<R: Row>(row: &R, column: &str) -> Result<Option<i64>, StorageError> {
    let parse =
        |text: String| text.parse().map_err(|_| StorageError::new(format!("column {column} is no integer")));
    row.text(column)?.map(parse).transpose()
}
