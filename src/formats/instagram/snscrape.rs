//! Instagram posts of snscrape.

use super::{author, code_in, file, is_reel, new_post, page_or, published};
use crate::formats::fill::Counts;
use crate::formats::{ImportError, Outcome, Settings, author_or, json};
use crate::posts::post::{FileType, Media, MediaType};
use serde_json::Value;

/// Converts one post.
///
/// # Errors
/// When it has no code, no author or no time.
pub fn convert(line: &Value, settings: &Settings) -> Outcome {
    let url = json::dig(line, "url");
    let code = code_in(url).ok_or_else(|| ImportError::no_id("url"))?;
    let time = published(json::dig(line, "date"), &code, settings, "date")?;
    let author = author(json::dig(line, "username"), &Value::Null, &Value::Null);
    let mut post = new_post(code, author_or(author, settings)?, time, settings);
    post.url = Some(page_or(url, &post.platform_post_id));
    post.content = json::dig(line, "content").as_str().map(json::unix_lines);
    let is_video = json::flag(json::dig(line, "isVideo")) == Some(true);
    post.media_type = Some(match is_video {
        true if is_reel(url) => MediaType::Reel,
        true => MediaType::Video,
        false => MediaType::Image,
    });
    // For a video, the source has only the preview picture, which is not a media file of the post.
    let picture = file(&Value::Null, json::first(line, &["displayUrl", "thumbnailUrl"]));
    let is_file = |file: &Media| file.kind == FileType::Image && !is_video;
    post.media = Some(picture.filter(is_file).into_iter().collect());
    Counts { likes: json::dig(line, "likes"), comments: json::dig(line, "comments"), ..Counts::default() }
        .fill(&mut post);
    Ok(post.into())
}

#[cfg(test)]
mod tests {
    use crate::formats::tests::{posts, settings};
    use crate::posts::post::MediaType;
    use serde_json::json;

    #[test]
    fn posts_are_converted() {
        let line = json!({
            "_type": "snscrape.modules.instagram.InstagramPost", "url": "https://www.instagram.com/p/CI5REoqrS8V/",
            "date": "2020-12-17T10:02:32+00:00", "content": "Low tide #reef", "displayUrl": "https://cdn.example/1.jpg",
            "username": "reef.watch", "likes": 12, "comments": -1, "isVideo": false});
        let (format, found) = posts(&[line.to_string().as_bytes()], &settings());
        let post = &found[0];
        assert_eq!((format, post.platform_post_id.as_str()), ("snscrape", "CI5REoqrS8V"));
        assert_eq!(
            (post.author.username.as_str(), post.content.as_deref()),
            ("reef.watch", Some("Low tide #reef"))
        );
        assert_eq!((post.likes_count, post.comments_count), (Some(12), None));
        assert_eq!((post.media_type, post.media.as_ref().map(Vec::len)), (Some(MediaType::Image), Some(1)));
        assert_eq!(post.published_at.to_string(), "2020-12-17T10:02:32.000Z");
    }
}
