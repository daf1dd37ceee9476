//! Asking several databases at once.

use core::future::Future;
use futures_util::FutureExt as _;
use futures_util::future::{LocalBoxFuture, join_all};

/// Does all this work at the same time, and returns what came of each, in order. Whatever the work is, it is run by the same code:
/// [`join_all`] itself would be compiled for each kind, which was a hundredth of the Worker's size.
pub(crate) async fn at_once<T>(work: impl IntoIterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let work: Vec<_> = work.into_iter().collect();
    let mut results: Vec<Option<T>> = work.iter().map(|_| None).collect();
    let tasks = work.into_iter().zip(&mut results);
    run(tasks.map(|(one, result)| async move { *result = Some(one.await) }.boxed_local()).collect()).await;
    results.into_iter().flatten().collect()
}

async fn run(tasks: Vec<LocalBoxFuture<'_, ()>>) {
    join_all(tasks).await;
}
