//! Counts the results of a file's elements, and warns if they are doubtful.

use crate::formats::{Format, Found, Settings, canonical, linkedin, mapped, snapchat, tiktok, x};
use std::collections::BTreeSet;

/// How many unused keys a warning names.
const NAMED: usize = 6;

/// The results of a file's elements.
#[derive(Debug, Default)]
pub(crate) struct FileCounts {
    posts: u64,
    /// Posts with neither text nor media.
    bare: u64,
    /// Elements that were skipped or refused.
    pub(crate) skipped_or_refused: u64,
    /// Keys in the source of the bare posts that no field used.
    unused: BTreeSet<String>,
}

impl FileCounts {
    pub(crate) fn add(&mut self, found: &Found) {
        self.posts += 1;
        if found.is_bare() && !found.counts_only {
            self.bare += 1;
            let room = NAMED.saturating_sub(self.unused.len());
            self.unused.extend(found.unused.iter().take(room).cloned());
        }
    }

    /// Whether the file had no elements.
    pub(crate) const fn is_empty(&self) -> bool {
        self.posts == 0 && self.skipped_or_refused == 0
    }

    /// Whether it had posts.
    pub(crate) const fn has_posts(&self) -> bool {
        self.posts > 0
    }

    /// A warning if most posts have neither text nor media, although posts of this format usually do.
    pub(crate) fn doubt(&self, format: &Format, settings: &Settings) -> Option<String> {
        let Self { posts, bare, .. } = *self;
        if bare * 2 <= posts || may_be_bare(format, settings) {
            return None;
        }
        let keys: Vec<&str> = self.unused.iter().map(String::as_str).collect();
        let unused = if keys.is_empty() { String::new() } else { format!("; not used: {}", keys.join(", ")) };
        Some(format!(
            "{bare} of {posts} posts have neither text nor media, but posts of {format} usually do: is this the output of \
             another tool? --map reads any table or list{unused}"
        ))
    }
}

/// Whether posts of a format may have neither text nor media.
fn may_be_bare(format: &Format, settings: &Settings) -> bool {
    let without = [
        &canonical::FORMAT,
        &linkedin::analytics::FORMAT,
        &x::tables::ANALYTICS,
        &snapchat::export::FORMAT,
        &tiktok::export::FORMAT,
    ];
    without.contains(&format) || format == &mapped::FORMAT && !settings.mapping.has_content()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::instagram;
    use crate::formats::tests::settings;
    use crate::platform::Network;
    use crate::posts::post::line::PostLine;
    use crate::time::Timestamp;

    #[test]
    fn a_file_whose_posts_are_mostly_bare_is_doubtful() {
        let mut bare: Found = PostLine::new(Network::X, "1".into(), "a".into(), Timestamp(0)).into();
        bare.unused = vec!["caption_text".into()];
        let mut full = bare.clone();
        full.post.content = Some("Soup".into());
        let mut counts = FileCounts::default();
        counts.add(&full);
        counts.add(&bare);
        let doubt = |counts: &FileCounts, format| counts.doubt(format, &settings());
        assert_eq!(doubt(&counts, &instagram::item::FORMAT), None);
        counts.add(&bare);
        let text = doubt(&counts, &instagram::item::FORMAT).unwrap();
        assert!(text.starts_with("2 of 3 posts") && text.ends_with("not used: caption_text"), "{text}");
        assert_eq!(doubt(&counts, &tiktok::export::FORMAT), None);
        let mut counts = FileCounts::default();
        counts.add(&Found { counts_only: true, ..bare });
        assert_eq!(doubt(&counts, &linkedin::api::FORMAT), None);
    }
}
