//! The text of X posts: it is escaped once, has short links, and is cut off in reposts.

/// Decodes `&amp;`, `&lt;` and `&gt;`, the three entities that X writes, once.
pub fn decode(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let found = [("amp;", '&'), ("lt;", '<'), ("gt;", '>')]
            .into_iter()
            .find_map(|(name, char)| after.strip_prefix(name).map(|after| (char, after)));
        let (char, after) = found.unwrap_or(('&', after));
        out.push(char);
        rest = after;
    }
    out + rest
}

/// Decodes the text of a long post, which is sometimes escaped and sometimes plain. Text with a bare `<`, `>` or `&`
/// can't be escaped.
pub fn decode_note(text: &str) -> String {
    let is_bare = |after: &str| !["amp;", "lt;", "gt;"].iter().any(|name| after.starts_with(name));
    let plain = text.contains(['<', '>']) || text.split('&').skip(1).any(is_bare);
    if plain { text.to_owned() } else { decode(text) }
}

/// Whether a text has the form that X gives reposts: `RT @name: ...`.
pub fn is_repost(text: &str) -> bool {
    let Some((name, _)) = text.strip_prefix("RT @").and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    !name.is_empty()
        && name.len() <= 20
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Replaces a short link, but not where it is only the start of a longer link.
pub fn replace_link(text: &str, link: &str, replacement: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once(link) {
        out.push_str(before);
        let whole = !after.starts_with(|next: char| next.is_ascii_alphanumeric());
        out.push_str(if whole { replacement } else { link });
        rest = after;
    }
    out + rest
}

/// Removes the last occurrence of a short link and the whitespace before it.
pub fn drop_link(text: &str, link: &str) -> String {
    let Some((before, after)) = text.rsplit_once(link) else { return text.to_owned() };
    if after.starts_with(|next: char| next.is_ascii_alphanumeric()) {
        return text.to_owned();
    }
    let before = before.trim_end();
    if before.is_empty() { after.trim_start().to_owned() } else { format!("{before}{after}") }
}

/// The start of a text that X cut off, without `…` and the link after it. `None` if the text is complete.
pub fn cut_prefix(text: &str) -> Option<&str> {
    let (prefix, rest) = text.rsplit_once('…')?;
    let rest = rest.trim();
    (rest.is_empty() || rest.starts_with("https://t.co/") && !rest.contains(char::is_whitespace))
        .then_some(prefix.trim_end())
}

/// The text without the names at the start of a reply.
pub fn without_leading_names(text: &str) -> &str {
    let mut text = text.trim_start();
    while let Some(rest) = text.strip_prefix('@') {
        let Some((_, rest)) = rest.split_once(char::is_whitespace) else { return text };
        text = rest.trim_start();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_decoded_once() {
        assert_eq!(
            decode("a &amp; b &lt;3 &gt;_&gt; &amp;lt; &quot; & c &"),
            "a & b <3 >_> &lt; &quot; & c &"
        );
        assert_eq!(decode(""), "");
    }

    #[test]
    fn long_texts_are_decoded_unless_plain() {
        assert_eq!(decode_note("a &amp; b &lt;"), "a & b <");
        assert_eq!(decode_note("how to write &lt; in HTML: <b>"), "how to write &lt; in HTML: <b>");
        assert_eq!(decode_note("R&D is not &amp;"), "R&D is not &amp;");
    }

    #[test]
    fn texts_that_only_begin_with_rt_are_no_reposts() {
        assert!(is_repost("RT @some_one1: hello"));
        for text in ["RT this", "RT @: x", "RT @two words: x", "rt @a: x", "So RT @a: x", "RT @a hello"] {
            assert!(!is_repost(text), "{text}");
        }
    }

    #[test]
    fn links_are_replaced_only_when_whole() {
        let link = "https://t.co/ab";
        assert_eq!(
            replace_link("x https://t.co/ab, https://t.co/abc", link, "URL"),
            "x URL, https://t.co/abc"
        );
        assert_eq!(drop_link("x https://t.co/ab", link), "x");
        assert_eq!(drop_link("x\nhttps://t.co/ab\ny", link), "x\ny");
        assert_eq!(drop_link("https://t.co/ab y", link), "y");
        assert_eq!(drop_link("https://t.co/ab", link), "");
        assert_eq!(drop_link("x https://t.co/abc", link), "x https://t.co/abc");
    }

    #[test]
    fn the_start_of_a_cut_text_is_found() {
        assert_eq!(cut_prefix("one two… https://t.co/ab"), Some("one two"));
        assert_eq!(cut_prefix("one two …"), Some("one two"));
        assert_eq!(cut_prefix("one… two"), None);
        assert_eq!(cut_prefix("whole"), None);
        assert_eq!(without_leading_names("@a @b hello @c"), "hello @c");
        assert_eq!(without_leading_names("@a"), "@a");
    }
}
