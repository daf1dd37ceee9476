//! Ids that carry the time at which they were made.

use crate::time::Timestamp;

/// The time of a post's id on X, exact to the millisecond. `None` for ids from before they carried one.
pub fn x(id: &str) -> Option<Timestamp> {
    let id: u64 = id.parse().ok().filter(|id| *id >= 30_000_000_000)?;
    Some(Timestamp(i64::try_from(id >> 22).ok()? + 1_288_834_974_657))
}

/// The time of an upload's id on TikTok, to the second; posts that waited as a draft are later.
pub fn tiktok(id: &str) -> Option<Timestamp> {
    let id: u64 = id.parse().ok()?;
    Some(Timestamp(i64::try_from(id >> 32).ok().filter(|seconds| *seconds > 0)? * 1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(time: Option<Timestamp>) -> Option<String> {
        time.map(|time| time.to_string())
    }

    #[test]
    fn ids_of_x_carry_milliseconds() {
        assert_eq!(printed(x("1800000000000000000")), Some("2024-06-10T03:00:17.039Z".into()));
        assert_eq!(x("20000000000"), None);
        assert_eq!(x("no number"), None);
        assert_eq!(x("18446744073709551616"), None);
    }

    #[test]
    fn ids_of_tiktok_carry_seconds() {
        assert_eq!(printed(tiktok("7300000000000000000")), Some("2023-11-11T00:48:18.000Z".into()));
        assert_eq!(tiktok("1"), None);
    }
}
