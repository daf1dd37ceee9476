//! What the chunks of a page cost, in rows as D1 counts them: computed from the posts, not from what a plan says of itself.
//!
//! A chunk reads a row for each step, one for each narrow row that is joined, one for each hashtag that is found by key, and one
//! for each row that comes out; posts that come out sorted are counted twice.

use crate::ways::Model;
use postern::http::cursor::Position;
use postern::key::first_at;
use postern::posts::param::{Order, Sort};
use postern::posts::plan::{AccessPath, Answer, Chunk, Round, Set};
use postern::posts::statements::page::{SAMPLED, places};
use postern::posts::statements::vocabulary::WORDS_A_ROW;

/// The rows of a whole answer, with a row a batch for the version of the posts.
pub(crate) fn rows<R>(model: &Model<'_>, answer: &Answer<R>) -> u64 {
    words(model) + answer.rounds.iter().map(|round| 1 + of_round(model, round)).sum::<u64>()
}

/// Looking up the words of prefixes: the step that starts, one for each row of words, and one that finds no more.
fn words(model: &Model<'_>) -> u64 {
    let keyword = model.query.filters.keyword();
    let prefixes = keyword.map_or(Vec::new(), |keyword| keyword.parsed.expandable());
    let rows = prefixes.iter().map(|prefix| model.posts.words_with(prefix) / WORDS_A_ROW as u64 + 2);
    rows.sum::<u64>() + u64::from(!prefixes.is_empty())
}

fn of_round(model: &Model<'_>, round: &Round) -> u64 {
    let walked: u64 = round.chunks.iter().map(|chunk| of_chunk(model, chunk)).sum();
    walked + round.extents.iter().map(|chunk| extent(model, chunk)).sum::<u64>()
}

/// The first and the last key of a set, in each of its ranges, and the numbers of posts that tell its size; or that of all posts, and a
/// sample. Nothing counts what the full-text index says.
fn extent(model: &Model<'_>, chunk: &Chunk) -> u64 {
    let filters = &model.query.filters;
    let set = match chunk.path {
        AccessPath::Count(count) if filters.minimum(count).is_some() => return 1 + 2 * SAMPLED,
        AccessPath::Count(_) => return 1,
        AccessPath::Set(set) => set,
    };
    let ends = match chunk.path.measured(model.query) {
        Set::Keyword => 0,
        measured => 2 * AccessPath::Set(measured).range_count(model.query),
    };
    let totals = match set {
        Set::Type => u64::from(filters.media_types().is_none()),
        set if set.is_postings() && filters.platforms().is_some() => 2,
        _ => 0,
    };
    ends + totals
}

fn of_chunk(model: &Model<'_>, chunk: &Chunk) -> u64 {
    let (mut rows, mut steps, mut out, mut passing) = (chunk.path.start_cost(model.query), 0, 0, 0);
    let step_rows = 1 + u64::from(chunk.path.is_merged(model.query));
    for post in walk(model, chunk) {
        if steps == chunk.steps || !chunk.is_sorted && out == chunk.rows {
            break;
        }
        steps += 1;
        let (passes, read) = model.chunk_step(chunk, post);
        rows += step_rows + read;
        let is_place = model.posts.all[post].key.unsigned_abs().is_multiple_of(places(chunk.steps));
        if passes || is_place {
            out += 1;
            passing += u64::from(passes);
            rows += u64::from(!passes || !chunk.is_sorted);
        }
    }
    if chunk.is_sorted {
        rows += 2 * passing.min(chunk.rows) + 1;
    }
    rows
}

/// The posts that a chunk's walk comes to.
fn walk<'a>(model: &'a Model<'_>, chunk: &'a Chunk) -> impl Iterator<Item = usize> + 'a {
    let sort = match chunk.path {
        AccessPath::Set(_) => Sort::PublishedAt,
        AccessPath::Count(count) => Sort::Count(count),
    };
    let is_further =
        |one: i64, other: i64| if chunk.order == Order::Desc { one < other } else { one > other };
    let is_in_walk = move |post: usize| {
        let key = model.posts.all[post].key;
        let is_after = chunk.after.is_none_or(|after| {
            let place = model.posts.all[post].place(sort);
            crate::sampled::compare(chunk.order, &(after.value, after.post_id), &place).is_lt()
        });
        let is_own = chunk.path.set() == Set::Time
            || match chunk.path {
                AccessPath::Count(count) => {
                    model.query.filters.minimum(count).is_none() || model.is_of(Set::Reaching(count), post)
                }
                AccessPath::Set(set) => model.is_of(set, post),
            };
        let is_in_range = match (chunk.path, model.query.position) {
            (AccessPath::Set(_), Some(Position::Time { post_id })) => {
                model.range[post] && is_further(key, post_id)
            }
            (AccessPath::Set(_), _) => model.range[post],
            // Of unknown counts, and of those equal to the last page's last one, the range of time is a range of the index.
            (AccessPath::Count(_), position) => {
                let value = model.posts.all[post].place(sort).0;
                let tie = chunk.after.map(|after| after.value).or(match position {
                    Some(Position::Count { count, .. }) if chunk.path.is_in_order(model.query) => Some(count),
                    _ => None,
                });
                let is_one_count = value.is_none() || tie == Some(value);
                (!is_one_count || is_within(model, post))
                    && (!chunk.path.is_in_order(model.query) || model.posts.is_after(post, model.query))
            }
        };
        let is_until = chunk.until.is_none_or(|until| !is_further(key, until));
        is_after && is_own && is_in_range && is_until
    };
    let posts = model.posts.in_order(sort, chunk.order).into_iter().filter(move |post| is_in_walk(*post));
    posts.flat_map(|post| {
        let times = match chunk.path {
            AccessPath::Set(set) => model.times(set, post),
            AccessPath::Count(_) => 1,
        };
        (0..times).map(move |_| post)
    })
}

fn is_within(model: &Model<'_>, post: usize) -> bool {
    let key = model.posts.all[post].key;
    let query = model.query;
    query.from.is_none_or(|from| key >= first_at(from))
        && query.to_exclusive.is_none_or(|to| key < first_at(to))
}
