//! Ids that contain the time of their creation.

use crate::time::Timestamp;

/// The time in the id of a post on X, exact to the millisecond. `None` for old ids, which carry no time.
pub fn x(id: &str) -> Option<Timestamp> {
    let id: u64 = id.parse().ok().filter(|id| *id >= 30_000_000_000)?;
    Some(Timestamp(i64::try_from(id >> 22).ok()? + 1_288_834_974_657))
}

/// The time of the upload in the id of a post on TikTok, exact to the second. Posts that were drafts are published later.
pub fn tiktok(id: &str) -> Option<Timestamp> {
    let id: u64 = id.parse().ok()?;
    Some(Timestamp(i64::try_from(id >> 32).ok().filter(|seconds| *seconds > 0)? * 1000))
}

/// The time in the id of a share, post or activity on LinkedIn, exact to the millisecond. `None` for numbers that carry no time.
pub fn linkedin(id: &str) -> Option<Timestamp> {
    let id: u64 = id.parse().ok()?;
    Some(Timestamp(i64::try_from(id >> 22).ok().filter(|millis| *millis > 1_000_000_000_000)?))
}

/// The time at which a post's first file was uploaded to Instagram. This is up to seconds before the post, or days before a
/// scheduled post. Only for the ids of Instagram's own pages, not those of the Graph API.
pub fn instagram(pk: &str) -> Option<Timestamp> {
    let pk: u64 = pk.parse().ok().filter(|pk| *pk >= 1 << 32)?;
    Some(Timestamp(i64::try_from(pk >> 23).ok()? + 1_314_220_021_721))
}

const SHORT: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How much longer the code of a private post is.
const PRIVATE: usize = 28;

/// Converts the code in the address of a post on Instagram to its number.
pub fn instagram_pk(code: &str) -> Option<u64> {
    let code = if code.len() > PRIVATE { code.get(..code.len() - PRIVATE)? } else { code };
    if code.is_empty() || code.len() > 11 {
        return None;
    }
    code.bytes().try_fold(0_u64, |number, byte| {
        let digit = SHORT.iter().position(|char| *char == byte)?;
        number.checked_mul(64)?.checked_add(u64::try_from(digit).ok()?)
    })
}

/// Converts the number of a post on Instagram to the code in its address.
pub fn instagram_code(pk: u64) -> String {
    let (mut code, mut rest) = (Vec::new(), pk);
    while rest > 0 {
        code.extend(usize::try_from(rest % 64).ok().and_then(|digit| SHORT.get(digit)));
        rest /= 64;
    }
    code.reverse();
    String::from_utf8(code).unwrap_or_default()
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

    #[test]
    fn ids_of_linkedin_carry_milliseconds() {
        assert_eq!(printed(linkedin("7300000000000000000")), Some("2025-02-25T03:53:47.441Z".into()));
        assert_eq!(linkedin("17"), None);
    }

    #[test]
    fn codes_and_numbers_of_instagram_are_converted_both_ways() {
        assert_eq!(instagram_pk("DciM41sD_3r"), Some(3_972_794_503_790_591_467));
        assert_eq!(instagram_code(3_972_794_503_790_591_467), "DciM41sD_3r");
        assert_eq!(instagram_code(2_466_077_356_296_318_741), "CI5REoqrS8V");
        let private = format!("CI5REoqrS8V{}", "x".repeat(28));
        assert_eq!(instagram_pk(&private), Some(2_466_077_356_296_318_741));
        for damaged in ["", "CI5REoqrS8Vx", "CI5RE qrS8V", "___________x"] {
            assert_eq!(instagram_pk(damaged), None, "{damaged}");
        }
        assert_eq!(printed(instagram("2466077356296318741")), Some("2020-12-17T10:02:31.342Z".into()));
    }
}
