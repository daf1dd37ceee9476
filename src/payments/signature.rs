//! The header `Stripe-Signature`: `t=`, the time of signing in seconds since 1970, and one `v1=` for each valid secret.
//! That is the HMAC-SHA-256 of these seconds, a dot and the body.

use crate::time::Timestamp;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// How far the clocks of both sides may differ, in seconds.
const TOLERANCE: i64 = 300;

/// Whether a header has a valid signature of the body under one of the secrets, made about now.
pub fn verify(header: &str, body: &[u8], secrets: &[String], now: Timestamp) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let Some((_, time)) = parts().find(|(name, _)| *name == "t") else { return false };
    let is_recent = |seconds: i64| (now.0.div_euclid(1000)).abs_diff(seconds) <= TOLERANCE.unsigned_abs();
    let given = || {
        parts().filter(|(name, _)| *name == "v1").filter_map(|(_, hex)| base16ct::mixed::decode_vec(hex).ok())
    };
    time.parse().is_ok_and(is_recent)
        && secrets.iter().any(|secret| {
            let mac = mac(secret, time, body);
            // The comparison takes constant time.
            mac.is_some_and(|mac| given().any(|given| mac.clone().verify_slice(&given).is_ok()))
        })
}

/// Creates the header for a body as Stripe would, for test payments.
pub fn sign(secret: &str, body: &[u8], now: Timestamp) -> Option<String> {
    let time = now.0.div_euclid(1000).to_string();
    let mac = mac(secret, &time, body)?.finalize().into_bytes();
    Some(format!("t={time},v1={}", crate::encoding::hex(&mac)))
}

fn mac(secret: &str, time: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    crate::mac::mac(secret.as_bytes(), &[time.as_bytes(), b".", body])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_772_388_245_999);

    fn secrets() -> [String; 2] {
        ["whsec_one", "whsec_two"].map(str::to_owned)
    }

    #[test]
    fn the_form_of_a_signature_never_changes() {
        let header = sign("whsec_one", b"{}", NOW).unwrap();
        assert_eq!(
            header,
            "t=1772388245,v1=9c525133c972fb8e1e75b7bb9f5957dfd5151eeb68019cc1f456a77a6c59f534"
        );
    }

    #[test]
    fn any_signature_under_any_secret_is_enough() {
        for secret in &secrets() {
            let header = sign(secret, b"{}", NOW).unwrap();
            assert!(verify(&header, b"{}", &secrets(), NOW));
            let (time, signature) = header.split_once(',').unwrap();
            let more = format!("v0=00,{signature},v1=ff,v1=zz, {time}");
            assert!(verify(&more, b"{}", &secrets(), NOW), "{more}");
        }
        let first = sign("whsec_one", b"{}", NOW).unwrap();
        let other = format!("t=1772388245,v1={},{}", "00".repeat(32), first.split_once(',').unwrap().1);
        assert!(verify(&other, b"{}", &secrets(), NOW));
    }

    #[test]
    fn clocks_may_differ_by_five_minutes() {
        let header = sign("whsec_one", b"{}", NOW).unwrap();
        for (seconds, taken) in [(-301, false), (-300, true), (0, true), (300, true), (301, false)] {
            let now = Timestamp(NOW.0 + seconds * 1000);
            assert_eq!(verify(&header, b"{}", &secrets(), now), taken, "{seconds}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        let good = sign("whsec_one", b"{}", NOW).unwrap();
        let signature = good.split_once("v1=").unwrap().1;
        assert!(!verify(&good, b"{} ", &secrets(), NOW));
        assert!(!verify(&good, b"{}", &secrets()[1..], NOW));
        assert!(!verify(&good, b"{}", &[], NOW));
        for header in [
            String::new(),
            "t=1772388245".into(),
            format!("v1={signature}"),
            format!("t=1772388244,v1={signature}"),
            format!("t=1772388245,v0={signature}"),
            format!("t=1772388245,v1={}", &signature[..62]),
            format!("t=1772388245,v1={signature}00"),
            format!("t=,v1={signature}"),
            format!("t=9223372036854775808,v1={signature}"),
            format!("t=-9223372036854775808,v1={signature}"),
        ] {
            assert!(!verify(&header, b"{}", &secrets(), NOW), "{header}");
        }
    }
}
