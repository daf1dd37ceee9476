//! Whether and when to try again. Pure: chance and time are arguments.

use crate::store::retry::jitter;

/// The wait before the first retry, in milliseconds; it doubles with each, up to the longest.
const FIRST: f64 = 500.0;
const LONGEST: f64 = 8_000.0;
/// The longest `Retry-After` that is waited for. Past it, the caller is told and can do something better.
const LONGEST_ASKED: f64 = 60_000.0;

/// Gives the milliseconds to wait before the next try; none where waiting is of no use.
///
/// `asked` is what `Retry-After` says, which is never undercut. `chance`, from 0 to 1, spreads callers out who all
/// failed at the same moment. `left` is the time until the call is over.
pub(super) fn wait(tried: u32, asked: Option<f64>, chance: f64, left: f64) -> Option<f64> {
    let usual = (FIRST * f64::from(1_u32 << tried.min(10))).min(LONGEST);
    let wait = match asked {
        Some(asked) if asked > LONGEST_ASKED => return None,
        Some(asked) => asked.max(0.0) + chance * FIRST,
        None => jitter(usual, chance),
    };
    (wait < left).then_some(wait)
}

/// Reads `Retry-After` into milliseconds: seconds, or a date. `date` reads a date into milliseconds since 1970.
pub(super) fn asked(header: &str, now: f64, date: impl Fn(&str) -> f64) -> Option<f64> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|byte| byte.is_ascii_digit()) {
        return header.parse().ok().map(|seconds: u32| f64::from(seconds) * 1_000.0).or(Some(f64::INFINITY));
    }
    // A date begins with the name of a day. JavaScript reads dates into much else, such as 4.5.
    let then = if header.starts_with(|c: char| c.is_ascii_alphabetic()) { date(header) } else { f64::NAN };
    (!then.is_nan()).then(|| (then - now).max(0.0))
}
