//! The media of posts.

use super::random::Random;
use crate::platform::Network;
use crate::posts::post::line::PostLine;
use crate::posts::post::{FileType, Media, MediaType};

/// Gives a post media that are typical of its network.
pub(super) fn fill(line: &mut PostLine, random: &mut Random) {
    line.media_type = media_type(line.platform.network, random);
    line.media = line.media_type.map(|media_type| {
        let files = if media_type == MediaType::Carousel { 2 + random.zipf(1, 3) } else { 1 };
        (0..files).map(|index| file(&line.platform_post_id, index, media_type, random)).collect()
    });
}

fn media_type(network: Network, random: &mut Random) -> Option<MediaType> {
    let draw = random.below(100);
    // Percentages of an image, a video, a carousel and a reel; the rest is text only.
    let (image, video, carousel, reel) = match network {
        Network::Tiktok => (2, 90, 8, 0),
        Network::Instagram => (40, 6, 24, 30),
        Network::X => (28, 12, 6, 0),
        Network::Snapchat => (22, 78, 0, 0),
        Network::Linkedin => (38, 10, 12, 0),
    };
    match draw {
        draw if draw < image => Some(MediaType::Image),
        draw if draw < image + video => Some(MediaType::Video),
        draw if draw < image + video + carousel => Some(MediaType::Carousel),
        draw if draw < image + video + carousel + reel => Some(MediaType::Reel),
        _ => None,
    }
}

fn file(id: &str, index: u64, media_type: MediaType, random: &mut Random) -> Media {
    let is_video = match media_type {
        MediaType::Image => false,
        MediaType::Video | MediaType::Reel => true,
        MediaType::Carousel => random.chance(200),
    };
    let address = |ending: &str| format!("https://cdn.example/{}-{index}.{ending}", id.replace(':', "-"));
    let (width, height) = match random.below(4) {
        0 => (1080, 1080),
        1 => (1920, 1080),
        _ if is_video => (1080, 1920),
        _ => (1080, 1350),
    };
    Media {
        kind: if is_video { FileType::Video } else { FileType::Image },
        url: address(if is_video { "mp4" } else { "jpg" }),
        preview_url: is_video.then(|| address("jpg")),
        width: Some(width),
        height: Some(height),
        duration_ms: is_video.then(|| 3000 + random.zipf(10, 17)),
        alt_text: random.chance(150).then(|| "A picture of something by the water".to_owned()),
    }
}
