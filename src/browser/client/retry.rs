//! Decides whether and when to retry. Pure: randomness and time are arguments.

use crate::store::retry::jitter;

/// The longest wait before the first retry, in milliseconds. It doubles with each retry, up to `LONGEST`.
const FIRST: f64 = 500.0;
const LONGEST: f64 = 8_000.0;
/// The longest `Retry-After` that is waited for, in milliseconds. If it is longer, the caller gets the error and can decide.
const MAX_RETRY_AFTER: f64 = 60_000.0;

/// The milliseconds to wait before the next attempt. `None` if there is no use in waiting.
///
/// `asked` is the time of `Retry-After`, which is the least that is waited. `chance`, from 0 to 1, is random, so that callers that
/// failed at the same moment do not retry at the same moment. `left` is the time until the call's time-out.
pub(super) fn wait(tried: u32, asked: Option<f64>, chance: f64, left: f64) -> Option<f64> {
    let usual = (FIRST * f64::from(1_u32 << tried.min(10))).min(LONGEST);
    let wait = match asked {
        Some(asked) if asked > MAX_RETRY_AFTER => return None,
        Some(asked) => asked.max(0.0) + chance * FIRST,
        None => jitter(usual, chance),
    };
    (wait < left).then_some(wait)
}

/// Parses `Retry-After`, which has seconds or a date, to milliseconds. `date` parses a date to milliseconds since 1970.
pub(super) fn parse_retry_after(header: &str, now: f64, date: impl Fn(&str) -> f64) -> Option<f64> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        return header.parse().ok().map(|seconds: u32| f64::from(seconds) * 1_000.0).or(Some(f64::INFINITY));
    }
    // A date begins with the name of a day. JavaScript parses much else as a date, such as 4.5.
    let then = if header.starts_with(|c: char| c.is_ascii_alphabetic()) { date(header) } else { f64::NAN };
    (!then.is_nan()).then(|| (then - now).max(0.0))
}
