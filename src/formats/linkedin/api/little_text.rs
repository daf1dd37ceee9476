//! Decodes LinkedIn's *little text*, the format of post texts in the Posts API. Special characters are escaped, and
//! mentions and hashtags are marked up.

/// The text as shown: `@[Ada](urn:li:person:x)` is `Ada`, `{hashtag|\#|reef}` is `#reef`, and `\*` is `*`.
pub(crate) fn to_plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if let Some((shown, after)) = mention(rest).or_else(|| hashtag(rest)) {
            plain.push_str(&unescaped(&shown));
            rest = after;
            continue;
        }
        let escaped =
            rest.strip_prefix('\\').and_then(|rest| rest.chars().next()).filter(|char| is_escaped(*char));
        let literal = escaped.unwrap_or(char);
        plain.push(literal);
        let length = literal.len_utf8() + usize::from(escaped.is_some());
        rest = rest.get(length..).unwrap_or_default();
    }
    plain
}

const fn is_escaped(char: char) -> bool {
    matches!(char, '\\' | '|' | '{' | '}' | '@' | '[' | ']' | '(' | ')' | '<' | '>' | '#' | '*' | '_' | '~')
}

/// A mention at the start of a text: its visible name, and the rest of the text.
fn mention(text: &str) -> Option<(String, &str)> {
    let (name, rest) = until(text.strip_prefix("@[")?, ']')?;
    let (_, rest) = until(rest.strip_prefix('(')?, ')')?;
    Some((name.to_owned(), rest))
}

/// A hashtag at the start of a text: the hashtag, and the rest of the text.
fn hashtag(text: &str) -> Option<(String, &str)> {
    let (inner, rest) = until(text.strip_prefix("{hashtag|")?, '}')?;
    let (sign, name) = inner.split_once('|')?;
    Some((format!("{}{name}", sign.trim_start_matches('\\')), rest))
}

/// The text before the first unescaped `end`, and the text after it.
fn until(text: &str, end: char) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = text.find(|char| {
        let ends = char == end && !escaped;
        escaped = char == '\\' && !escaped;
        ends
    })?;
    Some((text.get(..at)?, text.get(at + end.len_utf8()..)?))
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let next = chars.peek().copied().filter(|next| char == '\\' && is_escaped(*next));
        plain.push(next.unwrap_or(char));
        if next.is_some() {
            chars.next();
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_mentions_and_hashtags_are_decoded() {
        for (little, shown) in [
            (r"Hi @[Ada \(A\) Keel](urn:li:person:x1) \& co", r"Hi Ada (A) Keel \& co"),
            (r"{hashtag|\#|reef} and \#none \*bold\*", "#reef and #none *bold*"),
            (r"a \\ b \{c\} é", r"a \ b {c} é"),
            ("@[open", "@[open"),
            ("{hashtag|x}", "{hashtag|x}"),
            ("", ""),
            ("\\", "\\"),
        ] {
            assert_eq!(to_plain_text(little), shown, "{little}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in r"(@\[|\]\(|\)|\{hashtag\||\||\}|\\|#|é|a){0,24}") {
            let _ = to_plain_text(&text);
        }
    }
}
