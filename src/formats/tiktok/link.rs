//! The parts of the addresses of TikTok's posts.

/// The post's id in the address of its page: `/@name/video/7300000000000000001`, the same without a name,
/// `/@name/photo/...`, or `/share/video/.../`.
pub fn id(url: &str) -> Option<String> {
    let (_, rest) = ["/video/", "/photo/"].iter().find_map(|kind| url.split_once(kind))?;
    let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
    let (id, rest) = rest.split_at(end);
    let ends = rest.is_empty() || rest.starts_with(['/', '?', '#', '&', ' ', '\n', '\r']);
    (ends && (5..=20).contains(&id.len())).then(|| id.to_owned())
}

/// The author's username in the address of a post's page.
pub fn username(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("/@")?;
    let name = rest.split(['/', '?', '#']).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_contain_the_post_and_the_author() {
        for (url, expected) in [
            (
                "https://www.tiktok.com/@reef.watch/video/7300000000000000001?lang=en",
                (Some("7300000000000000001"), Some("reef.watch")),
            ),
            ("https://www.tiktok.com/@/video/7300000000000000001", (Some("7300000000000000001"), None)),
            ("https://www.tiktokv.com/share/video/7300000000000000001/", (Some("7300000000000000001"), None)),
            (
                "https://www.tiktok.com/@reef/photo/7300000000000000001",
                (Some("7300000000000000001"), Some("reef")),
            ),
            ("https://p16.example/video/tos/7300.jpeg", (None, None)),
            ("https://p16.example/video/7300000000000000001.mp4", (None, None)),
            ("", (None, None)),
        ] {
            assert_eq!((id(url).as_deref(), username(url).as_deref()), expected, "{url}");
        }
    }
}
