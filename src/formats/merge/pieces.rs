//! Posts that a tool splits into pieces, one for each media file.

use super::window::Window;
use crate::formats::Found;
use crate::posts::post::{Media, MediaType, post_id};

/// Posts for which some pieces have arrived.
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
    /// Adds a piece. Returns the post that has waited longest if too many are waiting.
    pub(crate) fn add(&mut self, mut found: Found, origin: T) -> Option<(Found, T)> {
        let place = found.piece.take().unwrap_or_default();
        let id = post_id(found.post.platform.network, &found.post.platform_post_id);
        let media = found.post.media.take().unwrap_or_default();
        if let Some(waiting) = self.window.get(&id) {
            self.merged += 1;
            waiting.media.push((place, media));
            return None;
        }
        self.window.push(id, Waiting { found, origin, media: vec![(place, media)] }).map(joined)
    }

    pub(crate) fn finish(&mut self) -> Vec<(Found, T)> {
        self.window.drain().map(joined).collect()
    }
}

/// Joins the pieces of a post: its media files in order without duplicates, and the media type that follows from them.
fn joined<T>(waiting: Waiting<T>) -> (Found, T) {
    let Waiting { mut found, origin, media: mut pieces } = waiting;
    pieces.sort_by_key(|(place, _)| *place);
    let mut media: Vec<Media> = Vec::new();
    for file in pieces.into_iter().flat_map(|(_, files)| files) {
        if !media.iter().any(|known| known.url == file.url) {
            media.push(file);
        }
    }
    if media.len() > 1 && found.post.media_type != Some(MediaType::Reel) {
        found.post.media_type = Some(MediaType::Carousel);
    }
    found.post.media = Some(media);
    (found, origin)
}
