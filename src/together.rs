//! Waiting for several things at once.

use core::future::{Future, poll_fn};
use core::pin::Pin;
use core::task::Poll;

/// A future, and what came out of it.
type Waiting<F> = (Pin<Box<F>>, Option<<F as Future>::Output>);

/// What comes out of all of some futures, in their order. They go on side by side.
pub async fn together<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<Waiting<F>> = futures.into_iter().map(|future| (Box::pin(future), None)).collect();
    poll_fn(|context| {
        let mut is_done = true;
        for (future, output) in &mut waiting {
            if output.is_none() {
                match future.as_mut().poll(context) {
                    Poll::Ready(value) => *output = Some(value),
                    Poll::Pending => is_done = false,
                }
            }
        }
        if is_done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    waiting.into_iter().filter_map(|(_, output)| output).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    #[test]
    fn all_begin_before_one_ends_and_come_in_their_order() {
        let begun = Cell::new(0);
        let waits_for_all = |number: u32| {
            let begun = &begun;
            let mut is_new = true;
            poll_fn(move |context| {
                begun.set(begun.get() + u32::from(core::mem::take(&mut is_new)));
                context.waker().wake_by_ref();
                if begun.get() == 3 { Poll::Ready(number) } else { Poll::Pending }
            })
        };
        assert_eq!(pollster::block_on(together((0..3).map(waits_for_all))), [0, 1, 2]);
        assert!(pollster::block_on(together(Vec::<core::future::Ready<()>>::new())).is_empty());
    }
}
