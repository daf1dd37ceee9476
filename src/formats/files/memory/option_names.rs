//! Names of options in messages. The options of a page have other names than those of the command line.

use crate::formats::timestamps::NO_ZONE;
use std::borrow::Cow;

/// Options of the command line, and what a message for a page says instead.
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
        "times without a time zone were read as UTC: set theirs with the option timeZone"
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_options_of_a_page() {
        let text = "the file does not name the post's author: give it with --author NAME";
        assert_eq!(
            in_options(text),
            "the file does not name the post's author: give it with the option author"
        );
        assert_eq!(remark(NO_ZONE), in_options(NO_ZONE));
        assert_eq!(in_options("yt-dlp's --dump-json"), "yt-dlp's --dump-json");
    }
}
