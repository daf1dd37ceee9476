use super::*;
use crate::posts::post::{FileType, Kind, Media, MediaType, line};
use proptest::prelude::*;

const NOW: Timestamp = Timestamp(1_790_000_000_000);

fn small() -> PostLine {
    let head = r#"{"platform":"x","platform_post_id":"7","author":{"username":"tide"},"#;
    line::parse(format!("{head}\"published_at\":\"2025-04-01T06:07:08Z\"}}").as_bytes()).unwrap()
}

/// The smallest line with further keys, such as `"likes_count":1`.
fn line(more: &str) -> PostLine {
    let text = serde_json::to_string(&small()).unwrap();
    line::parse(format!("{},{more}}}", text.trim_end_matches('}')).as_bytes())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn inserted(line: PostLine) -> Post {
    match merge(None, line, NOW) {
        Change::Inserted(post) => post,
        other => panic!("{other:?}"),
    }
}

fn updated(known: &Post, line: PostLine, now: i64) -> Post {
    match merge(Some(known), line, Timestamp(now)) {
        Change::Updated(post) => post,
        other => panic!("{other:?}"),
    }
}

fn later(line: PostLine, known: &Post) -> Post {
    updated(known, line, NOW.0 + 5)
}

#[test]
fn a_new_post_has_every_value_of_its_line() {
    let post = inserted(line(
        r#""content":"Spring #Tide, @pier","kind":"quote","refers_to":"twitter:5","views_count":9"#,
    ));
    assert_eq!(
        post.document(),
        r#"{"id":"x:7","platform_post_id":"7","url":null,"author":{"id":null,"username":"tide","display_name":null,"url":null,"avatar_url":null,"verified":null,"followers_count":null},"content":"Spring #Tide, @pier","language":null,"media_type":null,"media":[],"hashtags":["Tide"],"mentions":["pier"],"likes_count":null,"comments_count":null,"views_count":9,"shares_count":null,"saves_count":null,"kind":"quote","refers_to":"x:5","approximate":[],"published_at":"2025-04-01T06:07:08.000Z","edited_at":null,"collected_at":"2026-09-21T14:13:20.000Z"}"#
    );
    assert_eq!(Post::parse_document(&post.document()).unwrap(), post);
    assert_eq!(inserted(small()).kind, Kind::Original);
}

#[test]
fn twitter_and_x_are_the_same_post() {
    let twitter = PostLine { platform: "twitter".parse().unwrap(), ..small() };
    let known = inserted(small());
    assert_eq!(inserted(twitter.clone()), known);
    assert_eq!(merge(Some(&known), twitter, Timestamp(NOW.0 + 1)), Change::Unchanged);
}

#[test]
fn the_time_of_the_import_alone_is_no_change() {
    let known = inserted(line(r#""likes_count":1"#));
    assert_eq!(merge(Some(&known), line(r#""likes_count":1"#), Timestamp(NOW.0 + 1)), Change::Unchanged);
    let post = updated(&known, line(r#""likes_count":2"#), NOW.0 + 1);
    assert_eq!((post.likes_count, post.collected_at), (Some(2), Timestamp(NOW.0 + 1)));
}

#[test]
fn a_later_collected_at_in_the_line_is_a_change() {
    let sent = r#""collected_at":"2025-05-01T00:00:00Z""#;
    let known = inserted(line(sent));
    assert_eq!(merge(Some(&known), line(sent), NOW), Change::Unchanged);
    let post = updated(&known, line(r#""collected_at":"2025-05-01T00:00:00.001Z""#), NOW.0);
    assert_eq!(post.collected_at, Timestamp(known.collected_at.0 + 1));
}

#[test]
fn an_older_line_changes_nothing_and_an_equally_old_one_replaces() {
    let known = inserted(line(r#""likes_count":1,"collected_at":"2025-05-01T00:00:00Z""#));
    let older =
        line(r#""likes_count":2,"url":"https://x.example/7","collected_at":"2025-04-30T23:59:59.999Z""#);
    assert_eq!(merge(Some(&known), older, NOW), Change::Unchanged);
    assert_eq!(
        merge(Some(&known), line(r#""likes_count":2"#), Timestamp(known.collected_at.0 - 1)),
        Change::Unchanged
    );
    let equal = line(r#""likes_count":2,"collected_at":"2025-05-01T00:00:00Z""#);
    assert_eq!(updated(&known, equal, NOW.0).likes_count, Some(2));
}

#[test]
fn values_that_a_line_lacks_stay() {
    let known = inserted(full_line());
    assert_eq!(merge(Some(&known), small(), NOW), Change::Unchanged);
    let mut author = small();
    author.author.verified = Some(false);
    let expected = Author { verified: Some(false), ..known.author.clone() };
    assert_eq!(later(author, &known).author, expected);
}

#[test]
fn values_of_a_line_replace_field_by_field() {
    let known = inserted(full_line());
    let post = later(
        line(
            r#""content":"","media":[],"hashtags":[],"mentions":[],"saves_count":0,"kind":"original","media_type":"reel""#,
        ),
        &known,
    );
    let expected = Post {
        content: Some(String::new()),
        media: Vec::new(),
        hashtags: Vec::new(),
        mentions: Vec::new(),
        saves_count: Some(0),
        kind: Kind::Original,
        media_type: Some(MediaType::Reel),
        collected_at: Timestamp(NOW.0 + 5),
        ..known
    };
    assert_eq!(post, expected);
}

#[test]
fn a_corrected_date_and_another_spelling_of_the_author_are_changes() {
    let known = inserted(small());
    let moved = PostLine { published_at: Timestamp(5), ..small() };
    assert_eq!(later(moved, &known).published_at, Timestamp(5));
    let mut spelt = small();
    spelt.author.username = "Tide".into();
    assert_eq!(later(spelt, &known).author.username, "Tide");
}

#[test]
fn names_are_only_taken_again_from_a_changed_content() {
    let known = inserted(line(r##""content":"#a @b","hashtags":["own"]"##));
    assert_eq!(
        (known.hashtags.as_slice(), known.mentions.as_slice()),
        (&["own".into()][..], &["b".into()][..])
    );
    assert_eq!(merge(Some(&known), line(r##""content":"#a @b""##), NOW), Change::Unchanged);
    assert_eq!(later(line(r#""likes_count":1"#), &known).hashtags, ["own"]);
    let post = later(line(r##""content":"#c","mentions":["d"]"##), &known);
    assert_eq!((post.hashtags, post.mentions), (vec!["c".into()], vec!["d".into()]));
}

#[test]
fn a_truncated_text_does_not_replace_the_full_one() {
    let known = inserted(line(r#""content":"Spring tide at the old pier #tide""#));
    assert_eq!(merge(Some(&known), line(r#""content":"Spring tide at …""#), NOW), Change::Unchanged);
    let post = later(line(r#""content":"Neap tide at …""#), &known);
    assert_eq!((post.content.as_deref(), post.hashtags.len()), (Some("Neap tide at …"), 0));
    let cut = inserted(line(r#""content":"Spring tide…""#));
    assert_eq!(
        later(line(r#""content":"Spring tide now""#), &cut).content.as_deref(),
        Some("Spring tide now")
    );
}

#[test]
fn approximate_follows_the_line_that_a_value_came_from() {
    let known = inserted(line(
        r#""likes_count":1200,"views_count":3000,"approximate":["likes_count","views_count"]"#,
    ));
    let exact = later(line(r#""likes_count":1234"#), &known);
    assert_eq!(exact.approximate, ["views_count"]);
    let rounded = later(
        line(r#""shares_count":10,"approximate":["likes_count","published_at","shares_count"]"#),
        &exact,
    );
    assert_eq!(rounded.approximate, ["published_at", "shares_count", "views_count"]);
    assert_eq!(later(line(r#""shares_count":10"#), &rounded).approximate, ["views_count"]);
}

fn full_line() -> PostLine {
    let file = Media {
        kind: FileType::Image,
        url: "1.jpg".into(),
        preview_url: None,
        width: Some(1),
        height: None,
        duration_ms: None,
        alt_text: None,
    };
    PostLine {
        media: Some(vec![file]),
        author: AuthorLine {
            id: Some("1".into()),
            display_name: Some("T".into()),
            url: Some("u".into()),
            avatar_url: Some("a".into()),
            verified: Some(true),
            followers_count: Some(3),
            ..small().author
        },
        ..line(
            r##""url":"u","content":"#a","language":"en","media_type":"image","hashtags":["h"],"mentions":["m"],"likes_count":1,"comments_count":2,"views_count":3,"shares_count":4,"saves_count":5,"kind":"reply","refers_to":"x:1","approximate":["url"],"edited_at":"2025-04-02T00:00:00Z""##,
        )
    }
}

fn any_line() -> impl Strategy<Value = PostLine> {
    let count = || proptest::option::of(0..3_u64);
    let names =
        || proptest::option::of(proptest::sample::subsequence(vec!["a".to_owned(), "b".into()], 0..=2));
    let content = || proptest::option::of("(#a|@b|tide| ){0,3}…?");
    let approximate =
        vec!["content".to_owned(), "hashtags".into(), "likes_count".into(), "published_at".into()];
    let approximate = proptest::option::of(proptest::sample::subsequence(approximate, 0..=4));
    (count(), count(), content(), names(), names(), approximate, proptest::option::of(0..4_i64), 0..2_i64)
        .prop_map(
            |(likes_count, views_count, content, hashtags, mentions, approximate, collected, published)| {
                PostLine {
                    likes_count,
                    views_count,
                    content,
                    hashtags,
                    mentions,
                    approximate,
                    published_at: Timestamp(published),
                    collected_at: collected.map(|before| Timestamp(NOW.0 - before)),
                    ..small()
                }
            },
        )
}

fn apply(known: Option<Post>, line: PostLine, now: i64) -> Option<Post> {
    match merge(known.as_ref(), line, Timestamp(now)) {
        Change::Inserted(post) | Change::Updated(post) => Some(post),
        Change::Unchanged => known,
    }
}

proptest! {
    #[test]
    fn the_same_line_again_is_unchanged(lines in proptest::collection::vec(any_line(), 1..4), last in any_line()) {
        let known = lines.into_iter().fold(None, |known, line| apply(known, line, NOW.0));
        let known = apply(known, last.clone(), NOW.0).unwrap();
        prop_assert_eq!(merge(Some(&known), last, Timestamp(NOW.0 + 1)), Change::Unchanged);
    }

    #[test]
    fn the_order_of_two_readings_does_not_matter(
        mut first in any_line(), mut second in any_line(), likes in (0..9_u64, 0..9_u64), views in (0..9_u64, 0..9_u64)
    ) {
        for (line, likes, views, collected) in [(&mut first, likes.0, views.0, 1), (&mut second, likes.1, views.1, 2)] {
            line.likes_count = Some(likes);
            line.views_count = Some(views);
            line.collected_at = Some(Timestamp(collected));
        }
        let forth = apply(apply(None, first.clone(), NOW.0), second.clone(), NOW.0).unwrap();
        let back = apply(apply(None, second, NOW.0), first, NOW.0).unwrap();
        prop_assert_eq!(
            (forth.likes_count, forth.views_count, forth.collected_at),
            (back.likes_count, back.views_count, back.collected_at)
        );
    }

    #[test]
    fn nothing_known_is_ever_forgotten(lines in proptest::collection::vec(any_line(), 1..6)) {
        let mut known: Option<Post> = None;
        for line in lines {
            let post = apply(known.clone(), line, NOW.0 + 2).unwrap();
            if let Some(known) = known {
                prop_assert!(known.likes_count.is_none() || post.likes_count.is_some());
                prop_assert!(known.views_count.is_none() || post.views_count.is_some());
                prop_assert!(known.content.is_none() || post.content.is_some());
                prop_assert!(known.collected_at <= post.collected_at);
                prop_assert_eq!(&known.id, &post.id);
            }
            known = Some(post);
        }
    }

    #[test]
    fn a_document_is_read_as_it_was_written(line in any_line()) {
        let post = inserted(line);
        prop_assert_eq!(Post::parse_document(&post.document()).unwrap(), post);
    }
}
