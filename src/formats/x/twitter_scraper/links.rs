//! Short links of a text, whose addresses the HTML beside it has: `<a href="https://reef.example/">https://t.co/...</a>`.

use crate::formats::x::text::{drop_link, replace_link};

/// A text with its short links written out, and without those to its own files.
pub(super) fn written_out(content: String, html: &str) -> String {
    html.split("<a href=\"").skip(1).fold(content, |content, link| {
        let Some((address, rest)) = link.split_once("\">") else { return content };
        let shown = rest.split('<').next().unwrap_or_default();
        match (is_short(address), is_short(shown)) {
            // A file: the link leads to its page, and shows it.
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
    fn links_are_written_out_and_those_to_files_dropped() {
        let html = "Low <a href=\"https://twitter.com/hashtag/tide\">#tide</a> <a href=\"https://reef.example/a?b=1&amp;c\">https://t.co/aaaaaaaaaa</a> \
            <br><a href=\"https://t.co/bbbbbbbbbb\"><img src=\"https://pbs.example/1.jpg\"/></a>";
        let text = "Low #tide https://t.co/aaaaaaaaaa https://t.co/bbbbbbbbbb";
        assert_eq!(written_out(text.into(), html), "Low #tide https://reef.example/a?b=1&amp;c");
        assert_eq!(written_out(text.into(), ""), text);
        assert_eq!(written_out(text.into(), "<a href=\"x"), text);
    }
}
