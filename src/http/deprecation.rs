//! What is deprecated in the public API, and how callers are told. Every answer to a call that uses it has `Deprecation` (RFC
//! 9745), `Sunset` (RFC 8594) and a link to what to do instead, and the log has a field.
//!
//! The table is a constant. While it is empty, none of this is compiled into the Worker.

use super::reply::Reply;
use crate::percent::decode;
use crate::time::{DAY, Timestamp, civil_from_days};

/// What is deprecated: nothing. `tests/native/deprecation.rs` checks that each row gives 12 months' notice, and that the API
/// document agrees with the table.
pub const DEPRECATED: &[Deprecation] = &[];

/// An operation, or a parameter of one, that will be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deprecation {
    /// The operation's name in the log, such as `posts/search`.
    pub route: &'static str,
    /// The deprecated query parameter. `None` if the whole operation is deprecated.
    pub parameter: Option<&'static str>,
    /// When it became deprecated.
    pub since: Timestamp,
    /// When it may be removed.
    pub sunset: Timestamp,
    /// The path of the page that says what to do instead.
    pub guide: &'static str,
}

impl Deprecation {
    /// Whether a call of this route with this query string uses it.
    fn is_used(&self, route: &str, query: &str) -> bool {
        let name =
            |pair: &str| decode(pair.split('=').next().unwrap_or_default(), true).ok().map(String::from);
        route == self.route
            && self
                .parameter
                .is_none_or(|parameter| query.split('&').any(|pair| name(pair).as_deref() == Some(parameter)))
    }

    /// The name in the log: the route, and the parameter if only that is deprecated.
    fn name(&self) -> String {
        self.parameter
            .map_or_else(|| self.route.to_owned(), |parameter| format!("{} {parameter}", self.route))
    }
}

/// Adds to the reply what the call used that is deprecated. If that is several things, the one that is removed first.
pub fn announce<T>(reply: Reply<T>, table: &'static [Deprecation], query: &str, origin: &str) -> Reply<T> {
    let route = reply.note.route;
    let used = table.iter().filter(|deprecation| deprecation.is_used(route, query));
    match used.min_by_key(|deprecation| deprecation.sunset) {
        Some(deprecation) => add_headers(reply, deprecation, origin),
        None => reply,
    }
}

fn add_headers<T>(mut reply: Reply<T>, deprecation: &Deprecation, origin: &str) -> Reply<T> {
    let link = format!("<{origin}{}>; rel=\"deprecation\"; type=\"text/html\"", deprecation.guide);
    match reply.headers.iter_mut().find(|(name, _)| *name == "Link") {
        Some((_, links)) => *links = format!("{links}, {link}"),
        None => reply.headers.push(("Link", link)),
    }
    reply.note.deprecated = Some(deprecation.name());
    reply
        .with("Deprecation", format!("@{}", deprecation.since.0.div_euclid(1000)))
        .with("Sunset", http_date(deprecation.sunset))
}

/// An instant in HTTP's format (RFC 9110), to the second.
fn http_date(at: Timestamp) -> String {
    let name = |names: &'static str, number: i64| {
        names.split(' ').nth(usize::try_from(number).unwrap_or_default()).unwrap_or_default()
    };
    let (year, month, date) = civil_from_days(at.day());
    // The first of January 1970 was a Thursday.
    let weekday = name("Thu Fri Sat Sun Mon Tue Wed", at.day().rem_euclid(7));
    let month = name("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", month - 1);
    let second = at.0.rem_euclid(DAY) / 1000;
    let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
    format!("{weekday}, {date:02} {month} {year} {hours:02}:{minutes:02}:{seconds:02} GMT")
}
