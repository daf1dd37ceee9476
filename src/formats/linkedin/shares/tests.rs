use super::*;
use crate::formats::tests::{code, post, posts, read, settings};
use crate::posts::post::line::PostLine;
use serde_json::json;

const HEADER: &str = "Date,ShareLink,ShareCommentary,SharedUrl,MediaUrl,Visibility\n";

fn given() -> Settings {
    Settings { author: Some("ada.keel".into()), ..settings() }
}

fn link(urn: &str) -> String {
    format!("https://www.linkedin.com/feed/update/urn%3Ali%3A{}", urn.replace(':', "%3A"))
}

/// The only post of a file.
fn only(file: &str) -> PostLine {
    let (format, mut posts) = posts(&[file.as_bytes()], &given());
    assert_eq!((format, posts.len()), ("linkedin-export", 1));
    posts.remove(0)
}

#[test]
fn a_post_is_converted() {
    let row = format!(
        "2025-02-25 03:53:47,{},\"Low tide \"\"early\"\" #Reef\",https://example.org/a,https://example.org/a.jpg,MEMBER_NETWORK\n",
        link("share:7300000000000000001")
    );
    let post = only(&format!("{HEADER}{row}"));
    assert_eq!(post.platform_post_id, "share:7300000000000000001");
    let page = "https://www.linkedin.com/feed/update/urn:li:share:7300000000000000001";
    assert_eq!(post.url.as_deref(), Some(page));
    assert_eq!(post.content.as_deref(), Some("Low tide \"early\" #Reef"));
    assert_eq!(post.published_at.to_string(), "2025-02-25T03:53:47.000Z");
    assert_eq!((post.media_type, post.media), (None, Some(vec![])));
    assert_eq!((post.kind, post.likes_count, post.hashtags, post.approximate), (None, None, None, None));
    assert_eq!((post.author.username.as_str(), post.author.display_name), ("ada.keel", None));
}

#[test]
fn all_three_versions_are_converted() {
    let link = link("ugcPost:7300000000000000001");
    let old = format!(
        "\"Share Title\"\t\"Share Description\"\t\"Share Link\"\t\"Share Commentary\"\t\"Shared URL\"\t\"Media URL\"\t\"Type\"\t\"Visibility\"\t\"Date\"\r\n\
         \"\"\t\"\"\t\"{link}\"\t\"Low\"\"\r\n\"\"tide\"\t\"\"\t\"\"\t\"\"\t\"\"\t\"2017/06/08 08:15:44 UTC\"\r\n"
    );
    let utf16: Vec<u8> = "\u{feff}"
        .chars()
        .chain(old.chars())
        .flat_map(|char| {
            let mut units = [0; 2];
            char.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>()
        })
        .collect();
    let (_, read) = posts(&[&utf16], &given());
    assert_eq!(read[0].content.as_deref(), Some("Low\ntide"));
    assert_eq!(read[0].published_at.to_string(), "2017-06-08T08:15:44.000Z");
    let middle = format!(
        "Date,ShareLink,ShareCommentary,SharedURL,MediaURL,Visibility\r\n2023-01-20 01:27:47,{link},\"Low\"\"\r\n\"\"tide\",,,\r\n"
    );
    assert_eq!(only(&middle).content.as_deref(), Some("Low\ntide"));
    let new = format!("{HEADER}2023-01-20 01:27:47,{link},\"Low\"\"\n\"\"tide\",\"\",\"\",MEMBER_NETWORK\n");
    assert_eq!(only(&new).content.as_deref(), Some("Low\ntide"));
    let escaped =
        format!("{HEADER}2023-01-20 01:27:47,{link},\"Low \\\"tide\\\", see\",\"\",\"\",MEMBER_NETWORK\n");
    assert_eq!(only(&escaped).content.as_deref(), Some("Low \"tide\", see"));
}

#[test]
fn notes_may_stand_before_the_header() {
    let link = link("share:7300000000000000001");
    let file = format!(
        "Notes:\n\"What this holds, and what not\"\n\n{HEADER}2023-01-20 01:27:47,{link},Low tide,,,\n"
    );
    assert_eq!(only(&file).content.as_deref(), Some("Low tide"));
}

#[test]
fn only_the_quotes_around_line_breaks_are_removed() {
    for (written, text) in [
        ("a\"\n\"b", "a\nb"),
        ("a\"\n\"\"\n\"b", "a\n\nb"),
        ("a\"\r\n\"b", "a\nb"),
        // A line that is a quotation keeps its own quotes.
        ("a\"\n\"\"quoted\"\"\n\"b", "a\n\"quoted\"\nb"),
        ("\"all quoted\"", "\"all quoted\""),
        ("a\"\n\"b\"", "a\nb"),
        ("plain\nbreak", "plain\nbreak"),
        ("", ""),
    ] {
        assert_eq!(commentary(written), text, "{written:?}");
    }
}

#[test]
fn the_id_of_group_posts_is_the_number_after_the_group() {
    let row = json!({"Date": "2022-10-11 07:36:45", "ShareLink": link("groupPost:8190-6985503444989700000"), "ShareCommentary": ""});
    let post = post(convert(&row, &given()));
    assert_eq!(post.platform_post_id, "groupPost:6985503444989700000");
    let page = "https://www.linkedin.com/feed/update/urn:li:groupPost:8190-6985503444989700000";
    assert_eq!((post.url.as_deref(), post.content.as_deref(), post.kind), (Some(page), Some(""), None));
}

#[test]
fn the_profile_has_the_owners_name_but_no_username() {
    let profile =
        "First Name,Last Name,Maiden Name,Address,Headline,Summary\nAda,Keel,,,Pilot,\"One\ntwo\"\n";
    let shares = format!("{HEADER}2023-01-20 01:27:47,{},Hi,,,\n", link("share:7300000000000000001"));
    let files = [profile.as_bytes(), shares.as_bytes()];
    let (_, posts) = posts(&files, &given());
    assert_eq!(posts[0].author.display_name.as_deref(), Some("Ada Keel"));
    assert_eq!(posts[0].author.username, "ada.keel");
    let (_, refused) = read(&files, &settings());
    let error = refused.into_iter().next().unwrap().unwrap_err();
    assert_eq!(error.code, "MISSING_AUTHOR");
    assert!(error.reason.contains("--author"), "{error}");
}

#[test]
fn rows_without_id_or_time_are_rejected() {
    let row = |link: &str, date: &str| {
        convert(&json!({"Date": date, "ShareLink": link, "ShareCommentary": "a"}), &given())
    };
    assert_eq!(code(row("", "2023-01-20 01:27:47")), "MISSING_ID");
    assert_eq!(code(row("https://www.linkedin.com/feed/", "2023-01-20 01:27:47")), "MISSING_ID");
    assert_eq!(code(row("urn:li:share:7300000000000000001", "soon")), "INVALID_DATE");
    let timed = post(row("urn:li:share:7300000000000000000", ""));
    assert_eq!(timed.published_at.to_string(), "2025-02-25T03:53:47.441Z");
}

#[test]
fn posts_for_connections_only_are_skipped() {
    let row = json!({"Date": "2023-01-20 01:27:47", "ShareLink": "urn:li:share:7300000000000000001", "ShareCommentary": "a", "Visibility": "CONNECTIONS"});
    assert_eq!(convert(&row, &given()), Ok(Item::Skipped("shown to connections only")));
    let mut inclusive = given();
    inclusive.include.private = true;
    assert_eq!(post(convert(&row, &inclusive)).content.as_deref(), Some("a"));
}
