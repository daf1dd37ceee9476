//! `GET /operator/v1/stats`

use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::key::time_of;
use crate::placement::{Shard, layout};
use crate::platform::Network;
use crate::route::no_parameters;
use crate::sql::mails::count_waiting;
use crate::sql::payments::count_unmatched;
use crate::sql::upkeep::{ALL, ends_by_network, ledger_check, totals};
use crate::store::{Database, Row, Rows, StorageError, required};
use crate::time::Timestamp;
use crate::together::together;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    posts: Posts,
    storage: Storage,
    ledger: Ledger,
    payments: Payments,
    mail: Mail,
}

/// How many payments fit no account.
#[derive(Serialize)]
struct Payments {
    unmatched: i64,
}

/// How many mails wait to be sent.
#[derive(Serialize)]
struct Mail {
    waiting: i64,
}

#[derive(Serialize)]
struct Posts {
    total: i64,
    platforms: Vec<OnPlatform>,
}

#[derive(Serialize)]
struct OnPlatform {
    platform: &'static str,
    posts: i64,
    oldest: Option<Timestamp>,
    newest: Option<Timestamp>,
}

/// Bytes that the databases take; null where storage does not say.
#[derive(Serialize)]
struct Storage {
    accounts_bytes: Option<i64>,
    posts_bytes: Option<i64>,
}

/// How many accounts there are, and in how many the balance is not the sum of the ledger.
#[derive(Serialize)]
struct Ledger {
    accounts: i64,
    mismatched: i64,
}

/// Says what there is.
pub(super) async fn answer<S: Surroundings>(
    call: &Call<'_>,
    service: &Service<'_, S>,
) -> Result<ReplyOf<S>, ApiError> {
    no_parameters(call.query)?;
    let storage = service.surroundings;
    let layout = layout(storage).await?;
    let ask = |shard: &Shard| storage.batch(Database::Posts(shard.number), vec![totals(), ends_by_network()]);
    let answers = together(layout.in_use().map(ask)).await;
    let mut platforms = Network::ALL.map(OnPlatform::none);
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
    let counts = vec![ledger_check(0, ALL), count_unmatched(), count_waiting()];
    let counts = storage.batch(Database::Accounts, counts).await?;
    let [ledger, payments, mail] = counts.as_slice() else {
        return Err(StorageError::new("expected three results").into());
    };
    let storage = Storage { accounts_bytes: ledger.size, posts_bytes };
    let total = platforms.iter().map(|platform| platform.posts).sum();
    let count =
        |rows: &Rows<S::Row>, column| required(required(rows.first(), column)?.integer(column)?, column);
    let ledger = Ledger { accounts: count(ledger, "accounts")?, mismatched: count(ledger, "mismatched")? };
    let payments = Payments { unmatched: count(payments, "unmatched")? };
    let mail = Mail { waiting: count(mail, "waiting")? };
    let posts = Posts { total, platforms: platforms.into() };
    Ok(Reply::success(200, &Data { posts, storage, ledger, payments, mail }))
}

impl OnPlatform {
    const fn none(network: Network) -> Self {
        Self { platform: network.name(), posts: 0, oldest: None, newest: None }
    }

    /// Adds a shard's posts: their ends, whose rows are in the order of the networks, and their totals.
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
