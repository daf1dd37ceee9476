//! Posts as CSV, by [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180): a column for each key, or for those that are asked for.

use super::fields::{Fields, NAMES};
use crate::http::csv_file;
use crate::posts::post::Post;
use crate::store::StorageError;
use std::borrow::Cow;

/// The byte order mark, which tells some spreadsheets that a file is UTF-8.
const MARK: char = '\u{feff}';

/// A CSV file under construction.
pub(crate) struct CsvPosts {
    fields: Fields,
    guard: Guard,
    text: String,
}

/// Which texts get an apostrophe in front, because people open such files in spreadsheets, which take them for formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Those that begin like a formula. Nothing else is changed, because programs read these files, too.
    Start,
    /// Each part that begins like one, wherever a spreadsheet may split a line: for people only.
    Parts,
}

impl CsvPosts {
    /// A file with its header line, and with a byte order mark before it if there shall be one.
    pub(crate) fn new(fields: Fields, has_mark: bool) -> Self {
        let mut file = Self::later_part(fields, Guard::Start);
        file.head(has_mark);
        file
    }

    /// The first part of a file that is written in parts.
    pub(crate) fn first_part(fields: Fields, guard: Guard) -> Self {
        let mut file = Self::later_part(fields, guard);
        file.head(guard == Guard::Parts);
        file
    }

    /// A further part.
    pub(crate) const fn later_part(fields: Fields, guard: Guard) -> Self {
        Self { fields, guard, text: String::new() }
    }

    fn head(&mut self, has_mark: bool) {
        if has_mark {
            self.text.push(MARK);
        }
        self.line(columns(self.fields).map(column_name));
    }

    /// Adds the line of a document.
    pub(crate) fn add(&mut self, platform: &str, document: &str) -> Result<(), StorageError> {
        let post = Post::parse_document(document)
            .map_err(|error| StorageError::new(format!("a document is damaged: {error}")))?;
        let guard = self.guard;
        self.line(columns(self.fields).map(|place| guard.cell(&post, platform, place)));
        Ok(())
    }

    /// The finished file.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn line<'a>(&mut self, cells: impl Iterator<Item = Cow<'a, str>>) {
        let cells: Vec<_> = cells.map(csv_file::quoted_if_needed).collect();
        csv_file::push_line(&mut self.text, &cells);
    }
}

/// The places in [`NAMES`] of the keys that are columns. The author's keys are, and `author` itself is not.
fn columns(fields: Fields) -> impl Iterator<Item = usize> {
    NAMES
        .iter()
        .enumerate()
        .filter(move |(place, name)| **name != "author" && fields.has(*place))
        .map(|(place, _)| place)
}

fn column_name(place: usize) -> Cow<'static, str> {
    match NAMES.get(place).copied().unwrap_or_default() {
        "media" => "media_urls".into(),
        name => name.replace('.', "_").into(),
    }
}

impl Guard {
    /// The cell of a post in the column of a key.
    fn cell<'a>(self, post: &'a Post, platform: &'a str, place: usize) -> Cow<'a, str> {
        let author = &post.author;
        match NAMES.get(place).copied().unwrap_or_default() {
            "id" => self.text(&post.id),
            "platform" => platform.into(),
            "platform_post_id" => self.text(&post.platform_post_id),
            "url" => self.optional(post.url.as_deref()),
            "author.id" => self.optional(author.id.as_deref()),
            "author.username" => self.text(&author.username),
            "author.display_name" => self.optional(author.display_name.as_deref()),
            "author.url" => self.optional(author.url.as_deref()),
            "author.avatar_url" => self.optional(author.avatar_url.as_deref()),
            "author.verified" => plain(author.verified),
            "author.followers_count" => plain(author.followers_count),
            "content" => self.optional(post.content.as_deref()),
            "language" => self.optional(post.language.as_deref()),
            "media_type" => post.media_type.map(|kind| kind.name().into()).unwrap_or_default(),
            "media" => self.joined(post.media.iter().map(|file| file.url.as_str())),
            "hashtags" => self.joined(post.hashtags.iter().map(String::as_str)),
            "mentions" => self.joined(post.mentions.iter().map(String::as_str)),
            "likes_count" => plain(post.likes_count),
            "comments_count" => plain(post.comments_count),
            "views_count" => plain(post.views_count),
            "shares_count" => plain(post.shares_count),
            "saves_count" => plain(post.saves_count),
            "kind" => post.kind.name().into(),
            "refers_to" => self.optional(post.refers_to.as_deref()),
            "approximate" => self.joined(post.approximate.iter().map(String::as_str)),
            "published_at" => post.published_at.to_string().into(),
            "edited_at" => plain(post.edited_at),
            "collected_at" => post.collected_at.to_string().into(),
            _ => Cow::default(),
        }
    }

    /// A text cell.
    fn text(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Start if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{text}").into(),
            Self::Start => text.into(),
            Self::Parts if text.starts_with(['\t', '\r', '\n']) => {
                format!("'{}", csv_file::escape_formulas(text)).into()
            }
            Self::Parts => csv_file::escape_formulas(text).into(),
        }
    }

    fn optional(self, text: Option<&str>) -> Cow<'_, str> {
        text.map(|text| self.text(text)).unwrap_or_default()
    }

    fn joined<'a>(self, texts: impl Iterator<Item = &'a str>) -> Cow<'a, str> {
        let text = texts.collect::<Vec<_>>().join(" ");
        self.text(&text).into_owned().into()
    }
}

fn plain<'a>(value: Option<impl ToString>) -> Cow<'a, str> {
    value.map(|value| value.to_string().into()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn document(change: impl Fn(&mut Post)) -> String {
        let text = r#"{"id":"x:1","platform_post_id":"1","url":"https://x.com/a/status/1","author":{"id":"7","username":"a",
            "display_name":null,"url":null,"avatar_url":null,"verified":true,"followers_count":5},"content":"Coral",
            "language":"en","media_type":"carousel","media":[{"type":"image","url":"u1","preview_url":null,"width":1,
            "height":null,"duration_ms":null,"alt_text":null},{"type":"video","url":"u2","preview_url":null,"width":null,
            "height":null,"duration_ms":null,"alt_text":null}],"hashtags":["a","b"],"mentions":[],"likes_count":0,
            "comments_count":null,"views_count":9007199254740991,"shares_count":null,"saves_count":null,"kind":"reply",
            "refers_to":"x:0","approximate":["likes_count"],"published_at":"2026-03-01T00:00:00.000Z","edited_at":null,
            "collected_at":"2026-03-02T00:00:00.000Z"}"#;
        let mut post = Post::parse_document(text).unwrap();
        change(&mut post);
        post.document()
    }

    fn file(fields: Fields, has_mark: bool, documents: &[String]) -> String {
        let mut file = CsvPosts::new(fields, has_mark);
        for document in documents {
            file.add("twitter", document).unwrap();
        }
        file.finish()
    }

    fn content(text: &str) -> String {
        let fields = Fields::parse("content").unwrap();
        let made = file(fields, false, &[document(|post| post.content = Some(text.to_owned()))]);
        made.strip_prefix("id,content\r\nx:1,").unwrap().strip_suffix("\r\n").unwrap().to_owned()
    }

    #[test]
    fn a_post_is_a_line_with_a_column_for_each_key() {
        assert_eq!(
            file(Fields::ALL, false, &[document(|_| {})]),
            "id,platform,platform_post_id,url,author_id,author_username,author_display_name,author_url,author_avatar_url,\
             author_verified,author_followers_count,content,language,media_type,media_urls,hashtags,mentions,likes_count,\
             comments_count,views_count,shares_count,saves_count,kind,refers_to,approximate,published_at,edited_at,\
             collected_at\r\n\
             x:1,twitter,1,https://x.com/a/status/1,7,a,,,,true,5,Coral,en,carousel,u1 u2,a b,,0,,9007199254740991,,,reply,\
             x:0,likes_count,2026-03-01T00:00:00.000Z,,2026-03-02T00:00:00.000Z\r\n"
        );
    }

    #[test]
    fn without_posts_there_is_the_header_line_and_a_mark_if_it_is_asked_for() {
        let fields = Fields::parse("media,author.username,edited_at").unwrap();
        assert_eq!(file(fields, false, &[]), "id,author_username,media_urls,edited_at\r\n");
        assert_eq!(file(Fields::parse("id").unwrap(), true, &[]), "\u{feff}id\r\n");
    }

    #[test]
    fn cells_are_quoted_where_they_have_to_be() {
        assert_eq!(content("a, b"), "\"a, b\"");
        assert_eq!(content("say \"a\""), "\"say \"\"a\"\"\"");
        assert_eq!(content("a\r\nb\nc\rd"), "\"a\r\nb\nc\rd\"");
        assert_eq!(content("a;b\tc 珊瑚 🪸"), "a;b\tc 珊瑚 🪸");
    }

    proptest! {
        #[test]
        fn every_text_is_read_as_it_was_written(text in "[a,;\"'\\\\ \r\n\t珊]{0,12}") {
            let made = file(Fields::parse("content,url").unwrap(), false, &[document(|post| post.content = Some(text.clone()))]);
            let records: Vec<_> = csv::Reader::from_reader(made.as_bytes()).into_records().map(Result::unwrap).collect();
            prop_assert_eq!(records.len(), 1);
            let cells: Vec<_> = records[0].iter().collect();
            prop_assert_eq!(cells, ["x:1", "https://x.com/a/status/1", &Guard::Start.text(&text)]);
        }
    }

    #[test]
    fn a_text_that_begins_like_a_formula_gets_an_apostrophe() {
        for text in ["=1+1", "+1", "-1", "@reef", "\tx"] {
            assert_eq!(content(text), format!("'{text}"));
        }
        assert_eq!(content("\rx"), "\"'\rx\"");
        assert_eq!(content("a;=1"), "a;=1");
        assert_eq!(content(" =1"), " =1");
    }

    #[test]
    fn a_file_for_people_guards_every_part_of_a_text_that_a_spreadsheet_may_take_for_a_formula() {
        let content = |text: &str| {
            let mut file = CsvPosts::later_part(Fields::parse("content").unwrap(), Guard::Parts);
            file.add("x", &document(|post| post.content = Some(text.to_owned()))).unwrap();
            file.finish().strip_prefix("x:1,").unwrap().strip_suffix("\r\n").unwrap().to_owned()
        };
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "\"'\rx\""),
            ("\nx", "\"'\nx\""),
            ("＝1", "'＝1"),
            (" =1", "' =1"),
            ("plain", "plain"),
            ("'", "'"),
            ("a;=1+1;=HYPERLINK(A1)", "a;'=1+1;'=HYPERLINK(A1)"),
            ("a; +1", "a; '+1"),
            ("a\t-1", "a\t'-1"),
            ("a\n@b", "\"a\n'@b\""),
            ("a\r\n=b", "\"a\r\n'=b\""),
            ("a;\"=1+1;b", "\"a;\"\"'=1+1;b\""),
            ("a;＝1", "a;'＝1"),
            ("a; b=c; d-e", "a; b=c; d-e"),
        ] {
            assert_eq!(content(text), cell, "{text:?}");
        }
    }

    #[test]
    fn a_file_in_parts_has_one_header_line() {
        let fields = Fields::parse("likes_count").unwrap();
        let part = |mut file: CsvPosts| {
            file.add("x", &document(|_| {})).unwrap();
            file.finish()
        };
        assert_eq!(part(CsvPosts::first_part(fields, Guard::Parts)), "\u{feff}id,likes_count\r\nx:1,0\r\n");
        assert_eq!(part(CsvPosts::first_part(fields, Guard::Start)), "id,likes_count\r\nx:1,0\r\n");
        assert_eq!(part(CsvPosts::later_part(fields, Guard::Parts)), "x:1,0\r\n");
    }

    #[test]
    fn every_text_is_guarded_and_no_number_is() {
        let changed = document(|post| {
            post.platform_post_id = "-C8abc".to_owned();
            post.author.username = "-kelp".to_owned();
            post.author.display_name = Some("=cmd()".to_owned());
            post.hashtags = vec!["-5".to_owned(), "b".to_owned()];
        });
        let fields = Fields::parse("platform_post_id,author,hashtags,likes_count").unwrap();
        assert!(
            file(fields, false, &[changed])
                .ends_with("\r\nx:1,'-C8abc,7,'-kelp,'=cmd(),,,true,5,'-5 b,0\r\n")
        );
    }
}
