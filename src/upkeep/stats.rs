//! `GET /operator/v1/stats`

use crate::accounts::check::Check;
use crate::accounts::statements::check::Range;
use crate::accounts::statements::mails::count_waiting;
use crate::accounts::statements::progress::progress;
use crate::http::call::Call;
use crate::http::error::ApiError;
use crate::http::parameters::no_parameters;
use crate::http::reply::{Reply, ReplyOf};
use crate::http::runtime::Runtime;
use crate::http::service::Service;
use crate::key::time_of;
use crate::payments::statements::count_unmatched;
use crate::platform::Network;
use crate::posts::statements::totals::{ends_by_network, totals};
use crate::shards::{Shard, load_shard_map};
use crate::store::at_once::at_once;
use crate::store::budget::{Budget, Plan};
use crate::store::{Database, Row, Rows, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    posts: Posts,
    storage: Storage,
    ledger: Ledger,
    payments: Payments,
    mail: Mail,
}

/// Payments that match no account.
#[derive(Serialize)]
struct Payments {
    unmatched: i64,
}

/// Mails that wait to be sent.
#[derive(Serialize)]
struct Mail {
    waiting: i64,
}

#[derive(Serialize)]
struct Posts {
    total: i64,
    platforms: Vec<PlatformPosts>,
}

#[derive(Serialize)]
struct PlatformPosts {
    platform: &'static str,
    posts: i64,
    oldest: Option<Timestamp>,
    newest: Option<Timestamp>,
}

/// The sizes of the databases in bytes; null if storage does not report them.
#[derive(Serialize)]
struct Storage {
    accounts_bytes: Option<i64>,
    posts_bytes: Option<i64>,
}

/// The result of the check of ledgers, and whether some accounts were left out.
#[derive(Serialize)]
struct Ledger {
    #[serde(flatten)]
    check: Check,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    partial: bool,
}

/// How many statements of a call check ledgers: more would take too long. The daily job has more.
const CHECKS: usize = 200;
/// How many other statements a call makes, not counting those for each shard.
const OTHERS: usize = 12;

/// Answers with statistics.
pub(crate) async fn answer<S: Runtime>(
    call: &Call<'_>,
    service: &Service<'_, S>,
    plan: Plan,
) -> Result<ReplyOf<S>, ApiError> {
    no_parameters(call.query)?;
    let storage = service.runtime;
    let shard_map = load_shard_map(storage).await?;
    let query =
        |shard: &Shard| storage.batch(Database::Posts(shard.number), vec![totals(), ends_by_network()]);
    let answers = at_once(shard_map.in_use().map(query)).await;
    let mut platforms = Network::ALL.map(PlatformPosts::none);
    let mut posts_bytes = Some(0);
    for answer in answers {
        let answer = answer?;
        let [totals, ends] = answer.as_slice() else {
            return Err(StorageError::new("expected two results").into());
        };
        posts_bytes = posts_bytes.zip(ends.size).map(|(sum, size)| sum + size);
        let totals = required(totals.first(), "version")?;
        for (platform, ends) in platforms.iter_mut().zip(&ends.rows) {
            platform.add(ends, totals)?;
        }
    }
    let counts = vec![progress(), count_unmatched(), count_waiting()];
    let counts = storage.batch(Database::Accounts, counts).await?;
    let [progress, payments, mail] = counts.as_slice() else {
        return Err(StorageError::new("expected three results").into());
    };
    let total = platforms.iter().map(|platform| platform.posts).sum();
    let count =
        |rows: &Rows<S::Row>, column| required(required(rows.first(), column)?.integer(column)?, column);
    let since = Timestamp(count(progress, "rolled_up")?).day();
    let ledger = ledger(service, plan, shard_map.in_use().count(), since).await?;
    let storage = Storage { accounts_bytes: progress.size, posts_bytes };
    let payments = Payments { unmatched: count(payments, "unmatched")? };
    let mail = Mail { waiting: count(mail, "waiting")? };
    let posts = Posts { total, platforms: platforms.into() };
    Ok(Reply::success(200, &Data { posts, storage, ledger, payments, mail }))
}

/// Checks balances against their ledgers, as far as one call can.
async fn ledger<S: Runtime>(
    service: &Service<'_, S>,
    plan: Plan,
    shards: usize,
    since: i64,
) -> Result<Ledger, StorageError> {
    let left = plan.statements().saturating_sub(2 * shards + OTHERS);
    let (mut budget, mut check) = (Budget::new(left.clamp(1, CHECKS)), Check::default());
    let stopped = check.add(service.runtime, &mut budget, Range::ALL, since).await?;
    Ok(Ledger { check, partial: stopped.is_some() })
}

impl PlatformPosts {
    const fn none(network: Network) -> Self {
        Self { platform: network.name(), posts: 0, oldest: None, newest: None }
    }

    /// Adds a shard's posts: their oldest and newest keys, whose rows are in the order of the networks, and their totals.
    fn add<R: Row>(&mut self, ends: &R, totals: &R) -> Result<(), StorageError> {
        let time = |column| -> Result<Option<Timestamp>, StorageError> {
            Ok(ends.text(column)?.and_then(|key| key.parse().ok()).map(time_of))
        };
        self.posts += required(totals.integer(self.platform)?, self.platform)?;
        self.oldest = [self.oldest, time("oldest")?].into_iter().flatten().min();
        self.newest = self.newest.max(time("newest")?);
        Ok(())
    }
}
