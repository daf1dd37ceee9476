//! Names of options in messages: a page's options have other names than those of the command line.

use crate::formats::timestamps::NO_ZONE;
use std::borrow::Cow;

/// What the command line calls an option, and how a page is told to give it.
const OPTIONS: [(&str, &str); 4] = [
    ("--author NAME", "the option author"),
    ("--author", "the option author"),
    ("--map", "the option map"),
    ("--tz", "the option timeZone"),
];

/// A message with the names of a page's options.
pub(crate) fn in_options(text: &str) -> Cow<'_, str> {
    let named = OPTIONS.iter().filter(|(flag, _)| text.contains(flag));
    named.fold(Cow::Borrowed(text), |text, (flag, option)| Cow::Owned(text.replace(flag, option)))
}

/// A remark with the names of a page's options.
pub(crate) fn remark(text: &'static str) -> &'static str {
    if text == NO_ZONE {
        "times without a time zone were read as UTC: the option timeZone names theirs"
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_called_as_a_page_knows_them() {
        let text = "the file does not name the post's author: give it with --author NAME";
        assert_eq!(
            in_options(text),
            "the file does not name the post's author: give it with the option author"
        );
        assert_eq!(remark(NO_ZONE), in_options(NO_ZONE));
        assert_eq!(in_options("yt-dlp's --dump-json"), "yt-dlp's --dump-json");
    }
}
