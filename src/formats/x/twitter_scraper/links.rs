//! Short links in a text. The HTML version has their targets: `<a href="https://reef.example/">https://t.co/...</a>`.

use crate::formats::x::text::{drop_link, replace_link};

/// Expands the short links in a text, and removes those to the post's own media.
pub(super) fn expand_links(content: String, html: &str) -> String {
    html.split("<a href=\"").skip(1).fold(content, |content, link| {
        let Some((address, rest)) = link.split_once("\">") else { return content };
        let shown = rest.split('<').next().unwrap_or_default();
        match (is_short(address), is_short(shown)) {
            // The link to a media file, which is shown instead of the link.
            (true, false) if shown.is_empty() => drop_link(&content, address),
            (false, true) => replace_link(&content, shown, address),
            _ => content,
        }
    })
}

fn is_short(link: &str) -> bool {
    link.starts_with("https://t.co/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_expanded_and_those_to_media_are_removed() {
        let html = "Low <a href=\"https://twitter.com/hashtag/tide\">#tide</a> <a href=\"https://reef.example/a?b=1&amp;c\">https://t.co/aaaaaaaaaa</a> \
            <br><a href=\"https://t.co/bbbbbbbbbb\"><img src=\"https://pbs.example/1.jpg\"/></a>";
        let text = "Low #tide https://t.co/aaaaaaaaaa https://t.co/bbbbbbbbbb";
        assert_eq!(expand_links(text.into(), html), "Low #tide https://reef.example/a?b=1&amp;c");
        assert_eq!(expand_links(text.into(), ""), text);
        assert_eq!(expand_links(text.into(), "<a href=\"x"), text);
    }
}
