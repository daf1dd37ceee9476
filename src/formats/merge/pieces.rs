//! Posts that a tool tells in pieces, one for each file of their media.

use super::window::Window;
use crate::formats::Found;
use crate::posts::post::{Media, MediaType, post_id};

/// Posts of which some pieces have come.
#[derive(Debug)]
pub(crate) struct Pieces<T> {
    window: Window<Waiting<T>>,
    pub(crate) merged: u64,
}

#[derive(Debug)]
struct Waiting<T> {
    found: Found,
    origin: T,
    media: Vec<(u64, Vec<Media>)>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self { window: Window::default(), merged: 0 }
    }
}

impl<T> Pieces<T> {
    /// Takes in a piece. Gives the post that has waited longest, where too many do.
    pub(crate) fn take(&mut self, mut found: Found, origin: T) -> Option<(Found, T)> {
        let place = found.piece.take().unwrap_or_default();
        let id = post_id(found.post.platform.network, &found.post.platform_post_id);
        let media = found.post.media.take().unwrap_or_default();
        if let Some(waiting) = self.window.get(&id) {
            self.merged += 1;
            waiting.media.push((place, media));
            return None;
        }
        self.window.push(id, Waiting { found, origin, media: vec![(place, media)] }).map(whole)
    }

    pub(crate) fn finish(&mut self) -> Vec<(Found, T)> {
        self.window.drain().map(whole).collect()
    }
}

/// A post of its pieces: its files in their order, each once, and what they make it.
fn whole<T>(waiting: Waiting<T>) -> (Found, T) {
    let Waiting { mut found, origin, media: mut pieces } = waiting;
    pieces.sort_by_key(|(place, _)| *place);
    let mut media: Vec<Media> = Vec::new();
    for file in pieces.into_iter().flat_map(|(_, files)| files) {
        if !media.iter().any(|there| there.url == file.url) {
            media.push(file);
        }
    }
    if media.len() > 1 && found.post.media_type != Some(MediaType::Reel) {
        found.post.media_type = Some(MediaType::Carousel);
    }
    found.post.media = Some(media);
    (found, origin)
}
