//! Ids in the form of each network, so that code which reads a time or a kind from an id finds one.

use super::random::mix;
use crate::platform::Network;

/// The id of a post. The first four million ids of a seed are distinct, and nearly all beyond that.
pub(super) fn post(network: Network, published_at: i64, seed: u64, number: u64) -> String {
    let millis = published_at.unsigned_abs();
    let salt = number.wrapping_mul(0x9e37_79b1).wrapping_add(mix(seed));
    let with_salt = |time: u64, bits: u64| (time << bits) | (salt % (1 << bits));
    match network {
        Network::X => with_salt(millis - 1_288_834_974_657, 22).to_string(),
        Network::Tiktok => with_salt(millis / 1000, 32).to_string(),
        Network::Instagram => shortcode(with_salt(millis - 1_314_220_021_721, 23)),
        Network::Linkedin => {
            let kind = if mix(salt).is_multiple_of(3) { "share" } else { "activity" };
            format!("{kind}:{}", with_salt(millis, 22))
        }
        Network::Snapchat => {
            let own = mix(mix(seed) ^ number);
            format!("W7_{own:016x}{:016x}{:016x}", mix(own ^ 1), mix(own ^ 2))
        }
    }
}

/// A number in the base-64 digits of Instagram's addresses.
fn shortcode(number: u64) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digit = |place: u64| {
        let index = usize::try_from(number >> (6 * place) & 63).unwrap_or_default();
        char::from(DIGITS.get(index).copied().unwrap_or(b'A'))
    };
    (0..11).rev().map(digit).collect::<String>().trim_start_matches('A').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_750_000_000_000;

    #[test]
    fn ids_carry_their_time() {
        let x: u64 = post(Network::X, NOON, 1, 2).parse().unwrap();
        assert_eq!((x >> 22) + 1_288_834_974_657, NOON.unsigned_abs());
        let tiktok: u64 = post(Network::Tiktok, NOON, 1, 2).parse().unwrap();
        assert_eq!(tiktok >> 32, 1_750_000_000);
        let linkedin = post(Network::Linkedin, NOON, 1, 2);
        let (_, urn) = linkedin.split_once(':').unwrap();
        assert_eq!(urn.parse::<u64>().unwrap() >> 22, NOON.unsigned_abs());
    }

    #[test]
    fn shortcodes_are_numbers_in_base_64() {
        assert_eq!(shortcode(1), "B");
        assert_eq!(shortcode(64 * 64 + 63), "BA_");
        assert_eq!(post(Network::Instagram, NOON, 1, 2).len(), 11);
    }
}
