//! Counts of likes, views and so on, with heavy tails that follow the author. A count is null where the network does not
//! report it.

use super::author::Author;
use super::random::{ONE, Random, exp2};
use crate::platform::Network;
use crate::posts::post::MediaType;
use crate::posts::post::line::PostLine;

/// Gives a post its counts. For one in thirty, likes are approximate.
pub(super) fn fill(line: &mut PostLine, author: &Author, random: &mut Random) {
    let network = line.platform.network;
    let level = author.level + random.bell(12);
    let is_watched = matches!(line.media_type, Some(MediaType::Video | MediaType::Reel));
    line.likes_count = count(network != Network::Snapchat || random.chance(300), level, 6, random);
    line.comments_count = count(true, level, 10, random);
    line.views_count = count(has_views(network, is_watched), level + 5 * ONE, 6, random);
    line.shares_count = count(network != Network::Instagram, level, 11, random);
    line.saves_count = count(matches!(network, Network::Tiktok | Network::X), level, 10, random);
    if random.below(30) == 0 {
        line.likes_count = line.likes_count.map(rounded);
        line.approximate = line.likes_count.map(|_| vec!["likes_count".into()]);
    }
}

const fn has_views(network: Network, is_watched: bool) -> bool {
    match network {
        Network::Instagram | Network::Linkedin => is_watched,
        _ => true,
    }
}

/// A count some powers of two below a level; none if it is not reported. 3 in 100 are missing for no reason.
fn count(is_given: bool, level: u64, below: u64, random: &mut Random) -> Option<u64> {
    let power = (level + random.bell(4)).saturating_sub(below * ONE);
    (is_given && !random.chance(30)).then(|| exp2(power) - 1)
}

/// The first two digits of a number, as in "1.2K".
fn rounded(count: u64) -> u64 {
    let unit = 10_u64.pow(count.max(1).ilog10().saturating_sub(1));
    count / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_are_kept() {
        assert_eq!([0, 7, 99, 101, 1_299, 45_678].map(rounded), [0, 7, 99, 100, 1_200, 45_000]);
    }
}
