use super::*;
use crate::formats::FORMATS;

fn found(head: &str) -> Option<(&'static str, Layout)> {
    recognise(head.as_bytes(), FORMATS).ok().map(|found| (found.format.name, found.layout))
}

#[test]
fn files_are_recognised_by_their_content() {
    let canonical = r#"{"platform":"x","platform_post_id":"1","author":{"username":"a"}}"#;
    let elements = |container| Layout::Elements(container);
    assert_eq!(
        found(&format!("{canonical}\n{canonical}\n")),
        Some(("canonical", elements(Container::Lines)))
    );
    assert_eq!(found(&format!("\u{feff}\n[{canonical}]")), Some(("canonical", elements(Container::Values))));
    assert_eq!(
        found("{\n \"platform\": \"x\",\n \"author\": {"),
        Some(("canonical", elements(Container::Values)))
    );
    let seen = r#"{"nav_index":"1","source_platform":"tiktok.com","data":{"id":"1"#;
    assert_eq!(found(seen), Some(("zeeschuimer", elements(Container::Lines))));
}

#[test]
fn documents_have_places_and_lines_that_are_pages_are_elements() {
    let page =
        r#"{"itemList":[{"id":"7300000000000000001","desc":"a","createTime":1,"stats":{}}],"cursor":1}"#;
    let (format, layout) = found(page).unwrap();
    assert_eq!(format, "tiktok-web");
    assert!(matches!(layout, Layout::Places(places) if places.iter().all(|place| !place.is_root())));
    let pages = found(&format!("{page}\n{page}\n"));
    assert_eq!(pages, Some(("tiktok-web", Layout::Elements(Container::Lines))));
}

#[test]
fn long_first_elements_and_many_reports_before_posts_do_no_harm() {
    use crate::formats::{Item, tests};
    let post = |text: &str| {
        format!(
            r#"{{"text":"{text}","id":"1800000000000000001","createdAt":"2024-06-10T03:00:17Z","likeCount":1,"author":{{"userName":"a"}}}}"#
        )
    };
    let reports = r#"{"noResults":true},"#.repeat(1000);
    for file in [post(&"x".repeat(2 * HEAD)), format!("[{reports}{}]", post("x"))] {
        let (format, outcomes) = tests::read(&[file.as_bytes()], &tests::settings());
        assert_eq!(format, "apify-x");
        assert!(outcomes.iter().any(|outcome| matches!(outcome, Ok(Item::Post(_)))));
    }
}

#[test]
fn a_broken_page_ends_with_its_line() {
    use crate::formats::{Item, tests};
    let post = r#"{"id_str":"1800000000000000001","created_at":"Mon Jun 10 03:00:17 +0000 2024","user":{"screen_name":"a"}}"#;
    let page = format!(r#"{{"statuses":[{post}]}}"#);
    let file = format!("{page}\n{{\"statuses\":[{post},{{\"id_str\":\"18\n{page}\n");
    let (_, outcomes) = tests::read(&[file.as_bytes()], &tests::settings());
    let posts = outcomes.iter().filter(|outcome| matches!(outcome, Ok(Item::Post(_)))).count();
    assert_eq!((posts, outcomes.iter().filter(|outcome| outcome.is_err()).count()), (3, 1));
}

#[test]
fn pages_in_lines_or_in_an_array_are_searched() {
    let page =
        r#"{"statuses":[{"id_str":"1","created_at":"x","user":{"screen_name":"a"}}],"search_metadata":{}}"#;
    let place = |text| vec![crate::formats::split::Path::new(text)];
    let lines = Some(("x-api-v1", Layout::Pages(place("statuses/*"))));
    assert_eq!(found(&format!("{page}\n{page}\n")), lines);
    let list = Some(("x-api-v1", Layout::Places(place("*/statuses/*"))));
    assert_eq!(found(&format!("[{page},\n{page}]")), list);
}

#[test]
fn documents_are_recognised_by_their_first_keys() {
    // The posts come later than the head of the file.
    let head =
        r#"{"Activity":{"Video Browsing History":{"VideoList":[{"Date":"2024-01-01 00:00:00","Link":"x"},"#;
    let found = recognise(head.as_bytes(), FORMATS).unwrap();
    let whats: Vec<_> = found.parts.iter().map(|part| part.what).collect();
    assert_eq!(found.format.name, "tiktok-export");
    assert!(whats.contains(&"posts") && whats.contains(&"the owner"), "{whats:?}");
}

#[test]
fn scripts_are_recognised_by_what_they_assign_to() {
    for (global, what) in [
        ("window.YTD.tweets.part0", "posts, also in communities"),
        ("window.YTD.tweet.part0", "posts, also in communities"),
        ("window.YTD.community_tweet.part0", "posts, also in communities"),
        ("Grailbird.data.tweets_2016_03", "posts, also in communities"),
        ("window.YTD.deleted_tweets.part0", "deleted posts"),
        ("window.YTD.note_tweet.part0", "long texts"),
        ("window.YTD.account.part0", "the owner"),
        ("window.__THAR_CONFIG", "the list of files"),
    ] {
        let found = recognise(format!("{global} = [").as_bytes(), FORMATS).unwrap();
        assert_eq!((found.format.name, found.layout), ("x-archive", Layout::Elements(Container::Script)));
        assert_eq!(found.parts.iter().map(|part| part.what).collect::<Vec<_>>(), [what], "{global}");
    }
    let other = recognise(b"window.YTD.tweet_headers.part0 = [", FORMATS);
    assert_eq!(other, Err(Unknown::Script("YTD.tweet_headers.part0".into())));
}

#[test]
fn an_unknown_file_is_described() {
    for (head, expected) in [
        (&b""[..], "it is empty"),
        (b"  \n", "it is empty"),
        (
            b"Date: 2024-07-01 15:23:32 UTC\nLink: https://www.tiktokv.com/share/video/7300000000000000001/\nLikes: 3\n",
            "it is TikTok's export as text: request it again, as JSON",
        ),
        (b"PK\x03\x04...", "it is packed (zip): unpack it, and import what is in it"),
        (b"BZh91AY", "it is packed (bzip2): unpack it, and import what is in it"),
        (b"<!DOCTYPE html>", "it is a web page or a feed (HTML, XML): request the same data as JSON"),
        (br#"{"a":1,"b":2}"#, "it is JSON of another kind, with the keys a, b"),
        (b"[1,2]", "it is JSON, but holds no objects where posts would be"),
        (b"id,colour\n1,x\n", "it is a table of another kind, with the columns id, colour"),
        (b"window.open = 1", "it is a script that assigns to open, which holds no posts"),
        (b"hello", "it is text of another kind"),
        (b"\x89PNG\r\n\x1a\n\0\0", "it is neither JSON nor other text"),
    ] {
        let unknown = recognise(head, FORMATS).unwrap_err();
        assert_eq!(unknown.to_string(), expected, "{}", String::from_utf8_lossy(head));
    }
}

#[test]
fn the_nearest_format_is_named_with_what_is_missing() {
    let unknown = recognise(br#"{"source_platform":"x.com","date":{}}"#, FORMATS).unwrap_err();
    let expected = "it is JSON of another kind, with the keys date, source_platform; zeeschuimer has source_platform too, but also data (an object)";
    assert_eq!(unknown.to_string(), expected);
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_recognising_panic(head: Vec<u8>) {
        let _ = recognise(&head, FORMATS);
        for start in [&b"window.YTD."[..], b"[{", b"a,b\n\""] {
            let _ = recognise(&[start, &head].concat(), FORMATS);
        }
    }
}

#[test]
fn json_that_ends_in_the_middle_is_reported_as_cut_off() {
    let whole = r#"{"Profile":{"Profile Info":{"userName":"kelp"}},"Pearl":[1,{"a":"b \u00e9 \\ é"}]}"#;
    let unknown = |text: &[u8]| recognise(text, FORMATS).unwrap_err();
    assert!(matches!(unknown(whole.as_bytes()), Unknown::Json { .. }));
    for end in 1..whole.len() {
        assert_eq!(unknown(&whole.as_bytes()[..end]), Unknown::Cut, "{end} bytes");
    }
    assert_eq!(unknown(format!("{{\"a\":1}}\n{}", &whole[..20]).as_bytes()), Unknown::Cut);
    assert!(Unknown::Cut.may_hold_posts());
    assert!(
        Unknown::Cut
            .to_string()
            .ends_with("ends in the middle, so it was not downloaded or saved completely: download it again")
    );
    // A head is not the whole file, and JSON with mistakes is not cut off.
    let long = format!("[{}", "{\"a\":1},".repeat(HEAD / 8 + 1));
    assert!(matches!(unknown(&long.as_bytes()[..HEAD]), Unknown::Json { .. }));
    assert!(matches!(unknown(br#"{"a":NaN}"#), Unknown::Json { .. }));
}
