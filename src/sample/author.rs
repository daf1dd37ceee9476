//! Invented authors, by rank: 0 publishes most.

use super::random::{ONE, exp2, log2, mix, nth};
use super::words::{LATIN, Script};
use crate::platform::Network;
use crate::posts::post::line::AuthorLine;

/// An author. Authors are the same for every seed, so samples of two seeds share them.
pub(super) struct Author {
    /// The rank.
    pub(super) rank: u64,
    /// The network on which the author publishes.
    pub(super) network: Network,
    /// The script in which the author usually writes.
    pub(super) script: &'static Script,
    /// The base-two logarithm of the usual number of likes, as a fixed-point number.
    pub(super) level: u64,
    hash: u64,
}

impl Author {
    pub(super) fn of_rank(rank: u64) -> Self {
        let hash = mix(rank ^ 0xa0);
        let network = match hash % 100 {
            _ if rank == 0 => Network::Instagram,
            0..30 => Network::Tiktok,
            30..58 => Network::Instagram,
            58..82 => Network::X,
            82..90 => Network::Snapchat,
            _ => Network::Linkedin,
        };
        // Authors who publish a lot have many readers, within a factor of 16.
        let level = (12 * ONE).saturating_sub(log2(rank + 1) / 2) + (hash >> 32) % (8 * ONE);
        let script = if rank == 0 { &LATIN } else { Script::for_number(rank) };
        Self { rank, network, script, level: level.saturating_sub(4 * ONE), hash }
    }

    /// An eight-letter name that no other author has. Most have something before or after it.
    pub(super) fn username(&self) -> String {
        let mut name = String::new();
        let decoration = if self.rank == 0 { 0 } else { self.hash >> 8 };
        name.push_str(nth(&["", "", "", "the.", "its_", "studio_"], decoration));
        LATIN.push_syllables(self.rank + 4099, 4, &mut name);
        name.push_str(nth(&["", "", ".daily", "_", "21", "7", ".makes", ""], decoration >> 8));
        name
    }

    /// The address of the author's page.
    pub(super) fn url(&self) -> String {
        format!("https://{}.example/{}", self.network.name(), self.username())
    }

    /// Fills in what the network reports about the author.
    pub(super) fn fill(&self, line: &mut AuthorLine) {
        let has_id = !matches!(self.network, Network::Snapchat | Network::Linkedin);
        line.id = has_id.then(|| (self.hash >> 8).to_string());
        line.display_name = Some(self.display_name());
        line.url = Some(self.url());
        line.avatar_url = (!self.hash.is_multiple_of(4))
            .then(|| format!("https://cdn.example/avatars/{:x}.jpg", self.hash >> 24));
        line.verified = (self.network != Network::Snapchat).then_some(self.level > 12 * ONE);
        let readers = exp2(self.level + 7 * ONE) - self.hash % 100;
        line.followers_count = (self.network != Network::Linkedin).then_some(readers);
    }

    fn display_name(&self) -> String {
        let mut name = String::new();
        for part in [self.hash >> 40, self.hash >> 20] {
            let start = name.len();
            self.script.push_syllables(part, 2, &mut name);
            if let Some(first) = name.get_mut(start..=start) {
                first.make_ascii_uppercase();
            }
            name.push(' ');
        }
        name.push_str(nth(&["", "", "", "🌊", "Studio", "✨"], self.hash >> 16));
        name.trim_end().to_owned()
    }
}
