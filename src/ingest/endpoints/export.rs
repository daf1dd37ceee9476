//! `GET /operator/v1/posts`
//!
//! An export goes through all posts by time, with the same plans and pages as a search. It is read under the same condition
//! of versions and slots, but is not charged.

use crate::http::body::NDJSON;
use crate::http::call::Call;
use crate::http::cursor::Position;
use crate::http::error::ApiError;
use crate::http::limit::Limit;
use crate::http::reply::{BodyPart, Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::posts::address::parse_query;
use crate::posts::lines::MAX_BYTES;
use crate::posts::page::Page;
use crate::posts::query::{Listing, PostQuery};
use crate::posts::read::{ExpensiveQueries, PageReader, TextOf};
use crate::posts::serve::{PRIMARY_AFTER, TRIES};
use crate::posts::slots::query_slots;
use crate::posts::url::posts_url;
use crate::shards::load_shard_map;
use crate::shards::memory::Memory;
use crate::store::{AsText, PRIMARY, StorageError};

/// How many posts are read at once: their documents fit into memory from every shard, even if all have the maximum length.
const AT_ONCE: u16 = 250;

/// Answers with posts as canonical lines, oldest first: as many as one import accepts.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    memory: &Memory,
) -> Result<ReplyOf<S>, ApiError> {
    let query = parse_query(Listing::Export, ["", ""], call.query)?;
    let mut lines = Lines { most: query.limit.0, ..Lines::default() };
    let mut part = query.clone();
    let next = loop {
        part.limit = Limit(lines.room().min(AT_ONCE));
        let page = read_page(service, memory, &part).await?;
        let has_more = page.has_more();
        let all_fit = lines.add(page);
        part.position = lines.end.or(part.position);
        match (all_fit, has_more) {
            (true, false) => break None,
            (true, true) if lines.room() > 0 => {}
            _ => break part.position,
        }
    };
    let mut reply = Reply::new(200).with("Content-Type", NDJSON);
    if let Some(position) = next {
        let origin = service.settings.public_origin.as_deref().unwrap_or_default();
        let cursor = query.cursor(position).encode();
        let url = posts_url(&PostQuery { position: Some(position), ..query });
        reply = reply.with("Link", format!("<{origin}{url}>; rel=\"next\"")).with("X-Next-Cursor", cursor);
    }
    reply.body.push(BodyPart::Own(lines.text));
    Ok(reply)
}

/// Lines, up to a number of lines and as many bytes as one import accepts.
#[derive(Default)]
struct Lines {
    text: String,
    count: u16,
    most: u16,
    /// The position after the last line.
    end: Option<Position>,
}

impl Lines {
    const fn room(&self) -> u16 {
        self.most - self.count
    }

    /// Adds lines while there is room. Returns whether all fitted. The first line is always added.
    fn add<T: AsText>(&mut self, page: Page<T>) -> bool {
        for (end, line) in page.into_lines() {
            if self.count > 0 && self.text.len() + line.len() >= MAX_BYTES {
                return false;
            }
            self.text.push_str(&line);
            self.text.push('\n');
            self.count += 1;
            self.end = Some(end);
        }
        true
    }
}

/// Reads a page of posts from the shards that have them, none older than acknowledged.
async fn read_page<S: Runtime>(
    service: &Service<'_, S>,
    memory: &Memory,
    query: &PostQuery,
) -> Result<Page<TextOf<S>>, ApiError> {
    let storage = service.runtime;
    let mut known = match memory.shard_map() {
        Some(shard_map) => shard_map,
        None => load_shard_map(storage).await?,
    };
    // The export's own cache: its pages must not get into the shared one.
    let expensive = ExpensiveQueries::new();
    for attempt in 0..TRIES {
        let mut shards = known.with_slots(query_slots(query));
        if attempt >= PRIMARY_AFTER {
            for shard in &mut shards {
                PRIMARY.clone_into(&mut shard.bookmark);
            }
        }
        let mut reader = PageReader { runtime: storage, expensive: &expensive, query, plan: None };
        let read = reader.read(&shards).await?;
        known = load_shard_map(storage).await?;
        if known.confirms(&read.shards_read) {
            memory.remember(&known);
            return Ok(read.page);
        }
    }
    Err(StorageError::behind().into())
}
