use super::*;
use crate::formats::source;
use crate::formats::source::Content;
use crate::formats::tests::{code, post, settings};
use serde_json::json;

fn read(mapping: &str, row: Value) -> Outcome {
    let settings = Settings { mapping: mapping.parse().unwrap(), ..settings() };
    source::convert(&Content::Row(row), &FORMAT.parts[0], &settings).0
}

const MAPPING: &str = "platform=:tiktok,id=Post ID,author=Who,text=Body,time=When,likes=Hearts,hashtags=tags,media=files,media_type=kind";

#[test]
fn mapped_columns_become_fields() {
    let row = json!({"Post ID": "7300000000000000001", "Who": "@reef", "Body": "Low\r\ntide", "When": "2024-06-10 03:00:17 UTC",
        "Hearts": "1.2K", "tags": "#a, b", "files": "https://c.example/1.mp4|https://c.example/2.jpg", "kind": ""});
    let post = post(read(MAPPING, row));
    assert_eq!(
        (post.platform_post_id.as_str(), post.author.username.as_str()),
        ("7300000000000000001", "reef")
    );
    assert_eq!((post.content.as_deref(), post.likes_count), (Some("Low\ntide"), Some(1200)));
    assert_eq!(
        (post.hashtags, post.media_type),
        (Some(vec!["a".into(), "b".into()]), Some(MediaType::Carousel))
    );
    assert_eq!(post.approximate, Some(vec!["likes_count".into()]));
}

#[test]
fn tables_workbooks_and_lists_give_the_same_posts() {
    let mapping = "platform=:x,id=Post ID,author=Who,text=Body,time=When".parse().unwrap();
    let settings = Settings { mapping, ..settings() };
    let csv = b"Notes:\n\nPost ID;Who;Body;When\n17;reef;Low tide;2024-06-10T03:00:17Z\n".to_vec();
    let json =
        br#"[{"Post ID": 17, "Who": "reef", "Body": "Low tide", "When": "2024-06-10T03:00:17Z"}]"#.to_vec();
    let workbook = crate::formats::table::test_workbook::workbook(&[
        &["Notes"],
        &["Post ID", "Who", "Body", "When"],
        &["17", "reef", "Low tide", "2024-06-10T03:00:17Z"],
    ]);
    for file in [csv, json, workbook] {
        let outcomes = crate::formats::unpacked::convert_files(&[&file], &[&FORMAT], &settings).unwrap();
        let [outcome] = outcomes.as_slice() else { panic!("{outcomes:?}") };
        let read = post(outcome.clone());
        assert_eq!((read.platform_post_id.as_str(), read.content.as_deref()), ("17", Some("Low tide")));
    }
}

#[test]
fn nested_keys_and_columns_in_any_case_are_found() {
    let row = json!({"post": {"id": 17}, "user": {"name": "reef"}, "CREATED AT": 1_700_000_000});
    let post = post(read("platform=:x,id=post.id,author=user/name,time=created_at", row));
    assert_eq!((post.platform_post_id.as_str(), post.author.username.as_str()), ("17", "reef"));
    assert_eq!(post.published_at.0, 1_700_000_000_000);
}

#[test]
fn a_time_without_zone_is_approximate_and_remarked() {
    let row = json!({"p": "linkedin", "u": "https://l.example/post-7300000000000000000?x=1", "a": "reef", "t": "06/10/2024 03:00"});
    let Ok(crate::formats::Item::Post(found)) = read("platform=p,url=u,author=a,time=t", row) else {
        panic!()
    };
    assert_eq!(
        (found.remarks, found.post.approximate),
        (vec![timestamps::NO_ZONE], Some(vec!["published_at".into()]))
    );
    assert_eq!(found.post.platform_post_id, "activity:7300000000000000000");
    let exact = post(read(
        "platform=:x,id=i,author=a,time=t",
        json!({"i": "1800000000000000001", "a": "b", "t": "6/10/2024"}),
    ));
    assert_eq!(
        (exact.published_at.to_string().as_str(), exact.approximate),
        ("2024-06-10T03:00:17.039Z", None)
    );
}

#[test]
fn errors_name_what_is_missing() {
    assert_eq!(
        code(read("platform=p,id=i,time=t", json!({"p": "myspace", "i": "1", "t": 1}))),
        "UNSUPPORTED_PLATFORM"
    );
    assert_eq!(code(read("platform=:x,id=i,time=t", json!({"i": "1.9E+18", "t": 1}))), "MISSING_ID");
    assert_eq!(code(read("platform=:x,id=i,time=t", json!({"i": "1"}))), "MISSING_DATE");
}

#[test]
fn a_list_in_an_object_is_found_and_errors_name_the_mapped_columns() {
    let page = json!({"meta": {"tags": [1]}, "data": {"rows": [{"i": "1", "a": "reef", "t": 1_700_000_000}, {"a": "reef"}]}});
    let Ok(Item::Many(outcomes)) = read("platform=:x,id=i,url=u,author=a,time=t", page) else { panic!() };
    let reasons: Vec<_> =
        outcomes.into_iter().map(|outcome| outcome.err().map(|error| error.reason)).collect();
    let expected = "expected the post's whole id in \"i\" (id of --map) or \"u\" (url of --map)";
    assert_eq!(reasons, [None, Some(expected.to_owned())]);
    let media = json!({"i": "1", "a": "reef", "t": 1_700_000_000, "media": [{"i": "2"}]});
    assert_eq!(post(read("platform=:x,id=i,author=a,time=t", media)).platform_post_id, "1");
}

#[test]
fn an_invalid_mapping_is_refused() {
    let error = |text: &str| text.parse::<Mapping>().unwrap_err();
    assert_eq!(error("id=a,time=b"), "expected platform too (such as platform=:x)");
    assert_eq!(error("platform=:x,time=b"), "expected id too (such as id=COLUMN)");
    assert!(error("colour=a").starts_with("expected one of the fields platform, id, url"));
    assert_eq!(error("id"), "expected FIELD=COLUMN, got \"id\"");
    assert!(error("platform=:myspace,id=a,time=b").ends_with("linkedin, got \"myspace\""));
}

#[test]
fn the_id_gives_the_time_if_no_column_does() {
    let row = json!({"i": "1800000000000000001", "a": "reef"});
    let read_post = post(read("platform=:x,id=i,author=a", row));
    assert_eq!(
        (read_post.published_at.to_string().as_str(), read_post.approximate),
        ("2024-06-10T03:00:17.039Z", None)
    );
    let error = "platform=:instagram,id=i".parse::<Mapping>().unwrap_err();
    assert_eq!(error, "expected time too (such as time=COLUMN)");
    let row = json!({"p": "instagram", "i": "DIMOt9HgEAP", "a": "reef"});
    assert_eq!(code(read("platform=p,id=i,author=a", row)), "MISSING_DATE");
}

#[test]
fn the_address_gives_the_network_of_each_row() {
    let of = |url: &str| read("url=u,author=a,time=t", json!({"u": url, "a": "reef", "t": 1_750_000_000}));
    let x = post(of("https://x.com/reef/status/1800000000000000001"));
    assert_eq!((x.platform.network, x.platform_post_id.as_str()), (Network::X, "1800000000000000001"));
    let tiktok = post(of("https://www.tiktok.com/@reef/video/7379000000000000001"));
    assert_eq!(
        (tiktok.platform.network, tiktok.platform_post_id.as_str()),
        (Network::Tiktok, "7379000000000000001")
    );
    assert_eq!(code(of("https://www.facebook.com/reef/posts/1")), "UNSUPPORTED_PLATFORM");
}

#[test]
fn numeric_ids_of_instagram_become_codes() {
    for id in [json!("3606322132268630031"), json!("3606322132268630031_4711"), json!("DIMOt9HgEAP")] {
        let row = json!({"i": id, "a": "reef", "t": 1_744_000_000});
        let post = post(read("platform=:instagram,id=i,author=a,time=t", row));
        assert_eq!(post.platform_post_id, "DIMOt9HgEAP");
    }
}
