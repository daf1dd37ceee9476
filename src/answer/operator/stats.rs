//! `GET /operator/v1/stats`

use crate::answer::reply::Reply;
use crate::answer::{Call, ReplyOf, Service, Surroundings};
use crate::error::ApiError;
use crate::key::time_of;
use crate::platform::Network;
use crate::route::no_parameters;
use crate::sql::upkeep::{ends_by_network, ledger_check, totals};
use crate::store::{Database, Row, StorageError, required};
use crate::time::Timestamp;
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    posts: Posts,
    storage: Storage,
    ledger: Ledger,
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
    let posts = service.surroundings.batch(Database::Posts, vec![totals(), ends_by_network()]).await?;
    let [totals, ends] = posts.as_slice() else {
        return Err(StorageError::new("expected two results").into());
    };
    let totals = totals.first().ok_or_else(|| StorageError::new("no version gives totals"))?;
    let ledger = service.surroundings.rows(Database::Accounts, ledger_check()).await?;
    let sizes = Storage { accounts_bytes: ledger.size, posts_bytes: ends.size };
    let platforms = ends.rows.iter().map(|ends| platform(ends, totals)).collect::<Result<Vec<_>, _>>()?;
    let total = platforms.iter().map(|platform| platform.posts).sum();
    let check = ledger.first().ok_or_else(|| StorageError::new("a count gave no row"))?;
    let count = |column| check.integer(column).and_then(|number| required(number, column));
    let ledger = Ledger { accounts: count("accounts")?, mismatched: count("mismatched")? };
    Ok(Reply::success(200, &Data { posts: Posts { total, platforms }, storage: sizes, ledger }))
}

fn platform<R: Row>(row: &R, totals: &R) -> Result<OnPlatform, StorageError> {
    let network = required(row.integer("network")?, "network")?;
    let platform = required(Network::from_number(network), "network")?.name();
    let time = |column| -> Result<Option<Timestamp>, StorageError> {
        Ok(row.text(column)?.and_then(|key| key.parse().ok()).map(time_of))
    };
    Ok(OnPlatform {
        platform,
        posts: required(totals.integer(platform)?, platform)?,
        oldest: time("oldest")?,
        newest: time("newest")?,
    })
}
